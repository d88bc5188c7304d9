"""The settings of the numeric check, read from the environment when the object is made."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field, fields
from typing import Any

from veriscope.errors import InputError
from veriscope.figures import FigureKind
from veriscope.figures.numerals import check_locale

_TRUE = frozenset({"true", "1", "yes", "on"})
_FALSE = frozenset({"false", "0", "no", "off"})


def _number(variable: str, default: float) -> Any:
    def read() -> float:
        written = os.environ.get(variable)
        if written is None:
            return default
        try:
            value = float(written)
        except ValueError:
            raise InputError(f"must be a number, not {written!r}", field=variable) from None
        return _check_number(value, variable)

    return field(default_factory=read)


def _count(variable: str, default: int) -> Any:
    def read() -> int:
        written = os.environ.get(variable)
        if written is None:
            return default
        try:
            value = int(written)
        except ValueError:
            raise InputError(f"must be a whole number, not {written!r}", field=variable) from None
        return int(_check_number(value, variable))

    return field(default_factory=read)


def _flag(variable: str) -> Any:
    def read() -> bool:
        written = os.environ.get(variable)
        if written is None:
            return True
        word = written.strip().lower()
        if word not in _TRUE | _FALSE:
            raise InputError(f"must be true or false, not {written!r}", field=variable)
        return word in _TRUE

    return field(default_factory=read)


def _check_number(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"must be a number, not {value!r}", field=name)
    if not math.isfinite(value) or value < 0:
        raise InputError(f"must be a number of at least 0, not {value}", field=name)
    return value


@dataclass(frozen=True)
class HallucinationConfig:
    """Tolerances, switches and targets; what is not given comes from the environment of now.

    `DAY_FIRST` turns numeric dates and `LOCALE` (`en`, `fr`, `de`, `ko`) settles what may mean two
    things. With `HONOUR_APPROXIMATIONS`, "about" doubles the tolerance, and "over", "under" and
    "nearly" let the actual value lie on their side of the claim, by five tolerances at most.
    """

    CURRENCY_TOLERANCE_PERCENT: float = _number("HALLUCINATION_CURRENCY_TOLERANCE", 5)
    PERCENTAGE_TOLERANCE_PERCENT: float = _number("HALLUCINATION_PERCENTAGE_TOLERANCE", 2)
    RATIO_TOLERANCE_PERCENT: float = _number("HALLUCINATION_RATIO_TOLERANCE", 5)
    DATE_TOLERANCE_DAYS: int = _count("HALLUCINATION_DATE_TOLERANCE_DAYS", 0)
    CONFIDENCE_PENALTY_PERCENT: float = _number("HALLUCINATION_CONFIDENCE_PENALTY", 20)
    TARGET_VERIFICATION_TIME_MS: float = _number("HALLUCINATION_TARGET_TIME_MS", 100)
    TARGET_HALLUCINATION_RATE: float = _number("HALLUCINATION_TARGET_RATE", 0.05)
    VERIFY_CURRENCY: bool = _flag("HALLUCINATION_VERIFY_CURRENCY")
    VERIFY_PERCENTAGES: bool = _flag("HALLUCINATION_VERIFY_PERCENTAGES")
    VERIFY_DATES: bool = _flag("HALLUCINATION_VERIFY_DATES")
    VERIFY_RATIOS: bool = _flag("HALLUCINATION_VERIFY_RATIOS")
    AUTO_FLAG_UNVERIFIED: bool = _flag("HALLUCINATION_AUTO_FLAG")
    REVIEW_QUEUE_ENABLED: bool = _flag("HALLUCINATION_REVIEW_QUEUE")
    MAX_SOURCE_CHECKS: int = _count("HALLUCINATION_MAX_SOURCE_CHECKS", 10)
    DAY_FIRST: bool = False
    LOCALE: str = "en"
    HONOUR_APPROXIMATIONS: bool = False

    def __post_init__(self) -> None:
        for entry in fields(self):
            value = getattr(self, entry.name)
            if entry.type == "bool":
                if not isinstance(value, bool):
                    raise InputError(f"must be true or false, not {value!r}", field=entry.name)
            elif entry.type == "str":
                check_locale(value)
            else:
                _check_number(value, entry.name)

    @property
    def kinds(self) -> frozenset[FigureKind]:
        """The kinds of figures that are read."""
        switches = {
            FigureKind.CURRENCY: self.VERIFY_CURRENCY,
            FigureKind.PERCENTAGE: self.VERIFY_PERCENTAGES,
            FigureKind.DATE: self.VERIFY_DATES,
            FigureKind.RATIO: self.VERIFY_RATIOS,
        }
        return frozenset(kind for kind, on in switches.items() if on)

    def tolerance(self, kind: FigureKind) -> float:
        """Return the relative tolerance of a kind in percent; dates have none."""
        if kind is FigureKind.CURRENCY:
            return self.CURRENCY_TOLERANCE_PERCENT
        if kind is FigureKind.PERCENTAGE:
            return self.PERCENTAGE_TOLERANCE_PERCENT
        return self.RATIO_TOLERANCE_PERCENT if kind is FigureKind.RATIO else 0
