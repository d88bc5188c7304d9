"""Metrics that read assessments: what each check's findings amount to.

Five rates are called "hallucination rate" in the literature, with five denominators: claims,
answers, figures, documents, samples. Each has its own name here and says what it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from veriscope.metrics.abstention import AbstentionResult, FalseAcceptanceRate
from veriscope.metrics.fleiss import CATEGORIES, FleissKappa
from veriscope.metrics.metric import Metric, Share, Tally
from veriscope.metrics.rates import FactScore, MaHR, MiHR
from veriscope.metrics.standing import standing_verdicts
from veriscope.model import Assessment, AuthorKind, Verdict


class NumericHallucinationRate(MiHR):
    """Figures that nothing bears out / figures."""

    name = "numeric_hallucination_rate"
    counted = "figures"


class Coverage(Share[Assessment]):
    """Assessments without a failure / records that the check applies to."""

    name = "coverage"
    counted = "records"
    lower_is_better = False

    def tally(self, unit: Assessment) -> Tally:
        """Count one record, and whether its check came through."""
        return (int(not unit.failures), 1)


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
    """A metric, and the units that it finds in one assessment."""

    metric: Metric[Any]
    units: Callable[[Assessment], Iterable[Any]]


def itself(assessment: Assessment) -> tuple[Assessment]:
    """Return the assessment as the one unit that it is."""
    return (assessment,)


def standing(assessment: Assessment) -> tuple[Sequence[Verdict]]:
    """Return the verdicts that stand in an assessment, as those of one response."""
    return (standing_verdicts(assessment),)


def refusal(assessment: Assessment) -> tuple[AbstentionResult]:
    """Return what an assessment of refusals found."""
    asked, abstained, accepted = (
        bool(assessment.measures.get(name))
        for name in ("nonexistent", "abstained", "false_acceptance")
    )
    return (AbstentionResult("", "", asked, abstained, accepted),)


CLAIM_READINGS = tuple(Reading(metric, standing) for metric in (MiHR(), MaHR(), FactScore()))
VERDICT_READINGS = (*CLAIM_READINGS, Reading(FleissKappa(), kappa_rows))
FIGURE_READINGS = (Reading(NumericHallucinationRate(), standing),)
REFUSAL_READINGS = (Reading(FalseAcceptanceRate(), refusal),)
COVERAGE = Coverage()
