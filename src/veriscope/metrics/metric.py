"""A metric is counts, a sum and a formula.

Each unit (a response, an item, a query) is tallied into a few integers; tallies add up in any
order; the formula reads the sum. So grouping, resampling, streaming and a cluster need no code of
their own, and every metric has intervals, denominators and bounds.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from veriscope.metrics.intervals import bootstrap_interval, wilson_interval
from veriscope.model import Interval, Score

Tally = tuple[int, ...]
Unit = TypeVar("Unit")
FEW = 8
"""Fewer units than this have too few different resamples for an honest interval."""


def total(tallies: Mapping[Tally, int]) -> Tally:
    """Add up tallies that each stand for so many units; the empty sum is the empty tally."""
    columns = zip(*([c * n for c in tally] for tally, n in tallies.items()), strict=True)
    return tuple(map(sum, columns))


class Metric(ABC, Generic[Unit]):
    """What every metric declares; `tests/laws` holds all of them to it."""

    name: ClassVar[str]
    counted: ClassVar[str]
    """What the denominator counts, in the plural."""
    low: ClassVar[float] = 0.0
    high: ClassVar[float] = 1.0
    lower_is_better: ClassVar[bool] = True

    @abstractmethod
    def tally(self, unit: Unit) -> Tally:
        """Count one unit."""

    @abstractmethod
    def value(self, counts: Sequence[int]) -> float | None:
        """Read the formula off a sum of tallies; None where it is undefined."""

    @abstractmethod
    def denominator(self, counts: Sequence[int]) -> int:
        """Return how many of `counted` are in a sum of tallies."""

    def tallies(self, units: Iterable[Unit]) -> Counter[Tally]:
        """Tally many units; the results of parts may be added."""
        return Counter(map(self.tally, units))

    def interval(self, tallies: Mapping[Tally, int], level: float) -> Interval | None:
        """Return the interval that resamples units; None where there is nothing to resample."""
        return bootstrap_interval(tallies, self.value, level)

    def bounds(self, tallies: Mapping[Tally, int], failed: int) -> Interval | None:
        """Return the least and greatest value that the failed units could have led to."""
        value = self.value(total(tallies)) if tallies else None
        if failed:
            return (self.low, self.high)
        return None if value is None else (value, value)

    def score(
        self,
        tallies: Mapping[Tally, int],
        *,
        level: float | None = None,
        failed: Mapping[str, int] | None = None,
        abstained: int = 0,
        group: str | None = None,
        check: str | None = None,
    ) -> Score:
        """Return the value with everything that makes it honest."""
        failed = {cause: n for cause, n in (failed or {}).items() if n}
        counts = total(tallies) if tallies else ()
        value = self.value(counts) if tallies else None
        interval = None if level is None or value is None else self.interval(tallies, level)
        return Score(
            metric=self.name,
            value=value,
            n_scored=self.denominator(counts) if tallies else 0,
            check=check,
            group=group,
            interval=interval,
            n_failed=failed,
            n_abstained=abstained,
            bounds=self.bounds(tallies, sum(failed.values())),
            undefined=None if value is not None else self.why_undefined(counts),
        )

    def why_undefined(self, counts: Sequence[int]) -> str:
        """Say why there is no value for these counts."""
        del counts
        return f"no {self.counted}"


class Share(Metric[Unit]):
    """A metric whose tally is (part, whole) and whose value is part / whole."""

    def value(self, counts: Sequence[int]) -> float | None:
        """Return part / whole."""
        return counts[0] / counts[1] if counts and counts[1] else None

    def denominator(self, counts: Sequence[int]) -> int:
        """Return the whole."""
        return counts[1] if counts else 0

    def interval(self, tallies: Mapping[Tally, int], level: float) -> Interval | None:
        """Return Wilson's interval where every unit counts one case, else resample units.

        Where there are few units, or they are all alike, resampling would claim more than they can
        show: then each unit counts as one case that went the common way.
        """
        part, whole = total(tallies) or (0, 0)
        if not whole:
            return None
        if all(tally[1] <= 1 for tally in tallies):
            return wilson_interval(part, whole, level)
        units = sum(n for tally, n in tallies.items() if tally[1])
        resampled = bootstrap_interval(tallies, self.value, level) if units >= FEW else None
        if resampled is not None:
            return resampled
        return wilson_interval(units * part / whole, units, level)

    def bounds(self, tallies: Mapping[Tally, int], failed: int) -> Interval | None:
        """Count each failed unit as all good and as all bad, as large as the mean scored one."""
        part, whole = total(tallies) or (0, 0)
        units = sum(n for tally, n in tallies.items() if tally[1])
        size = math.ceil(whole / units) if units else 1
        everything = whole + failed * size
        if not everything:
            return None
        limits = [self.value((count, everything)) for count in (part, part + failed * size)]
        low, high = sorted(limit for limit in limits if limit is not None)
        return (low, high)
