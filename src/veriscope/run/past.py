"""Folders of past runs: found, read, put in order."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from veriscope.errors import InputError
from veriscope.model import Manifest, PastRun, RunState, RunTimes, Summary
from veriscope.run.compare import incomparable
from veriscope.run.journal import PROGRESS
from veriscope.run.manifest import MANIFEST, read_manifest
from veriscope.run.times import RUN, read_times

SUMMARY = "summary.json"
_EARLY = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Found:
    """A run folder with what it holds; `summary` is None where its scores are left out."""

    run: PastRun
    manifest: Manifest | None = None
    summary: Summary | None = None

    @property
    def placed(self) -> bool:
        """Whether its scores have a place in time."""
        return self.summary is not None and self.run.started is not None


def read_runs(inputs: Sequence[str]) -> tuple[list[Found], list[str]]:
    """Read every run that the inputs name, in order of time; also return what holds no run.

    Runs without a time come first, in the order in which they are named; of two runs at the same
    time the one whose folder sorts first.
    """
    folders, without = find_runs(inputs)
    if not folders:
        raise InputError("no run in it: no folder with a manifest.json", source=inputs[0])
    found = [_read(folder) for folder in folders]
    undated = [one for one in found if one.run.started is None]
    dated = [one for one in found if one.run.started is not None]
    dated.sort(key=lambda one: (one.run.started or _EARLY, one.run.folder))
    return [*undated, *_with_breaks(dated)], without


def find_runs(inputs: Sequence[str]) -> tuple[list[Path], list[str]]:
    """Return the run folders, each once, that folders and patterns name, and who named none."""
    runs: dict[Path, Path] = {}
    without = []
    for given in inputs:
        found = [run for folder in _folders(given) for run in _below(folder)]
        if not found:
            without.append(given)
        for run in found:
            runs.setdefault(run.resolve(), run)
    return list(runs.values()), without


def _folders(given: str) -> list[Path]:
    path = Path(given)
    if path.is_dir():
        return [path]
    if path.exists():
        raise InputError("is no folder", source=given)
    anchor = Path(path.anchor) if path.is_absolute() else Path()
    pattern = str(path.relative_to(path.anchor)) if path.is_absolute() else given
    try:
        found = sorted(one for one in anchor.glob(pattern) if one.is_dir())
    except ValueError:
        found = []
    if not found:
        raise InputError("no such folder, and no folder that matches", source=given)
    return found


def _below(folder: Path) -> Iterator[Path]:
    """Yield the run folders in a folder, at any depth, or the folder itself if it is one."""
    for place, below, files in os.walk(folder):
        if MANIFEST in files and {SUMMARY, PROGRESS, RUN} & {*files}:
            below.clear()
            yield Path(place)
        below.sort()


def _read(folder: Path) -> Found:
    name = str(folder)
    try:
        manifest = read_manifest(folder)
        times = read_times(folder)
        summary = _read_summary(folder)
    except InputError as error:
        return Found(PastRun(name, RunState.UNREADABLE, problem=str(error)))
    judge, level = manifest.settings.get("judge"), manifest.settings.get("level")
    run = PastRun(
        name,
        RunState.FINISHED,
        started=times.started if times else None,
        ended=times.ended if times else None,
        records=summary.n_records if summary else None,
        veriscope=manifest.veriscope,
        judge=judge if isinstance(judge, str) else None,
        level=level if isinstance(level, float) else None,
    )
    state, problem = _state(times, summary)
    if problem is not None:
        return Found(replace(run, state=state, problem=problem), manifest)
    return Found(run, manifest, summary)


def _state(times: RunTimes | None, summary: Summary | None) -> tuple[RunState, str | None]:
    if summary is None or (times is not None and times.ended is None):
        return RunState.UNFINISHED, "it is still going or was killed; --resume goes on with it"
    if times is not None and not times.finished:
        after = f"it was stopped after {summary.n_records:,} records; --resume goes on with it"
        return RunState.STOPPED, after
    return RunState.FINISHED, None


def _read_summary(folder: Path) -> Summary | None:
    path = folder / SUMMARY
    try:
        return Summary.from_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(error.strerror or "cannot be read", source=str(path)) from None
    except InputError as error:
        raise error.at(str(path)) from None


def _with_breaks(dated: Sequence[Found]) -> Iterator[Found]:
    """Say of each run that has scores why they are not comparable with those before."""
    before: Manifest | None = None
    for one in dated:
        if one.summary is None or one.manifest is None:
            yield one
            continue
        breaks: list[str] = []
        if before is not None:
            breaks = incomparable(before, one.manifest, ("before", "from here on"))
        before = one.manifest
        yield replace(one, run=replace(one.run, breaks=tuple(breaks)))
