"""A statement under audit, with its place in the text and what its check knows of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from veriscope.errors import InputError
from veriscope.model.codec import Noun, wire
from veriscope.model.json_text import JSON
from veriscope.model.labels import BlockReason, ClaimType
from veriscope.model.span import Span, check_span


@dataclass(frozen=True)
class FigureDetail(Noun):
    """What the numeric check adds: the figure as read, what it was compared with, and how.

    `figure` is its kind (currency, percentage, date, ratio), `metric` what the text says it is of.
    """

    kind: Literal["figure"] = "figure"
    figure: str = ""
    value: Decimal | None = None
    unit: str | None = None
    parts: Mapping[str, int] | None = None
    metric: str | None = None
    actual: str | None = None
    difference: str | None = None
    tolerance: str | None = None
    verified: bool | None = None


@dataclass(frozen=True)
class BlockDetail(Noun):
    """What the transcription check adds: the tokens of a block, both ends inclusive, and why.

    `expected` is what the reference has in its place, where the two could be aligned.
    """

    kind: Literal["block"] = "block"
    start_token: int = 0
    end_token: int = 0
    reason: BlockReason = BlockReason.INVENTED
    expected: str | None = None


@dataclass(frozen=True)
class AspectDetail(Noun):
    """What the aspects check adds: the span as claimed, its cause, and where the term really is."""

    kind: Literal["aspect"] = "aspect"
    claimed_span: JSON = None
    cause: str | None = None
    found_span: Span | None = None
    polarity: str | None = None


@dataclass(frozen=True)
class WordsDetail(Noun):
    """What the grounding check adds to a refused claim: which words of the response lack ground."""

    kind: Literal["words"] = "words"
    lacking: Sequence[Span] = ()

    def __post_init__(self) -> None:
        spans = tuple(check_span(span, f"lacking[{i}]") for i, span in enumerate(self.lacking))
        object.__setattr__(self, "lacking", spans)


ClaimDetail = FigureDetail | BlockDetail | AspectDetail | WordsDetail


@dataclass(frozen=True)
class Claim(Noun):
    """One statement. `source_span` is its place in the response, where it has one."""

    text: str
    source_span: Span | None = wire("span", "source_span", default=None)
    claim_type: ClaimType = wire("type", "claim_type", default=ClaimType.FACTUAL)
    id: str | None = None
    detail: ClaimDetail | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise InputError("must be a string", field="text")
        object.__setattr__(self, "source_span", check_span(self.source_span, "span"))
        if type(self.claim_type) is not ClaimType:
            object.__setattr__(self, "claim_type", _check_type(self.claim_type))

    @staticmethod
    def from_shorthand(text: str) -> dict[str, JSON]:
        """Read a bare string as a claim without a place."""
        return {"text": text}


def _check_type(value: Any) -> ClaimType:
    try:
        return ClaimType(value)
    except ValueError:
        known = ", ".join(ClaimType)
        raise InputError(f"must be one of {known}, not {value!r}", field="type") from None
