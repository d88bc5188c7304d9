"""The four figures of an engine as metrics: counts, a sum, a formula, an interval over pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from veriscope.metrics.intervals import bootstrap_interval
from veriscope.metrics.metric import FEW, Metric, Share, Tally, total
from veriscope.model import Assessment, Interval
from veriscope.transcription.metrics import RATIO_CAP

_UNIT = 10**6
"""Rates are counted in millionths, so that tallies stay whole numbers and add up in any order."""


class HallucinatingDocRate(Share[Assessment]):
    """Pages with the badge of the base measures / pages."""

    name = "hallucinating_doc_rate"
    counted = "documents"

    def tally(self, unit: Assessment) -> Tally:
        """Count one page."""
        return (int(bool(unit.measures["hallucinating"])), 1)


class PageMean(Metric[Assessment]):
    """The mean over pages of one of their rates."""

    counted = "documents"
    measure: ClassVar[str]

    def tally(self, unit: Assessment) -> Tally:
        """Count one page's rate."""
        return (round((unit.measures[self.measure] or 0.0) * _UNIT), 1)

    def value(self, counts: Sequence[int]) -> float | None:
        """Return the mean."""
        return counts[0] / _UNIT / counts[1] if counts and counts[1] else None

    def denominator(self, counts: Sequence[int]) -> int:
        """Return the pages."""
        return counts[1] if counts else 0

    def interval(self, tallies: Mapping[Tally, int], level: float) -> Interval | None:
        """Resample pages; of few pages there is nothing honest to say."""
        pages = sum(tallies.values())
        return bootstrap_interval(tallies, self.value, level) if pages >= FEW else None

    def bounds(self, tallies: Mapping[Tally, int], failed: int) -> Interval | None:
        """Count each failed page as the lowest and as the highest that there can be."""
        summed, pages = total(tallies) or (0, 0)
        if not pages + failed:
            return None
        limits = (summed / _UNIT + failed * end for end in (self.low, self.high))
        low, high = (limit / (pages + failed) for limit in limits)
        return (low, high)


class AnchorScoreMean(PageMean):
    """Mean anchor."""

    name = "anchor_score_mean"
    measure = "anchor_score"
    lower_is_better = False


class LengthRatioMean(PageMean):
    """Mean length ratio, each capped."""

    name = "length_ratio_mean"
    measure = "length_ratio"
    high = RATIO_CAP


class NetInsertionRateMean(PageMean):
    """Mean share of unknown words."""

    name = "net_insertion_rate_mean"
    measure = "net_insertion_rate"


SCORES: tuple[Metric[Assessment], ...] = (
    HallucinatingDocRate(),
    AnchorScoreMean(),
    LengthRatioMean(),
    NetInsertionRateMean(),
)
