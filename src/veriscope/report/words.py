"""Scores in words and figures, for every kind of report."""

from __future__ import annotations

from veriscope.model import Score, Summary

TITLES = {
    "mihr": "claims without ground (MiHR)",
    "mahr": "answers with such a claim (MaHR)",
    "factscore": "claims supported (FactScore)",
    "fleiss_kappa": "agreement of the judges (Fleiss' kappa)",
    "consensus_f1": "keeping to what models share (Consensus F1)",
    "far": "made-up things accepted (FAR)",
    "numeric_hallucination_rate": "figures that nothing bears out",
    "hallucinating_doc_rate": "documents with invented text",
    "anchor_score_mean": "mean anchoring in the reference",
    "net_insertion_rate_mean": "mean share of inserted words",
    "length_ratio_mean": "mean length ratio",
    "aspect_hallucination_rate": "samples with an aspect out of place",
    "aspect_hallucination_rate_H1": "… invented (H1)",
    "aspect_hallucination_rate_H2": "… misaligned (H2)",
    "aspect_hallucination_rate_filter": "… no valid target (filter)",
    "aspect_drop_rate": "aspects out of place",
    "aspect_drop_rate_H1": "… invented (H1)",
    "aspect_drop_rate_H2": "… misaligned (H2)",
    "aspect_drop_rate_filter": "… no valid target (filter)",
    "coverage": "records that the check came through for",
}
NUMBERS = ("fleiss_kappa", "consensus_f1", "anchor_score_mean", "length_ratio_mean")
"""Metrics that are read as numbers, not in per cent."""
HEADLINES = {
    "grounding": "mihr",
    "verdicts": "mihr",
    "numeric": "numeric_hallucination_rate",
    "transcription": "hallucinating_doc_rate",
    "aspects": "aspect_hallucination_rate",
    "abstention": "far",
}
"""The one rate by which each check is told."""
PHRASES = {
    "mihr": "claims have no ground",
    "numeric_hallucination_rate": "figures have no ground",
    "hallucinating_doc_rate": "documents hold invented text",
    "aspect_hallucination_rate": "samples hold an aspect out of place",
    "far": "made-up things were taken for real",
}


def shown(value: float | None, metric: str) -> str:
    """Return a value of a metric for reading; none is an en dash."""
    if value is None:
        return "–"
    return f"{value:.3f}" if metric in NUMBERS else f"{100 * value:.1f} %"


def shown_range(limits: tuple[float, float] | None, metric: str) -> str:
    """Return two limits for reading; none is nothing."""
    if limits is None:
        return ""
    scale, places, unit = (1, 3, "") if metric in NUMBERS else (100, 1, " %")
    return f"{scale * limits[0]:.{places}f} to {scale * limits[1]:.{places}f}{unit}"


def told(score: Score) -> str:
    """Return a headline score as a clause with its denominator and its interval."""
    if score.value is None:
        return f"not measured: {score.undefined}"
    interval = shown_range(score.interval, score.metric)
    clause = f"{shown(score.value, score.metric)} of {score.n_scored:,} {PHRASES[score.metric]}"
    return f"{clause} ({interval})" if interval else clause


def sentence(summary: Summary) -> str:
    """Return the verdict of an audit in a sentence."""
    parts = [
        f"{told(score)} by {check}"
        for check, metric in HEADLINES.items()
        if (score := summary.score(metric, check)) and score.value is not None
    ]
    failed = [gate.rule for gate in summary.gates if not gate.passed]
    gates = f" Failed: {', '.join(failed)}." if failed else ""
    found = "; ".join(parts) if parts else "nothing could be measured"
    return f"{summary.n_records:,} records: {found}.{gates}"


def headlines(summary: Summary) -> list[Score]:
    """Return the one rate that tells each check, and the coverage where it is not whole."""
    return [
        score
        for score in summary.scores
        if score.group is None
        and (
            HEADLINES.get(score.check or "") == score.metric
            or (score.metric == "coverage" and score.value != 1.0)
        )
    ]


def lines(summary: Summary) -> list[str]:
    """Return the verdict of an audit in a sentence, and under it a line for each headline."""
    rows = [
        (
            score.check or "",
            TITLES.get(score.metric, score.metric),
            shown(score.value, score.metric),
            shown_range(score.interval, score.metric),
            f"of {score.n_scored:,}",
        )
        for score in headlines(summary)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    told = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return [sentence(summary), *(f"  {line}".rstrip() for line in told)]
