"""The scores of past runs over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from veriscope.model.codec import Noun
from veriscope.model.score import Score


class RunState(StrEnum):
    """How a past run ended."""

    FINISHED = "finished"
    STOPPED = "stopped"
    UNFINISHED = "unfinished"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class PastRun(Noun):
    """One run folder; `problem` says why its scores are left out.

    `breaks` are the reasons why its scores are not comparable with those of the run before.
    """

    whole = True

    folder: str
    state: RunState
    started: datetime | None = None
    ended: datetime | None = None
    records: int | None = None
    veriscope: str | None = None
    judge: str | None = None
    level: float | None = None
    problem: str | None = None
    breaks: Sequence[str] = ()


@dataclass(frozen=True)
class Point(Noun):
    """One score of one run; `joined` when a line may be drawn to it from the run before."""

    whole = True

    run: int
    at: datetime | None
    score: Score | None
    coverage: float | None
    joined: bool

    @property
    def value(self) -> float | None:
        """The measured value, if there is one."""
        return None if self.score is None else self.score.value


@dataclass(frozen=True)
class Line(Noun):
    """One metric of one check, in all or in one group, through the runs in their order."""

    whole = True

    check: str
    metric: str
    group: str | None
    points: Sequence[Point]


@dataclass(frozen=True)
class Standing(Noun):
    """Whether the last run that measured a metric keeps its target, and since when not.

    `runs` counts how many broke it in a row up to the last; `certain_since` is the first of those
    from which on the whole interval lies past the target; `changed` says that the way of measuring
    changed in between. `kept` is `None` where no run measured the metric.
    """

    whole = True

    target: str
    check: str
    metric: str
    limit: float
    kept: bool | None
    value: float | None = None
    at: datetime | None = None
    runs: int = 0
    since: datetime | None = None
    certain_since: datetime | None = None
    changed: bool = False


@dataclass(frozen=True)
class History(Noun):
    """Past runs, those without a time first, then by time; their lines; the targets held to them.

    `passed_over` are folders that were named and hold no run.
    """

    whole = True

    by: str | None
    runs: Sequence[PastRun]
    lines: Sequence[Line]
    standings: Sequence[Standing]
    passed_over: Sequence[str]
