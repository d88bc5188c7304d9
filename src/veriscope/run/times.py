"""The clock of a run: `run.json` says when it started and ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from veriscope.errors import InputError
from veriscope.model import RunTimes
from veriscope.run.writing import write_lines

RUN = "run.json"
FIRST_YEAR, LAST_YEAR = 1970, 9000
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the time."""
    return datetime.now(UTC)


def read_times(folder: Path) -> RunTimes | None:
    """Read when a run went; None where the folder does not say."""
    path = folder / RUN
    try:
        times = RunTimes.from_json(path.read_bytes())
        return RunTimes(_utc(times.started), times.ended and _utc(times.ended), times.finished)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(error.strerror or "cannot be read", source=str(path)) from None
    except InputError as error:
        raise error.at(str(path)) from None


def _utc(moment: datetime) -> datetime:
    # A file that people mend by hand may leave the zone out.
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise InputError("is out of the calendar")
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def note_start(folder: Path, clock: Clock, *, resumed: bool) -> RunTimes:
    """Write that the run goes now; a run that goes on keeps its start."""
    before = read_times(folder) if resumed else None
    times = RunTimes(before.started if before else clock())
    _write(folder, times)
    return times


def note_end(folder: Path, times: RunTimes, clock: Clock, *, finished: bool) -> None:
    """Write when the run ended, and whether it came to its last record."""
    _write(folder, replace(times, ended=clock(), finished=finished))


def _write(folder: Path, times: RunTimes) -> None:
    write_lines(folder / RUN, [times.to_json(indent=2)])
