"""Scores over time, each with its interval; breaks and targets are drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby, pairwise

from veriscope.model import History, Line, PastRun, Point
from veriscope.report.history_words import title_of
from veriscope.report.plots import (
    INK,
    SERIES,
    AutoDateLocator,
    Axes,
    ConciseDateFormatter,
    PercentFormatter,
    svg_stack,
)
from veriscope.report.words import NUMBERS

COLOURS = (SERIES[0], *SERIES[2:])
"""Without that of the target."""
MARKERS = "osD^v"
MOST = len(COLOURS)
"""So many lines are told apart in one plot; of more groups the largest are drawn."""
SIZE = (9.2, 3.4)
LONGEST = 24
_MARGIN = 0.04
_NUDGE = 0.006
"""How far things that would hide each other stand apart, as a share of the time shown."""


def panels(history: History) -> list[list[Line]]:
    """Return the lines that stand in one plot together: a metric, in all and in its groups."""
    found = groupby(history.lines, key=lambda line: (line.check, line.metric))
    return [list(lines) for _, lines in found]


def drawn(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a panel for which there is room, the one for all first."""
    whole = [line for line in lines if line.group is None]
    groups = sorted((line for line in lines if line.group is not None), key=_size, reverse=True)
    return [*whole, *groups][:MOST]


def _size(line: Line) -> int:
    return sum(point.score.n_scored for point in line.points if point.score is not None)


def history_plot(
    history: History, panels: Sequence[Sequence[Line]], *, titled: bool = False
) -> str:
    """Return the panels as one SVG element; each must have something to show."""
    title = "; ".join(title_of(lines[0]) for lines in panels)
    return svg_stack(
        [lambda axes, lines=lines: _draw(axes, history, lines, titled) for lines in panels],  # type: ignore[misc]
        title=f"{title}, over time",
        size=SIZE,
    )


def can_draw(lines: Sequence[Line]) -> bool:
    """Whether a panel has a point to show."""
    points = (point for line in lines for point in line.points)
    return any(point.at is not None and point.value is not None for point in points)


def _draw(axes: Axes, history: History, lines: Sequence[Line], titled: bool) -> None:
    chosen = drawn(lines)
    first = chosen[0]
    times = [_days(run.started) for run in _dated(history)]
    span = (max(times) - min(times)) or 1.0
    axes.set_xlim(min(times) - span * _MARGIN, max(times) + span * _MARGIN)
    for number, line in enumerate(chosen):
        _line(axes, line, number, span * _NUDGE)
    for at, name in _breaks(history):
        axes.axvline(at, color=INK, linewidth=1, linestyle=(0, (1, 3)))
        axes.annotate(
            name, (at, 1), (0, 3), xycoords=("data", "axes fraction"),
            textcoords="offset points", ha="center", va="bottom", fontsize=9,
        )  # fmt: skip
    key = (first.check, first.metric)
    targets = [one for one in history.standings if (one.check, one.metric) == key]
    for one in targets:
        label = f"target {one.target.strip()}"
        axes.axhline(one.limit, color=SERIES[1], linewidth=1.2, linestyle="--", label=label)
    if first.metric not in NUMBERS:
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        # Room above, so that a coverage of 100 % is not cut at the edge.
        axes.set_ylim(0, axes.get_ylim()[1] * 1.04)
    locator = AutoDateLocator()  # type: ignore[no-untyped-call]
    axes.xaxis.set_major_locator(locator)
    formatter = ConciseDateFormatter(locator)  # type: ignore[no-untyped-call]
    axes.xaxis.set_major_formatter(formatter)
    if titled:
        axes.set_title(_short(title_of(first), 90), loc="left", pad=18, fontsize=10)
    if len(chosen) > 1 or targets:
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1), fontsize=9)


def _days(at: datetime | None) -> float:
    """Return a time as the plotting library counts it, in days since 1970."""
    return 0.0 if at is None else at.timestamp() / 86_400


def _dated(history: History) -> list[PastRun]:
    return [run for run in history.runs if run.problem is None and run.started is not None]


def _line(axes: Axes, line: Line, number: int, nudge: float) -> None:
    """Draw the points with their bars, and lines between those that are comparable.

    Lines stand a little beside each other, and so do points of one time, so that no bar hides
    another.
    """
    colour, marker = COLOURS[number], MARKERS[number]
    at_once: Counter[datetime | None] = Counter()
    for stretch in _stretches(line):
        places = []
        for point in stretch:
            places.append(_days(point.at) + nudge * (number + at_once[point.at]))
            at_once[point.at] += 1
        values = [point.value or 0.0 for point in stretch]
        axes.errorbar(
            places, values, _bars(stretch), color=colour, marker=marker, markersize=5, capsize=3,
            linewidth=1.5, elinewidth=1,
        )  # fmt: skip
    label = line.group or "all"
    axes.plot([], [], color=colour, marker=marker, markersize=5, label=_legend(label))


def _legend(text: str) -> str:
    """Return a name with room in a legend; one that begins with _ would be left out of it."""
    name = _short(text, LONGEST)
    return f" {name}" if name.startswith("_") else name


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _stretches(line: Line) -> Iterator[list[Point]]:
    stretch: list[Point] = []
    for point in line.points:
        if point.at is None or point.value is None:
            continue
        if stretch and not point.joined:
            yield stretch
            stretch = []
        stretch.append(point)
    if stretch:
        yield stretch


def _bars(points: Sequence[Point]) -> list[list[float]]:
    """Return how far the intervals reach below and above the values."""
    found = [_reach(point) for point in points]
    return [[low for low, _ in found], [high for _, high in found]]


def _reach(point: Point) -> tuple[float, float]:
    score = point.score
    if score is None or score.value is None or score.interval is None:
        return (0.0, 0.0)
    low, high = score.interval
    return (max(0.0, score.value - low), max(0.0, high - score.value))


def _breaks(history: History) -> Iterator[tuple[float, str]]:
    """Yield where lines break, between two runs, under the name that the table gives it."""
    number = 0
    dated = _dated(history)
    for before, after in pairwise(dated):
        if after.breaks:
            number += 1
            yield (_days(before.started) + _days(after.started)) / 2, f"break {number}"
