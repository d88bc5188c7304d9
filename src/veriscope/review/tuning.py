"""What the decisions say about the tolerances: a proposal with its counts, never a change."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal, InvalidOperation

from veriscope.model import Claim, FigureDetail, HallucinationReview, Verdict, VerdictLabel
from veriscope.model.codec import Noun
from veriscope.model.labels import CheckName
from veriscope.model.review import ReviewStatus
from veriscope.review.feedback import assessment_of
from veriscope.review.filter import ReviewFilter
from veriscope.review.queue import ReviewQueue
from veriscope.review.verdicts import standing_by_claim

_NUMBER = re.compile(r"-?\d{1,30}(?:\.\d{1,30})?")
_METRIC_KEYS = ("metric", "column", "name")
_STEP = _ROUNDED = Decimal("0.1")


@dataclass(frozen=True)
class Proposal(Noun):
    """A tolerance for one kind of figure, for one metric or for all (`metric` is `None`).

    `proposed` is the smallest tolerance, in percent, that spares as many false positives as can
    be spared while every confirmed hallucination stays flagged; `None` where none can be spared.
    `confirmed_lost` is counted, not assumed. Figures that were compared with nothing, or with 0,
    have no difference and are only counted.
    """

    whole = True

    kind: str
    metric: str | None
    current: Decimal | None
    proposed: Decimal | None
    false_positives: int
    spared: int
    confirmed: int
    confirmed_lost: int
    nearest_confirmed: Decimal | None
    not_comparable: int


@dataclass(frozen=True)
class Figure:
    """A flagged figure that a person has decided on."""

    kind: str
    metric: str | None
    difference: Decimal | None
    tolerance: Decimal | None
    confirmed: bool


def propose_tolerances(queue: ReviewQueue) -> list[Proposal]:
    """Return a proposal for each kind, and for each metric where the evidence names it.

    A decision is about an answer as a whole, so that every flagged figure of a rejected answer
    counts as a confirmed hallucination: the careful reading. Dates are exact and are left out.
    """
    figures = list(_figures(queue))
    keys: dict[tuple[str, str | None], list[Figure]] = {}
    for figure in figures:
        keys.setdefault((figure.kind, None), []).append(figure)
        if figure.metric is not None:
            keys.setdefault((figure.kind, figure.metric), []).append(figure)
    ordered = sorted(keys, key=lambda key: (key[0], key[1] or ""))
    return [_propose(kind, metric, keys[kind, metric]) for kind, metric in ordered]


def _figures(queue: ReviewQueue) -> Iterator[Figure]:
    for status in (ReviewStatus.APPROVED, ReviewStatus.REJECTED):
        for review in queue.all(ReviewFilter(status=status, check=CheckName.NUMERIC)):
            yield from _of_review(review)


def _of_review(review: HallucinationReview) -> Iterator[Figure]:
    assessment = assessment_of(review)
    pairs = zip(assessment.claims, standing_by_claim(assessment), strict=True)
    for claim, verdict in pairs:
        if verdict is not None and verdict.label is VerdictLabel.SUPPORTED:
            continue
        if isinstance(claim.detail, FigureDetail) and claim.detail.figure != "date":
            yield Figure(
                kind=claim.detail.figure,
                metric=claim.detail.metric or _metric(verdict),
                difference=difference_percent(claim),
                tolerance=_percent(claim.detail.tolerance),
                confirmed=review.status is ReviewStatus.REJECTED,
            )


def difference_percent(claim: Claim) -> Decimal | None:
    """Return how far a figure is from the actual one, in percent of the actual; None if unknown."""
    detail = claim.detail
    if not isinstance(detail, FigureDetail):
        return None
    stated, actual = _percent(detail.difference), read_number(detail.actual)
    if detail.value is None or actual is None or actual == 0:
        return stated
    exact = abs(detail.value - actual) / abs(actual) * 100
    # What the check states is rounded, but knows the units: basis points against percent.
    rounded = stated is None or abs(exact - stated) <= _ROUNDED + stated / 10
    return exact if rounded else stated


def read_number(text: str | None) -> Decimal | None:
    """Read a figure as checks show it, thousands set off by commas; None for anything else."""
    try:
        number = None if text is None else Decimal(text.replace(",", ""))
    except InvalidOperation:
        return None
    return number if number is not None and number.is_finite() else None


def _percent(text: str | None) -> Decimal | None:
    found = _NUMBER.search((text or "").replace(",", ""))
    return Decimal(found[0]) if found else None


def _metric(verdict: Verdict | None) -> str | None:
    for evidence in verdict.evidence if verdict else ():
        for key in _METRIC_KEYS:
            value = (evidence.locator or {}).get(key)
            if isinstance(value, str) and value:
                return value
    return None


def _propose(kind: str, metric: str | None, figures: Iterable[Figure]) -> Proposal:
    figures = list(figures)
    alarms = [f.difference for f in figures if not f.confirmed and f.difference is not None]
    confirmed = [f.difference for f in figures if f.confirmed and f.difference is not None]
    nearest = min(confirmed, default=None)
    reachable = [d for d in alarms if nearest is None or d < nearest]
    proposed = _readable(max(reachable), nearest) if reachable else None
    limit = Decimal(-1) if proposed is None else proposed
    tolerances = {f.tolerance for f in figures if f.tolerance is not None}
    return Proposal(
        kind=kind,
        metric=metric,
        current=tolerances.pop() if len(tolerances) == 1 else None,
        proposed=proposed,
        false_positives=len(alarms),
        spared=sum(d <= limit for d in alarms),
        confirmed=len(confirmed),
        confirmed_lost=sum(d <= limit for d in confirmed),
        nearest_confirmed=nearest,
        not_comparable=sum(f.difference is None for f in figures),
    )


def _readable(difference: Decimal, nearest: Decimal | None) -> Decimal:
    """Round up to a tenth of a percent where that still stays under the nearest confirmed one."""
    rounded = difference.quantize(_STEP, rounding=ROUND_CEILING)
    return rounded if nearest is None or rounded < nearest else difference
