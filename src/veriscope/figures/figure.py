"""A figure as it was read from text: exact, with its place and how the text hedges it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from veriscope.model import Span


class FigureKind(StrEnum):
    """The four kinds of figures that are read."""

    CURRENCY = "currency"
    PERCENTAGE = "percentage"
    DATE = "date"
    RATIO = "ratio"


class Approximation(StrEnum):
    """How a text hedges a figure: around it, above it, below it, or just short of it."""

    ABOUT = "about"
    OVER = "over"
    UNDER = "under"
    NEARLY = "nearly"


class RangeEnd(StrEnum):
    """Which end of "between A and B" or "A to B" a figure is."""

    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class DateParts:
    """The parts of a date that the text gives; the others are None."""

    year: int
    half: int | None = None
    quarter: int | None = None
    month: int | None = None
    day: int | None = None

    def given(self) -> dict[str, int]:
        """Return the parts that the text gives, by name."""
        names = ("year", "half", "quarter", "month", "day")
        parts = {name: getattr(self, name) for name in names}
        return {name: part for name, part in parts.items() if part is not None}


class Figure(NamedTuple):
    """One figure. `value` is None for dates, `date` is None for all else.

    `unit` is a currency code, `%`, `bp`, `pp` or `x`. `upper` is the far end where one stretch of
    text holds both ends of a range under one unit, as "8-10 %" does; `range_end` is set where two
    figures make a range. `decimals` counts the digits after the point as written, before scaling,
    and `scale` the power of ten that a word such as "million" stands for: both together say how
    finely the text speaks.
    """

    kind: FigureKind
    text: str
    span: Span
    value: Decimal | None = None
    unit: str | None = None
    date: DateParts | None = None
    upper: Decimal | None = None
    decimals: int = 0
    scale: int = 0
    approximation: Approximation | None = None
    range_end: RangeEnd | None = None
