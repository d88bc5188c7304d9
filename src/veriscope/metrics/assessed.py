"""Metrics that read assessments: what each check's findings amount to.

Five rates are called "hallucination rate" in the literature, with five denominators: claims,
answers, figures, documents, samples. Each has its own name here and says what it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from veriscope.metrics.abstention import AbstentionResult, FalseAcceptanceRate
from veriscope.metrics.fleiss import CATEGORIES, FleissKappa
from veriscope.metrics.metric import Metric, Share, Tally, total
from veriscope.metrics.rates import FactScore, MaHR, MiHR
from veriscope.metrics.standing import standing_verdicts
from veriscope.model import AspectDetail, Assessment, AuthorKind, CheckName, Interval

SCALE = 1_000_000
"""Measures are summed as whole millionths, so that sums do not depend on their order."""


class NumericHallucinationRate(MiHR):
    """Figures that nothing bears out / figures."""

    name = "numeric_hallucination_rate"
    counted = "figures"


class HallucinatingDocRate(Share[Assessment]):
    """Documents with the badge / documents."""

    name = "hallucinating_doc_rate"
    counted = "documents"

    def tally(self, unit: Assessment) -> Tally:
        """Count one document, and whether the base measures give it the badge."""
        return (int(bool(unit.measures.get("hallucinating"))), 1)


class AspectHallucinationRate(Share[Assessment]):
    """Samples with a dropped aspect, of one cause or of any / samples."""

    name = "aspect_hallucination_rate"
    counted = "samples"

    def __init__(self, cause: str | None = None) -> None:
        self.cause = cause
        if cause is not None:
            self.name = f"{type(self).name}_{cause}"  # type: ignore[misc]

    def tally(self, unit: Assessment) -> Tally:
        """Count one sample, and whether it has such a drop."""
        details = (claim.detail for claim in unit.claims)
        causes = {d.cause for d in details if isinstance(d, AspectDetail) and d.cause is not None}
        return (int(self.cause in causes if self.cause else bool(causes)), 1)


class Coverage(Share[Assessment]):
    """Assessments without a failure / records that the check applies to."""

    name = "coverage"
    counted = "records"
    lower_is_better = False

    def tally(self, unit: Assessment) -> Tally:
        """Count one record, and whether its check came through."""
        return (int(not unit.failures), 1)


class MeanMeasure(Metric[Assessment]):
    """The mean of a measure over the documents that have it."""

    counted = "documents"

    def __init__(self, measure: str, *, high: float, lower_is_better: bool) -> None:
        self.measure = measure
        self.name = f"{measure}_mean"  # type: ignore[misc]
        self.high = high  # type: ignore[misc]
        self.lower_is_better = lower_is_better  # type: ignore[misc]

    def tally(self, unit: Assessment) -> Tally:
        """Count the measure in millionths, and one document if it has it."""
        value = unit.measures.get(self.measure)
        return (0, 0) if value is None else (round(value * SCALE), 1)

    def value(self, counts: Sequence[int]) -> float | None:
        """Return the mean."""
        return counts[0] / counts[1] / SCALE if counts and counts[1] else None

    def denominator(self, counts: Sequence[int]) -> int:
        """Return the documents."""
        return counts[1] if counts else 0

    def bounds(self, tallies: Mapping[Tally, int], failed: int) -> Interval | None:
        """Count each failed document as the lowest and as the highest measure there can be."""
        part, whole = total(tallies) or (0, 0)
        if not whole + failed:
            return None
        limits = (part + failed * round(limit * SCALE) for limit in (self.low, self.high))
        low, high = (limit / (whole + failed) / SCALE for limit in limits)
        return (low, high)


def kappa_rows(assessment: Assessment) -> list[list[int]]:
    """Return for each claim that several judges spoke on how many gave each label."""
    rows: dict[str | None, list[int]] = {}
    for verdict in assessment.verdicts:
        if verdict.author is None or verdict.author.kind is not AuthorKind.HUMAN:
            row = rows.setdefault(verdict.claim_id, [0] * len(CATEGORIES))
            row[CATEGORIES[verdict.label]] += 1
    return [row for row in rows.values() if sum(row) > 1]


@dataclass(frozen=True)
class Reading:
    """A metric, the check that it reads, and the units that it finds in one assessment."""

    metric: Metric[Any]
    check: CheckName
    units: Callable[[Assessment], Iterable[Any]]


def _itself(assessment: Assessment) -> tuple[Assessment]:
    return (assessment,)


def _standing(assessment: Assessment) -> tuple[Any]:
    return (standing_verdicts(assessment),)


def _refusal(assessment: Assessment) -> tuple[AbstentionResult]:
    asked, abstained, accepted = (
        bool(assessment.measures.get(name))
        for name in ("nonexistent", "abstained", "false_acceptance")
    )
    return (AbstentionResult("", "", asked, abstained, accepted),)


READINGS: tuple[Reading, ...] = (
    *(
        Reading(metric, check, _standing)
        for check in (CheckName.GROUNDING, CheckName.VERDICTS)
        for metric in (MiHR(), MaHR(), FactScore())
    ),
    Reading(FleissKappa(), CheckName.VERDICTS, kappa_rows),
    Reading(NumericHallucinationRate(), CheckName.NUMERIC, _standing),
    Reading(HallucinatingDocRate(), CheckName.TRANSCRIPTION, _itself),
    Reading(
        MeanMeasure("anchor_score", high=1.0, lower_is_better=False),
        CheckName.TRANSCRIPTION,
        _itself,
    ),
    Reading(
        MeanMeasure("net_insertion_rate", high=1.0, lower_is_better=True),
        CheckName.TRANSCRIPTION,
        _itself,
    ),
    Reading(
        MeanMeasure("length_ratio", high=9.99, lower_is_better=True),
        CheckName.TRANSCRIPTION,
        _itself,
    ),
    *(
        Reading(AspectHallucinationRate(cause), CheckName.ASPECTS, _itself)
        for cause in (None, "H1", "H2", "filter")
    ),
    Reading(FalseAcceptanceRate(), CheckName.ABSTENTION, _refusal),
)
COVERAGE = Coverage()
