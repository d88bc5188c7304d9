"""Whether a figure says the same as a fact: relative tolerance, exact dates."""

from __future__ import annotations

from calendar import monthrange
from datetime import date
from decimal import Context, Decimal
from functools import lru_cache

from veriscope.figures import Approximation, DateParts, Figure, FigureKind
from veriscope.figures.numerals import EXACT, scaled
from veriscope.numeric.config import HallucinationConfig
from veriscope.numeric.facts import Cell, Fact

_SHOWN = Context(prec=28)
_STRETCH = 5
"""By how many tolerances a hedged figure may lie to its side, where hedges are honoured."""


def comparable(figure: Figure, fact: Fact) -> bool:
    """Whether figure and fact are of one kind, and of one unit as far as both name one."""
    if figure.kind is FigureKind.DATE or fact.kind is FigureKind.DATE:
        return figure.kind is fact.kind
    if fact.kind is None:
        return figure.unit != "pp"
    if figure.kind is not fact.kind:
        return False
    if figure.kind is FigureKind.PERCENTAGE:
        return (figure.unit == "pp") == (fact.unit == "pp")
    return figure.unit == fact.unit or fact.unit is None


def as_percent(value: Decimal, unit: str | None) -> Decimal:
    """Bring basis points to percent; all else stays as it is."""
    return scaled(value, -2) if unit == "bp" else value


def relative_difference(claimed: Decimal, actual: Decimal) -> Decimal | None:
    """Return the difference relative to the actual value, in percent; None for an actual 0."""
    if actual == 0:
        return Decimal(0) if claimed == 0 else None
    gap = EXACT.abs(EXACT.subtract(claimed, actual))
    return _SHOWN.divide(EXACT.multiply(gap, Decimal(100)), EXACT.abs(actual))


@lru_cache(maxsize=64)
def _as_written(percent: float | Decimal) -> Decimal:
    """Return the number that a tolerance prints as: 0.1 is a tenth, not its binary neighbour."""
    return Decimal(str(percent))


def within(claimed: Decimal, actual: Decimal, percent: float | Decimal) -> bool:
    """Whether the difference is at most `percent` of the actual value; 0 matches only 0."""
    if claimed == actual:
        return True
    gap = EXACT.abs(EXACT.subtract(claimed, actual))
    bound = EXACT.multiply(_as_written(percent), EXACT.abs(actual))
    return EXACT.multiply(gap, Decimal(100)) <= bound


def closeness(claimed: Decimal, actual: Decimal) -> float:
    """Return 1 for equal values, falling to 0 where the difference is as large as the actual."""
    difference = relative_difference(claimed, actual)
    return 0.0 if difference is None else max(0.0, float(1 - difference / 100))


def value_matches(figure: Figure, fact: Fact, config: HallucinationConfig) -> bool:
    """Whether a figure that is no date agrees with a fact, as far as its kind tolerates."""
    if figure.value is None or fact.value is None:
        return False
    actual = as_percent(fact.value, fact.unit)
    return _agrees(as_percent(figure.value, figure.unit), actual, figure, config)


def upper_matches(figure: Figure, fact: Fact, config: HallucinationConfig) -> bool:
    """Whether the far end of a range such as "8-10 %" agrees with a fact."""
    if figure.upper is None or fact.value is None:
        return False
    actual = as_percent(fact.value, fact.unit)
    return _agrees(as_percent(figure.upper, figure.unit), actual, figure, config)


def _agrees(claimed: Decimal, actual: Decimal, figure: Figure, config: HallucinationConfig) -> bool:
    tolerance = config.tolerance(figure.kind)
    if within(claimed, actual, tolerance):
        return True
    hedge = figure.approximation if config.HONOUR_APPROXIMATIONS else None
    if hedge is None:
        return False
    if hedge is Approximation.ABOUT:
        return within(claimed, actual, 2 * tolerance)
    side = actual > claimed if hedge is Approximation.OVER else actual < claimed
    return side and within(claimed, actual, _STRETCH * tolerance)


def date_matches(claim: DateParts, fact: Fact, tolerance_days: int = 0) -> bool:
    """Whether a date agrees with a fact on the parts that the claim gives.

    A period of a database is a stretch of time: a month or a full date agrees when it lies in it.
    A document must give the parts itself. `tolerance_days` loosens full dates only.
    """
    actual = fact.date
    if actual is None:
        return False
    if claim.day is not None:
        return _day_matches(claim, actual, tolerance_days, isinstance(fact.place, Cell))
    if claim.year != actual.year:
        return False
    if claim.month is not None:
        months = _months(actual)
        return claim.month in months and (len(months) == 1 or isinstance(fact.place, Cell))
    if claim.quarter is not None:
        return claim.quarter == _quarter(actual)
    return claim.half is None or claim.half == _half(actual)


def months_apart(claim: DateParts, actual: DateParts) -> int:
    """Return how many months lie between two dates, for naming the nearest."""
    first, second = _months(claim), _months(actual)
    gap = 12 * (claim.year - actual.year)
    return max(0, gap + first[0] - second[-1], second[0] - first[-1] - gap)


def _months(parts: DateParts) -> range:
    """Return the months that a date spans."""
    if parts.month is not None:
        return range(parts.month, parts.month + 1)
    if parts.quarter is not None:
        return range(3 * parts.quarter - 2, 3 * parts.quarter + 1)
    if parts.half is not None:
        return range(6 * parts.half - 5, 6 * parts.half + 1)
    return range(1, 13)


def _quarter(parts: DateParts) -> int | None:
    """Return the quarter as given, which may be a fiscal one, or the month's."""
    if parts.quarter is not None:
        return parts.quarter
    return None if parts.month is None else (parts.month + 2) // 3


def _half(parts: DateParts) -> int | None:
    quarter = _quarter(parts)
    return parts.half or (None if quarter is None else (quarter + 1) // 2)


def _day_matches(claim: DateParts, actual: DateParts, tolerance: int, period: bool) -> bool:
    if actual.day is None and not period:
        return False
    day = date(claim.year, claim.month or 1, claim.day or 1)
    months = _months(actual)
    last = monthrange(actual.year, months[-1])[1]
    first_day = date(actual.year, months[0], actual.day or 1)
    last_day = date(actual.year, months[-1], actual.day or last)
    return (first_day - day).days <= tolerance and (day - last_day).days <= tolerance
