"""How well a detector's probabilities tell hallucinated responses from grounded ones.

AUROC is Mann and Whitney's U over its greatest value, ties counting one half. The calibration
error (ECE) is that of Naeini, Cooper and Hauskrecht (AAAI 2015), with ten bins of equal width.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from veriscope.errors import InputError
from veriscope.metrics.intervals import RESAMPLES, SEED, check_level
from veriscope.model import Interval
from veriscope.model.codec import Noun

BINS = 10
SUPPORTED_FROM = 0.5

Array = Any
Measure = Callable[[Array, Array], float | None]


@dataclass(frozen=True)
class Detection(Noun):
    """Four figures of one set of responses, each with its interval.

    A response counts as flagged when its support is under one half; F1 is that of the
    hallucinated. A figure is `None` where it is undefined: without responses of both kinds there
    is no AUROC and no balanced accuracy.
    """

    whole = True

    n: int
    balanced_accuracy: float | None
    auroc: float | None
    f1: float | None
    ece: float | None
    intervals: Mapping[str, Interval | None]


def detection(
    supports: Sequence[float], hallucinated: Sequence[bool], level: float = 0.95
) -> Detection:
    """Measure supports of responses against what is known of them."""
    support, bad = _arrays(supports, hallucinated)
    values = {name: measure(support, bad) for name, measure in MEASURES.items()}
    drawn = resampled(support, bad)
    intervals = {name: interval_of(drawn[name], level) for name in MEASURES}
    return Detection(n=len(bad), **values, intervals=intervals)


def auroc(supports: Sequence[float], hallucinated: Sequence[bool]) -> float | None:
    """Return the chance that a grounded response has more support than a hallucinated one."""
    return _auroc(*_arrays(supports, hallucinated))


def balanced_accuracy(supports: Sequence[float], hallucinated: Sequence[bool]) -> float | None:
    """Return the mean of the shares of both kinds that are told right at one half."""
    return _balanced_accuracy(*_arrays(supports, hallucinated))


def f1_score(supports: Sequence[float], hallucinated: Sequence[bool]) -> float | None:
    """Return F1 of the flagged against the hallucinated; `None` where there is neither."""
    return _f1(*_arrays(supports, hallucinated))


def calibration_error(supports: Sequence[float], hallucinated: Sequence[bool]) -> float | None:
    """Return how far supports lie from the shares of grounded responses, bin by bin."""
    return _ece(*_arrays(supports, hallucinated))


def _arrays(supports: Sequence[float], hallucinated: Sequence[bool]) -> tuple[Array, Array]:
    support = np.asarray(supports, dtype=np.float64)
    bad = np.asarray(hallucinated, dtype=bool)
    if support.shape != bad.shape or support.ndim != 1:
        raise InputError("must be as many as there are responses", field="supports")
    if not ((support >= 0) & (support <= 1)).all():
        raise InputError("must lie in [0, 1]", field="supports")
    return support, bad


def _auroc(support: Array, bad: Array) -> float | None:
    positive, negative = int((~bad).sum()), int(bad.sum())
    if not positive or not negative:
        return None
    _, place, counts = np.unique(support, return_inverse=True, return_counts=True)
    ranks = np.cumsum(counts) - (counts - 1) / 2
    u = ranks[place][~bad].sum() - positive * (positive + 1) / 2
    return float(u / (positive * negative))


def _balanced_accuracy(support: Array, bad: Array) -> float | None:
    if bad.all() or not bad.any():
        return None
    flagged = support < SUPPORTED_FROM
    return float((flagged[bad].mean() + (~flagged[~bad]).mean()) / 2)


def _f1(support: Array, bad: Array) -> float | None:
    flagged = support < SUPPORTED_FROM
    both = int(flagged.sum() + bad.sum())
    return 2 * int((flagged & bad).sum()) / both if both else None


def _ece(support: Array, bad: Array) -> float | None:
    if not len(support):
        return None
    bins = np.minimum((support * BINS).astype(np.int64), BINS - 1)
    gaps = np.bincount(bins, weights=support - ~bad, minlength=BINS)
    return float(np.abs(gaps).sum() / len(support))


MEASURES: Mapping[str, Measure] = {
    "balanced_accuracy": _balanced_accuracy,
    "auroc": _auroc,
    "f1": _f1,
    "ece": _ece,
}


def resampled(
    supports: Sequence[float], hallucinated: Sequence[bool], seed: int = SEED
) -> dict[str, Array]:
    """Return each figure over resampled responses; undefined ones are NaN in their place."""
    support, bad = _arrays(supports, hallucinated)
    generator = np.random.default_rng(seed)
    out = {name: np.full(RESAMPLES, np.nan) for name in MEASURES}
    for number in range(RESAMPLES if len(bad) > 1 else 0):
        drawn = generator.integers(len(bad), size=len(bad))
        for name, measure in MEASURES.items():
            value = measure(support[drawn], bad[drawn])
            out[name][number] = np.nan if value is None else value
    return out


def interval_of(drawn: Array, level: float = 0.95) -> Interval | None:
    """Return the percentile interval of resampled values; `None` where none was defined."""
    check_level(level)
    known = drawn[~np.isnan(drawn)]
    if not len(known) or known.min() == known.max():
        return None
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return (float(low), float(high))
