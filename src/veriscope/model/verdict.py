"""A judgement on one claim, with its author."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from veriscope.errors import InputError
from veriscope.model.codec import Noun
from veriscope.model.evidence import Evidence
from veriscope.model.json_text import JSON
from veriscope.model.labels import VerdictLabel


class AuthorKind(StrEnum):
    """Who can decide on a claim."""

    MODEL = "model"
    RULE = "rule"
    HUMAN = "human"


@dataclass(frozen=True)
class Author(Noun):
    """Who gave a verdict: a model and its version, a rule and its version, or a person."""

    kind: AuthorKind
    name: str
    version: str | None = None


def check_probability(value: object, field: str) -> float:
    """Return `value` as a float in [0, 1]; anything else is an error that names the field."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError("must be a number in [0, 1]", field=field)
    if not (math.isfinite(value) and 0 <= value <= 1):
        raise InputError(f"must lie in [0, 1], not {value}", field=field)
    return float(value)


def check_label(label: Any) -> VerdictLabel:
    """Return `label` as a `VerdictLabel`; a string outside the closed set is an error."""
    try:
        return VerdictLabel(label)
    except ValueError:
        known = ", ".join(VerdictLabel)
        raise InputError(f"must be one of {known}, not {label!r}", field="label") from None


@dataclass(frozen=True)
class Verdict(Noun):
    """One label for one claim.

    `confidence` is how sure the author is of this label; where a file gives none it is 1.0, the
    verdict is taken at its word, and no rate reads it. `support` is the probability that the
    claim is grounded, for authors that have one. Evidence may be given as plain quotes.
    """

    label: VerdictLabel
    confidence: float = 1.0
    evidence: Sequence[Evidence] = ()
    reasoning: str = ""
    claim_id: str | None = None
    support: float | None = None
    author: Author | None = None

    def __post_init__(self) -> None:
        put = object.__setattr__
        if type(self.label) is not VerdictLabel:
            put(self, "label", check_label(self.label))
        put(self, "confidence", check_probability(self.confidence, "confidence"))
        if self.support is not None:
            put(self, "support", check_probability(self.support, "support"))
        quotes = (Evidence(text=e) if isinstance(e, str) else e for e in self.evidence)
        put(self, "evidence", tuple(quotes))

    @staticmethod
    def from_shorthand(text: str) -> dict[str, JSON]:
        """Read a bare label as a verdict that says nothing more."""
        return {"label": text}
