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
    "coverage": "records checked without a failure (coverage)",
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


def counted(count: int, noun: str) -> str:
    """Return a count with its noun, which takes an s."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def clause(score: Score) -> str:
    """Return what a headline score is a rate of, in words, and its interval."""
    interval = shown_range(score.interval, score.metric)
    told = f"of {score.n_scored:,} {PHRASES[score.metric]}"
    return f"{told} ({interval})" if interval else told


def told(score: Score) -> str:
    """Return a headline score as a clause with its denominator, its interval and its failures."""
    if score.value is None:
        return f"not measured: {score.undefined}"
    failed = sum(score.n_failed.values())
    also = f", {failed:,} failed" if failed else ""
    return f"{shown(score.value, score.metric)} {clause(score)} by {score.check}{also}"


def sentence(summary: Summary) -> str:
    """Return the verdict of an audit in a sentence."""
    measured = _measured(summary)
    found = "; ".join(map(told, measured)) if measured else _nothing(summary)
    return f"{counted(summary.n_records, 'record')}: {found}.{_gates(summary)}"


def opening(summary: Summary) -> str:
    """Return what stands above the numbers where each has a line of its own."""
    found = "" if _measured(summary) else f": {_nothing(summary)}"
    return f"{counted(summary.n_records, 'record')}{found}.{_gates(summary)}"


def _measured(summary: Summary) -> list[Score]:
    """Return the headline of each check that measured something."""
    found = (summary.score(metric, check) for check, metric in HEADLINES.items())
    return [score for score in found if score and score.value is not None]


def _nothing(summary: Summary) -> str:
    """Say why there is no number: no field to check, or every check broke."""
    failed = {
        check: sum(score.n_failed.values())
        for check, metric in HEADLINES.items()
        if (score := summary.score(metric, check)) and score.n_failed
    }
    if failed:
        parts = (f"{n:,} failed in {check}" for check, n in failed.items())
        return f"nothing could be measured, {', '.join(parts)}"
    if summary.n_unreadable:
        return f"nothing could be measured, {summary.n_unreadable:,} could not be read"
    if summary.n_records and summary.n_not_applicable == summary.n_records:
        return "nothing could be measured, none has the fields that a check needs"
    return "nothing could be measured"


def _gates(summary: Summary) -> str:
    failed = [gate.rule for gate in summary.gates if not gate.passed]
    return f" Failed: {', '.join(failed)}." if failed else ""


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
