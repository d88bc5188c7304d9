"""The measures of one page, and their exact dictionary form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from veriscope.transcription.block import HallucinatedBlock

RATIO_CAP = 9.99
PLACES = 6
_RATES = ("net_insertion_rate", "length_ratio", "anchor_score")


class BadgeReason(StrEnum):
    """Why a page carries the badge; the last two say that it is rather cut short than invented."""

    LOW_ANCHOR = "low_anchor"
    LONG_OUTPUT = "long_output"
    EMPTY_OUTPUT = "empty_output"
    SHORT_TEXT = "short_text"


@dataclass(frozen=True)
class HallucinationMetrics:
    """What one output adds to its reference.

    The rates are kept as computed; only `as_dict` rounds. `length_ratio` is capped at 9.99, the
    badge was decided on the true one. `reasons` is empty when the badge is off.
    """

    net_insertion_rate: float = 0.0
    length_ratio: float = 1.0
    anchor_score: float = 1.0
    hallucinated_blocks: list[HallucinatedBlock] = field(default_factory=list)
    is_hallucinating: bool = False
    gt_word_count: int = 0
    hyp_word_count: int = 0
    net_inserted_words: int = 0
    anchor_threshold_used: float = 0.5
    length_ratio_threshold_used: float = 1.2
    ngram_size_used: int = 3
    reasons: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """Return plain values; the three rates are rounded to 6 places."""
        out = {item.name: getattr(self, item.name) for item in fields(self)}
        for name in _RATES:
            out[name] = round(out[name], PLACES)
        out["hallucinated_blocks"] = [block.as_dict() for block in self.hallucinated_blocks]
        out["reasons"] = list(self.reasons)
        return out

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> HallucinationMetrics:
        """Read what `as_dict` wrote; what is missing gets its default, unknown keys are ignored."""
        known = {item.name for item in fields(cls)}
        values = {key: value for key, value in data.items() if key in known}
        blocks = values.get("hallucinated_blocks", ())
        values["hallucinated_blocks"] = [
            block if isinstance(block, HallucinatedBlock) else HallucinatedBlock.from_dict(block)
            for block in blocks
        ]
        values["reasons"] = list(values.get("reasons", ()))
        return cls(**values)
