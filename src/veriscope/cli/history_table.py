"""A history as a person reads it in a terminal."""

from __future__ import annotations

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from veriscope.model import History, Line, Point
from veriscope.report.history_words import (
    breaks,
    folders,
    left_out,
    moment,
    remarks,
    rule_of,
    sentence,
    stands,
    title_of,
)
from veriscope.report.words import NUMBERS, shown, shown_range

ROOMY = 110
"""From so many columns on a terminal has room for the bars."""
WIDTH = 20
"""So many characters are a line's whole range."""


def print_history(history: History, console: Console) -> None:
    """Print a table a line, how the targets stand, and what was left out."""
    for line in history.lines:
        _print_line(history, line, console)
    for told in breaks(history):
        console.print(Text(told), soft_wrap=True)
    for one in history.standings:
        mark = {True: ("kept  ", "green"), False: ("BROKEN", "red"), None: ("?     ", "yellow")}
        said = Text.assemble(mark[one.kept], f" {rule_of(one)}: {stands(one)}")
        console.print(said, soft_wrap=True)
    console.print(Text(sentence(history)), soft_wrap=True)
    for folder, state, why in left_out(history):
        console.print(Text(f"left out: {folder} ({state}): {why}"), soft_wrap=True)


def _print_line(history: History, line: Line, console: Console) -> None:
    group = f", {line.group}" if line.group is not None else ""
    table = Table(
        title=Text(title_of(line) + group), title_justify="left", box=SIMPLE, pad_edge=False
    )
    table.add_column("run (UTC)", no_wrap=True)
    table.add_column("folder", overflow="fold", min_width=8)
    for heading in ("value", "interval", "of", "coverage"):
        table.add_column(heading, justify="right", no_wrap=True)
    roomy = console.width >= ROOMY
    if roomy:
        table.add_column("", no_wrap=True)
    names = folders(history)
    top = _top(line)
    notes: dict[str, int] = {}
    remark = remarks(history)
    for point in line.points:
        told = "; ".join(remark(point))
        mark = f" [{notes.setdefault(told, len(notes) + 1)}]" if told else ""
        table.add_row(
            Text(moment(point.at) + mark),
            Text(names[point.run]),
            *_cells(point, line.metric),
            *((Text(_drawn(point, top)),) if roomy else ()),
        )
    console.print(table)
    for note, number in notes.items():
        console.print(Text(f"[{number}] {note}"), soft_wrap=True)
    console.print()


def _cells(point: Point, metric: str) -> list[str]:
    score = point.score
    coverage = "–" if point.coverage is None else f"{100 * point.coverage:.1f} %"
    if score is None:
        return ["–", "", "", coverage]
    failed = sum(score.n_failed.values())
    of = f"{score.n_scored:,}" + (f", {failed:,} failed" if failed else "")
    return [shown(score.value, metric), shown_range(score.interval, metric), of, coverage]


def _top(line: Line) -> float:
    """Return the end of the range that the bars of a line are drawn in; it begins at 0."""
    if line.metric not in NUMBERS:
        ends = [p.score.interval[1] for p in line.points if p.score and p.score.interval]
        ends += [p.value for p in line.points if p.value is not None]
        return max(ends, default=1.0) or 1.0
    return 1.0


def _drawn(point: Point, top: float) -> str:
    """Draw a value with its interval in one line of text."""
    if point.value is None or point.score is None:
        return ""
    low, high = point.score.interval or (point.value, point.value)
    start, middle, end = (
        min(WIDTH - 1, max(0, round(x / top * (WIDTH - 1)))) for x in (low, point.value, high)
    )
    signs = [" "] * WIDTH
    signs[start : end + 1] = "─" * (end - start + 1)
    signs[middle] = "●"
    return "".join(signs)
