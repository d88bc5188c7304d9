"""Many pages of one engine in one line, and when that line is a warning."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from veriscope.transcription.metrics import PLACES, HallucinationMetrics

ENGINE_LIMITS = {
    "hallucinating_doc_rate": 0.30,
    "anchor_score_mean": 0.60,
    "length_ratio_mean": 1.30,
}
"""Where an engine is flagged: over the rate or the ratio, under the anchor, never at the limit."""


def aggregate_hallucination_metrics(results: Iterable[HallucinationMetrics]) -> dict[str, Any]:
    """Return means, minimum, counts and the document rate of many pages; `{}` for none.

    Ratios enter capped, as they are stored. Every figure is rounded to 6 places, and the order of
    the pages makes no difference.
    """
    pages = list(results)
    if not pages:
        return {}
    flagged = sum(page.is_hallucinating for page in pages)
    rates = {
        "anchor_score_mean": _mean(page.anchor_score for page in pages),
        "anchor_score_min": min(page.anchor_score for page in pages),
        "length_ratio_mean": _mean(page.length_ratio for page in pages),
        "net_insertion_rate_mean": _mean(page.net_insertion_rate for page in pages),
        "hallucinating_doc_rate": flagged / len(pages),
    }
    rounded = {name: round(value, PLACES) for name, value in rates.items()}
    return rounded | {"hallucinating_doc_count": flagged, "document_count": len(pages)}


def engine_flag_reasons(aggregate: Mapping[str, Any]) -> list[str]:
    """Return the names of the figures by which an engine is flagged; none for no pages."""
    if not aggregate:
        return []
    over = [
        name
        for name in ("hallucinating_doc_rate", "length_ratio_mean")
        if aggregate[name] > ENGINE_LIMITS[name]
    ]
    if aggregate["anchor_score_mean"] < ENGINE_LIMITS["anchor_score_mean"]:
        over.append("anchor_score_mean")
    return over


def _mean(values: Iterable[float]) -> float:
    every = list(values)
    return math.fsum(every) / len(every)
