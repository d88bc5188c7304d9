"""Two runs over the same records: is the difference of a metric more than chance?

Permutation test: E. J. G. Pitman, "Significance tests which may be applied to samples from any
populations", 1937; here each record's two results are exchanged at random. Resampling as in
`intervals`: both results of a record stay together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from veriscope.metrics.intervals import RESAMPLES, SEED, bootstrap_interval
from veriscope.metrics.metric import Metric, Tally, total
from veriscope.model import Interval
from veriscope.model.codec import Noun

Pair = tuple[Tally, Tally]


@dataclass(frozen=True)
class Difference(Noun):
    """A metric in two runs: both values, the difference with its interval, and its p-value.

    `p` is the share of random exchanges that give at least so large a difference; None where the
    metric is undefined in either run.
    """

    whole = True

    metric: str
    check: str
    group: str | None
    n_pairs: int
    before: float | None
    after: float | None
    difference: float | None
    interval: Interval | None
    p: float | None

    @property
    def certain(self) -> bool:
        """Whether chance alone would hardly do this."""
        return self.p is not None and self.p < 0.05


def difference(
    metric: Metric[object],
    pairs: Mapping[Pair, int],
    *,
    check: str,
    group: str | None = None,
    level: float = 0.95,
    seed: int = SEED,
) -> Difference:
    """Compare a metric between two runs; `pairs` counts records by their two tallies."""
    width = max((len(before) for before, _ in pairs), default=0)
    joined: dict[Tally, int] = Counter()
    for (before, after), times in pairs.items():
        joined[before + after] += times
    counts = total(joined)

    def apart(sums: Sequence[int]) -> float | None:
        before, after = metric.value(sums[:width]), metric.value(sums[width:])
        return None if before is None or after is None else after - before

    found = apart(counts) if joined else None
    measured = found is not None
    return Difference(
        metric=metric.name,
        check=check,
        group=group,
        n_pairs=sum(pairs.values()),
        before=metric.value(counts[:width]) if joined else None,
        after=metric.value(counts[width:]) if joined else None,
        difference=found,
        interval=bootstrap_interval(joined, apart, level, seed=seed) if measured else None,
        p=_exchanged(metric, pairs, abs(found), seed) if found is not None else None,
    )


def _exchanged(
    metric: Metric[object], pairs: Mapping[Pair, int], observed: float, seed: int
) -> float:
    """Return how often random exchanges give a difference of at least `observed`."""
    rows = sorted(pairs)
    times = np.array([pairs[row] for row in rows])
    before = np.array([row[0] for row in rows])
    after = np.array([row[1] for row in rows])
    generator = np.random.default_rng(seed)
    reached = 0
    for _ in range(RESAMPLES):
        # How many of the records that share a pair of tallies are exchanged.
        swapped = generator.binomial(times, 0.5)
        kept = times - swapped
        one = metric.value((kept @ before + swapped @ after).tolist())
        other = metric.value((kept @ after + swapped @ before).tolist())
        # A difference that rounds to less than the observed one is still as large.
        if one is not None and other is not None and abs(one - other) >= observed - 1e-12:
            reached += 1
    return (reached + 1) / (RESAMPLES + 1)
