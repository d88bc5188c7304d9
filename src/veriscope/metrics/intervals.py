"""Confidence intervals: Wilson's where a closed form is right, else whole units resampled.

Wilson: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
Journal of the American Statistical Association 22 (1927). Bootstrap: B. Efron, "Bootstrap methods:
another look at the jackknife", Annals of Statistics 7 (1979), percentile form.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from statistics import NormalDist

import numpy as np

from veriscope.errors import InputError
from veriscope.model import Interval

RESAMPLES = 1000
SEED = 0
_CELLS, _DRAWS = 200_000, 250
"""How many counts and resamples are held at once, so that memory does not grow with them."""


def check_level(level: float) -> float:
    """Return a confidence level strictly between 0 and 1, or say what is wrong."""
    if isinstance(level, bool) or not isinstance(level, (int, float)) or not 0 < level < 1:
        raise InputError(f"must lie strictly between 0 and 1, not {level!r}", field="ci")
    return float(level)


def wilson_interval(successes: float, n: int, level: float = 0.95) -> Interval:
    """Return Wilson's score interval of a share of `n` independent cases."""
    check_level(level)
    if n < 1:
        raise InputError("an interval needs at least one case", field="n")
    if not 0 <= successes <= n:
        raise InputError(f"must lie in [0, {n}], not {successes}", field="successes")
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = successes / n
    centre = share + z * z / (2 * n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    # At the ends the limit is the end itself; rounding must not put the value outside.
    low = 0.0 if successes == 0 else (centre - half) / scale
    high = 1.0 if successes == n else (centre + half) / scale
    return (max(0.0, min(low, share)), min(1.0, max(high, share)))


def bootstrap_interval(
    tallies: Mapping[tuple[int, ...], int],
    value: Callable[[Sequence[int]], float | None],
    level: float = 0.95,
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval | None:
    """Return the percentile interval of `value` over resampled units.

    `tallies` maps each distinct tally to the number of units that have it. Drawing units with
    replacement is drawing how often each distinct tally comes, which is one multinomial draw: the
    cost does not grow with the units, only with how much they differ. The order of the units does
    not matter, and the same seed gives the same interval.

    None where resampling has nothing to vary: fewer than two units, or one value whatever is drawn.
    """
    check_level(level)
    rows = sorted(tallies)
    counts = np.array([tallies[row] for row in rows], dtype=np.int64)
    n = int(counts.sum())
    if n < 2:
        return None
    table = np.array(rows, dtype=np.int64)
    generator = np.random.default_rng(seed)
    chunk = max(1, min(_DRAWS, _CELLS // len(rows)))
    values = np.full(resamples, np.nan)
    for start in range(0, resamples, chunk):
        drawn = generator.multinomial(n, counts / n, size=min(chunk, resamples - start))
        found = [value(row) for row in (drawn @ table).tolist()]
        values[start : start + len(found)] = [math.nan if v is None else v for v in found]
    values = values[~np.isnan(values)]
    if not len(values) or values.min() == values.max():
        return None
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return (float(low), float(high))
