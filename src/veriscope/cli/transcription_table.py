"""Engines as a person compares them in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from veriscope.model import Score
from veriscope.run.transcription import Comparison
from veriscope.transcription import EngineReport, PageReason


def print_engines(found: Comparison, console: Console) -> None:
    """Print the sentence, the table of engines, and what is the matter with their pages."""
    console.print(_sentence(found))
    console.print(_engines(found.engines))
    if any(engine.reasons for engine in found.engines):
        console.print(_reasons(found.engines))
    if found.pages.missing:
        count = len(found.pages.missing)
        console.print(
            f"{count} page{' has' if count == 1 else 's have'} no output: in no mean; the bounds "
            "in the JSON say how far they could move each figure."
        )
    if found.unmatched:
        count = found.unmatched
        console.print(
            f"{count} output{' has' if count == 1 else 's have'} no ground truth, not assessed."
        )


def _sentence(found: Comparison) -> str:
    look = sum(engine.flagged_pages for engine in found.engines)
    bad = [engine.name or "the output" for engine in found.engines if engine.is_flagged]
    start = f"{look} of {len(found.assessments)} pages need a look."
    return f"{start} Over a limit: {', '.join(bad)}." if bad else f"{start} No engine is flagged."


def _engines(engines: Sequence[EngineReport]) -> Table:
    table = Table(box=SIMPLE_HEAD, title="Engines, with 95 % intervals over pages")
    table.add_column("")
    for engine in engines:
        table.add_column(engine.name or "output", justify="right")
    rows: tuple[tuple[str, Callable[[EngineReport], str]], ...] = (
        ("pages", lambda engine: str(engine.score("hallucinating_doc_rate").n_scored)),
        ("with the badge", lambda engine: _share(engine.score("hallucinating_doc_rate"))),
        ("anchor, mean", lambda engine: _value(engine.score("anchor_score_mean"))),
        ("anchor, min", lambda engine: _number(engine.aggregate.get("anchor_score_min"))),
        ("length ratio, mean", lambda engine: _value(engine.score("length_ratio_mean"))),
        ("insertion, mean", lambda engine: _value(engine.score("net_insertion_rate_mean"))),
        ("CER, mean", lambda engine: _percent(engine.error_rates["cer"])),
        ("WER, mean", lambda engine: _percent(engine.error_rates["wer"])),
        ("flagged for", lambda engine: "\n".join(map(_words, engine.flag_reasons)) or "nothing"),
    )
    for heading, cell in rows:
        table.add_row(heading, *map(cell, engines))
    return table


def _reasons(engines: Sequence[EngineReport]) -> Table:
    table = Table(box=SIMPLE_HEAD, title="Pages by what is the matter with them")
    table.add_column("")
    for engine in engines:
        table.add_column(engine.name or "output", justify="right")
    for reason in PageReason:
        counts = [engine.reasons.get(reason, 0) for engine in engines]
        if any(counts):
            table.add_row(_words(reason), *map(str, counts))
    return table


def _words(name: str) -> str:
    return name.replace("_", " ")


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _share(score: Score) -> str:
    shown = _percent(score.value)
    if score.interval is not None:
        shown += f"  ({100 * score.interval[0]:.1f} to {100 * score.interval[1]:.1f})"
    return shown


def _value(score: Score) -> str:
    shown = _number(score.value)
    if score.interval is not None:
        shown += f"  ({score.interval[0]:.3f} to {score.interval[1]:.3f})"
    return shown
