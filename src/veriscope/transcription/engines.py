"""Engines side by side on one corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from veriscope.model import Assessment, Score
from veriscope.model.codec import Noun
from veriscope.transcription.aggregate import aggregate_hallucination_metrics, engine_flag_reasons
from veriscope.transcription.metrics import HallucinationMetrics
from veriscope.transcription.page_reason import PageReason, page_reasons
from veriscope.transcription.scores import SCORES

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class EngineReport(Noun):
    """One engine over all its pages.

    `aggregate` holds the means of the base measures, `scores` the same with intervals and
    denominators, `anchor_quantiles` the anchor's distribution at `QUANTILES`, `reasons` how many
    pages have each. `error_rates` are means over the pages that have them. `is_flagged` by
    `flag_reasons`, which name figures of the aggregate.
    """

    whole = True

    name: str
    aggregate: Mapping[str, Any]
    scores: Sequence[Score]
    flag_reasons: Sequence[str]
    anchor_quantiles: Sequence[float]
    reasons: Mapping[PageReason, int]
    error_rates: Mapping[str, float | None]
    flagged_pages: int
    missing_pages: int

    @property
    def is_flagged(self) -> bool:
        """Return whether the engine as a whole is a warning."""
        return bool(self.flag_reasons)

    def score(self, metric: str) -> Score:
        """Return one of the scores by its name."""
        return next(score for score in self.scores if score.metric == metric)


def compare_engines(
    assessments: Iterable[Assessment], *, level: float | None = 0.95
) -> list[EngineReport]:
    """Return a report for every engine, in the order in which they first come."""
    by_engine: dict[str, list[Assessment]] = {}
    for assessment in assessments:
        by_engine.setdefault(assessment.model or "", []).append(assessment)
    return [_report(name, pages, level) for name, pages in by_engine.items()]


def _report(name: str, pages: Sequence[Assessment], level: float | None) -> EngineReport:
    scored = [page for page in pages if page.measures]
    failed = Counter(
        page.failures[0].cause.value for page in pages if not page.measures and page.failures
    )
    aggregate = aggregate_hallucination_metrics(map(_metrics, scored))
    scores = [
        metric.score(
            metric.tallies(scored),
            level=level,
            failed=failed,
            check="transcription",
            group=name or None,
        )
        for metric in SCORES
    ]
    anchors = [page.measures["anchor_score"] or 0.0 for page in scored]
    return EngineReport(
        name=name,
        aggregate=aggregate,
        scores=scores,
        flag_reasons=engine_flag_reasons(aggregate),
        anchor_quantiles=np.quantile(anchors, QUANTILES).tolist() if anchors else [],
        reasons=Counter(reason for page in scored for reason in page_reasons(page.measures)),
        error_rates={rate: _mean(scored, rate) for rate in ("cer", "wer")},
        flagged_pages=sum(page.flagged for page in scored),
        missing_pages=sum(failed.values()),
    )


def _metrics(page: Assessment) -> HallucinationMetrics:
    found = page.measures
    return HallucinationMetrics(
        net_insertion_rate=found["net_insertion_rate"] or 0.0,
        length_ratio=found["length_ratio"] or 0.0,
        anchor_score=found["anchor_score"] or 0.0,
        is_hallucinating=bool(found["hallucinating"]),
    )


def _mean(pages: Sequence[Assessment], measure: str) -> float | None:
    values = [value for page in pages if (value := page.measures[measure]) is not None]
    return sum(values) / len(values) if values else None
