"""Fleiss' kappa: agreement of a fixed number of judges on every item.

J. L. Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin 76
(1971).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from veriscope.errors import InputError
from veriscope.metrics.intervals import check_level
from veriscope.metrics.metric import Metric, Tally
from veriscope.model import Interval, Verdict, VerdictLabel
from veriscope.model.codec import Noun

CATEGORIES = {label: i for i, label in enumerate(VerdictLabel)}
_STEPS = ((0.2, "poor"), (0.4, "fair"), (0.6, "moderate"), (0.8, "substantial"))
_SAFE = 2**15
"""Counts under this, squared and added over any array that fits in memory, fit in 64 bits."""


@dataclass(frozen=True)
class KappaResult(Noun):
    """Agreement beyond chance, or why there is none.

    `degenerate`: all ratings fell into one category, so that chance alone explains them; kappa is
    then 1.0 by convention, and says nothing of the judges.
    """

    whole = True

    kappa: float | None
    interpretation: str
    observed_agreement: float | None = None
    expected_agreement: float | None = None
    is_undefined: bool = False
    error_message: str | None = None
    degenerate: bool = False
    interval: Interval | None = None


def interpret_kappa(kappa: float | None) -> str:
    """Return the word for a kappa; `undefined` for None."""
    if kappa is None:
        return "undefined"
    return next((word for limit, word in _STEPS if kappa < limit), "almost_perfect")


class FleissKappa(Metric[Sequence[int]]):
    """Fleiss' kappa over items; a unit is an item's counts by category."""

    name = "fleiss_kappa"
    counted = "items"
    low = -1.0
    lower_is_better = False

    def tally(self, unit: Sequence[int]) -> Tally:
        """Count one item: itself, its agreeing ordered pairs with selves, its categories."""
        return (1, sum(count * count for count in unit), *unit)

    def value(self, counts: Sequence[int]) -> float | None:
        """Return kappa of a sum of tallies."""
        parts = kappa_parts(counts[0], counts[1], counts[2:]) if counts else None
        return parts and parts[0]

    def denominator(self, counts: Sequence[int]) -> int:
        """Return the items."""
        return counts[0]

    def why_undefined(self, counts: Sequence[int]) -> str:
        """Say what is missing."""
        return "fewer than two judges" if counts and counts[0] else "no items"


def kappa_parts(
    items: int, squares: float, columns: Sequence[float]
) -> tuple[float, float, float] | None:
    """Return kappa, observed and expected agreement from sums; None with fewer than two judges.

    Integer sums are read exactly; sums of fractional weights as floats, where an expected
    agreement within rounding of 1 is 1.
    """
    exact = not any(isinstance(c, float) for c in (squares, *columns))
    number: Any = Fraction if exact else float
    votes = number(sum(columns))
    judges = votes / items if items else 0
    if judges < 2:
        return None
    observed = (number(squares) - votes) / (votes * (judges - 1))
    expected = sum(number(c) * number(c) for c in columns) / (votes * votes)
    chance_left = 1 - expected
    if chance_left <= (0 if exact else 1e-12):
        return 1.0, float(observed), 1.0
    kappa = max(-1.0, min(1.0, float((observed - expected) / chance_left)))
    return kappa, float(observed), float(expected)


def _undefined(message: str) -> KappaResult:
    return KappaResult(None, "undefined", is_undefined=True, error_message=message)


def fleiss_kappa(
    ratings: Sequence[Sequence[float]] | npt.NDArray[Any],
    num_categories: int,
    ci: float | None = None,
) -> KappaResult:
    """Return Fleiss' kappa of `ratings[item][category]`, counts of judges; items are resampled."""
    if ci is not None:
        check_level(ci)
    if len(ratings) == 0:
        return _undefined("No items to compare")
    ragged = _ragged(ratings, num_categories)
    if ragged is not None:
        found = len(ratings[ragged])
        return _undefined(f"Item {ragged} has {found} categories, expected {num_categories}")
    table = _table(ratings)
    judges = table.sum(axis=1)
    uneven = judges != judges[0]
    if table.dtype.kind == "f":
        uneven = ~np.isclose(judges, judges[0], rtol=0, atol=1e-9)
    if uneven.any():
        at = int(uneven.argmax())
        return _undefined(
            f"Item {at} has {float(judges[at]):g} raters, expected {float(judges[0]):g}"
        )
    if judges[0] < 2:
        return _undefined(f"Fewer than 2 judges: each item has {float(judges[0]):g} raters")
    squares = np.einsum("ij,ij->", table, table) if table.dtype != object else (table**2).sum()
    parts = kappa_parts(len(table), _plain(squares), [_plain(c) for c in table.sum(axis=0)])
    if parts is None:
        return _undefined("Fewer than 2 judges")
    return _result(parts, _interval(table, ci))


def _plain(value: Any) -> int | float:
    found: int | float = value.item() if isinstance(value, np.generic) else value
    return found


def _result(parts: tuple[float, float, float], interval: Interval | None) -> KappaResult:
    kappa, observed, expected = parts
    return KappaResult(
        kappa=kappa,
        interpretation=interpret_kappa(kappa),
        observed_agreement=observed,
        expected_agreement=expected,
        degenerate=expected == 1.0,
        interval=interval,
    )


def kappa_of_counts(counts: Sequence[int]) -> KappaResult:
    """Return kappa of a sum of `FleissKappa` tallies."""
    if not counts or not counts[0]:
        return _undefined("No items to compare")
    parts = kappa_parts(counts[0], counts[1], counts[2:])
    return _undefined("Fewer than 2 judges") if parts is None else _result(parts, None)


def _interval(table: npt.NDArray[Any], ci: float | None) -> Interval | None:
    if ci is None or table.dtype != np.int64:
        return None
    metric = FleissKappa()
    rows, times = np.unique(table, axis=0, return_counts=True)
    counted = zip(map(metric.tally, rows.tolist()), times.tolist(), strict=True)
    return metric.interval(dict(counted), ci)


def _ragged(ratings: Sequence[Sequence[float]] | npt.NDArray[Any], expected: int) -> int | None:
    """Return the first item with another number of categories; None where there is none."""
    if isinstance(ratings, np.ndarray) and ratings.ndim == 2:
        return None if ratings.shape[1] == expected else 0
    return next((i for i, row in enumerate(ratings) if len(row) != expected), None)


def _table(ratings: Sequence[Sequence[float]] | npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the counts as integers where they are, as floats where they are weights."""
    try:
        table = np.asarray(ratings)
        # NaN fails every comparison, and so is caught by asking for what is right.
        fine = bool(table.min() >= 0) and bool(table.max() < np.inf)
    except TypeError:
        raise InputError("must hold numbers", field="ratings") from None
    if not fine:
        item, category = map(int, np.argwhere(~((table >= 0) & (table < np.inf)))[0])
        problem = f"must be a count, not {table[item, category]}"
        raise InputError(problem, field=f"ratings[{item}][{category}]")
    if table.max() >= _SAFE:
        exact = [[Fraction(count) for count in row] for row in table.tolist()]
        return np.array(exact, dtype=object)
    if table.dtype.kind == "f" and (table != np.floor(table)).any():
        return table.astype(np.float64)
    return table.astype(np.int64, copy=False)


def fleiss_kappa_of_verdicts(
    judge_verdicts: Mapping[str, Sequence[Verdict]], ci: float | None = None
) -> KappaResult:
    """Return Fleiss' kappa of judges' verdicts on the same claims, over the three labels."""
    if len(judge_verdicts) < 2:
        found = "No judge verdicts" if not judge_verdicts else "Fewer than 2 judges"
        return _undefined(f"{found}: agreement needs at least 2 judges")
    lengths = {judge: len(verdicts) for judge, verdicts in judge_verdicts.items()}
    first, expected = next(iter(lengths.items()))
    for judge, found_length in lengths.items():
        if found_length != expected:
            return _undefined(
                f"Judge {judge!r} has {found_length} verdicts, judge {first!r} has {expected}"
            )
    return fleiss_kappa(count_verdicts(judge_verdicts), len(CATEGORIES), ci)


def count_verdicts(judge_verdicts: Mapping[str, Sequence[Verdict]]) -> list[list[int]]:
    """Return for each claim how many judges gave each label."""
    counts = []
    for verdicts in zip(*judge_verdicts.values(), strict=True):
        row = [0] * len(CATEGORIES)
        for verdict in verdicts:
            row[CATEGORIES[verdict.label]] += 1
        counts.append(row)
    return counts
