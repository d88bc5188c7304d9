"""A history in words: times, and how a target stands."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from veriscope.model import History, Line, PastRun, Point, Standing
from veriscope.report.words import NUMBERS, TITLES, shown

_SIGNS = (("<=", " ≤ "), (">=", " ≥ "), ("<", " < "), (">", " > "))


def moment(at: datetime | None) -> str:
    """Return a time for reading, in UTC to the minute; none is an en dash."""
    return "–" if at is None else f"{at:%Y-%m-%d %H:%M}"


def title_of(line: Line) -> str:
    """Return what a line shows."""
    return f"{line.check}: {TITLES.get(line.metric, line.metric)}"


def rule_of(standing: Standing) -> str:
    """Return a target as people write it, with its whole limit as the metric is read."""
    sign = next(word for text, word in _SIGNS if text in standing.target)
    percent = standing.metric not in NUMBERS
    limit = f"{100 * standing.limit:g} %" if percent else f"{standing.limit:g}"
    return f"{standing.check} {standing.metric}{sign}{limit}"


def stands(standing: Standing) -> str:
    """Say how a target stands at the last run, and since when it is broken."""
    if standing.kept is None:
        return "no run with a time measured it"
    last = f"{shown(standing.value, standing.metric)} in the last run, {moment(standing.at)}"
    if standing.kept:
        return f"kept: {last}"
    row = "1 run" if standing.runs == 1 else f"{standing.runs:,} runs in a row"
    told = f"broken since {moment(standing.since)} ({row}): {last}"
    if standing.certain_since is None:
        told += "; the interval still reaches the target, so that chance may have done it"
    else:
        told += f"; the whole interval lies past it since {moment(standing.certain_since)}"
    if standing.changed:
        told += "; the way of measuring changed in between"
    return told


def sentence(history: History) -> str:
    """Return the history in a sentence."""
    runs = [run for run in history.runs if run.problem is None]
    dated = [run for run in runs if run.started is not None]
    if not dated:
        return f"{_runs(len(runs))}, none with a time: nothing can be drawn over time."
    if len(dated) == 1:
        return f"One run, {moment(dated[0].started)} UTC: no change over time can be told yet."
    broken = [one for one in history.standings if one.kept is False]
    spans = f"{moment(dated[0].started)} to {moment(dated[-1].started)} UTC"
    told = "".join(f" {rule_of(one)} is broken since {moment(one.since)}." for one in broken)
    if history.standings and not broken:
        told = " Every target is kept." if all(s.kept for s in history.standings) else ""
    return f"{_runs(len(dated))}, {spans}.{told}"


def _runs(count: int) -> str:
    return "1 run" if count == 1 else f"{count:,} runs"


def remarks(history: History) -> Callable[[Point], list[str]]:
    """Return what tells of a point what must be known beside its numbers."""
    numbers = _break_numbers(history)
    by_time: dict[datetime | None, list[PastRun]] = {}
    for run in _scored(history):
        by_time.setdefault(run.started, []).append(run)

    def told(point: Point) -> list[str]:
        run = history.runs[point.run]
        found = ["without a time: not drawn"] if run.started is None else []
        if run.breaks:
            found.append(f"after break {numbers[point.run]}")
        twins = [one.folder for one in by_time.get(run.started, ()) if one is not run]
        if run.started is not None and twins:
            found.append(f"at the same time as {', '.join(twins)}")
        if point.score is None:
            found.append("this run has no such score")
        elif point.score.undefined is not None:
            found.append(f"not measured: {point.score.undefined}")
        return found

    return told


def breaks(history: History) -> list[str]:
    """Return in words where lines break: the runs on both sides are not comparable."""
    runs = history.runs
    return [
        f"break {number}, before {moment(runs[place].started)}: {'; '.join(runs[place].breaks)}"
        for place, number in _break_numbers(history).items()
    ]


def folders(history: History) -> list[str]:
    """Return the runs' folders without what all of them begin with."""
    found = [run.folder for run in history.runs]
    if len({Path(folder).is_absolute() for folder in found}) != 1 or len(found) < 2:
        return found
    shared = os.path.commonpath([Path(folder).parent for folder in found])
    return [str(Path(folder).relative_to(shared)) if shared else folder for folder in found]


def _break_numbers(history: History) -> dict[int, int]:
    """Number the breaks from 1, by the run after each."""
    after = (place for place, run in enumerate(history.runs) if run.breaks)
    return {place: number for number, place in enumerate(after, start=1)}


def _scored(history: History) -> list[PastRun]:
    return [run for run in history.runs if run.problem is None]


def left_out(history: History) -> list[tuple[str, str, str]]:
    """Return folder, state and reason of what has no scores here."""
    found = [(run.folder, run.state.value, run.problem or "") for run in history.runs]
    no_runs = [(name, "no run", "no manifest.json in it or below") for name in history.passed_over]
    return [*(one for one in found if one[2]), *no_runs]


def levels(history: History) -> str:
    """Return the confidence of the intervals in words."""
    found = sorted({run.level for run in _scored(history) if run.level is not None})
    return " or ".join(f"{100 * level:g} %" for level in found) or "unknown"
