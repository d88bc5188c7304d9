"""The figures of a text made comparable: what they measure, how much, and how finely."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from veriscope.figures import Approximation, DateParts, Figure, FigureKind, read_figures
from veriscope.model import Span
from veriscope.text.search_words import is_function_word, stems

_ABOUT = Decimal("0.1")
_HALF = Decimal("0.5")
# Numbers that the figure reader leaves alone: counts with the noun that follows, bare years.
_NUMBER = re.compile(
    r"(?<![\w.,:/–-])(?<!\d[–-]\s)(?<!\d\s[–-]\s)(?P<digits>\d{1,3}(?:,\d{3})+|\d{1,15})(?P<part>\.\d{1,9})?(?![\w:/%-]|[.,]\d|['’]s|\s?[–-]\s?\d)"
)
_SCALES = {
    3: "thousand tausend mille",
    6: "million millions mio millionen",
    9: "billion billions bn milliard milliards milliarde milliarden mrd",
    12: "trillion trillions",
}
_SCALE_OF = {word: power for power, words in _SCALES.items() for word in words.split()}
_SCALE = re.compile(
    rf"\s?({'|'.join(sorted(_SCALE_OF, key=len, reverse=True))})\b\.?", re.IGNORECASE
)
_HEDGES = {
    "about": Approximation.ABOUT,
    "over": Approximation.OVER,
    "under": Approximation.UNDER,
    "nearly": Approximation.NEARLY,
}
_HEDGE = re.compile(
    r"\b(?:(?P<about>about|around|approximately|roughly|some|circa|ca\.|environ|etwa|rund)"
    r"|(?P<over>over|more than|at least|exceeding|plus de|über|mehr als)"
    r"|(?P<under>under|less than|fewer than|up to|at most|moins de|unter|weniger als)"
    r"|(?P<nearly>nearly|almost|presque|fast|knapp))\s$",
    re.IGNORECASE,
)
_UNIT = re.compile(r"\s?([^\W\d_]{1,40})")
_YEAR_BEFORE = re.compile(
    r"(?:\b(?:in|since|by|until|till|from|before|after|during|around|circa|year|of|en|depuis|"
    r"dès|avant|après|année|im|seit|bis|von|vor|nach|ab|um|jahre?)|[(,–-])\s?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """One figure. Two can be compared when they have the same `measure`.

    `step` is half of the last place that is written, in the figure's own size: 5.2 million has
    50,000. A date has `date` instead of `value`.
    """

    measure: str
    text: str
    span: Span
    value: Decimal | None = None
    step: Decimal = Decimal(0)
    date: DateParts | None = None
    hedge: Approximation | None = None


def quantities(text: str) -> list[Quantity]:
    """Return what can be compared in `text`, in order; ranges are left out, as they may mean two.

    Numbers of the kind 1.234, which is one thing here and another there, are left out as well.
    """
    figures = read_figures(text)
    found = [_of_figure(figure) for figure in figures if _is_single(figure)]
    taken = [figure.span for figure in figures]
    found += _plain(text, taken)
    return sorted(found, key=lambda quantity: quantity.span)


def agree(one: Quantity, other: Quantity) -> bool:
    """Whether two figures of the same measure can both be true, each as finely as it speaks."""
    if one.date is not None and other.date is not None:
        left, right = one.date.given(), other.date.given()
        return all(left[part] == right[part] for part in left.keys() & right.keys())
    if one.value is None or other.value is None:
        return True
    room = max(one.step, other.step)
    if Approximation.ABOUT in (one.hedge, other.hedge):
        room = max(room, _ABOUT * max(abs(one.value), abs(other.value)))
    near = abs(one.value - other.value) <= room
    return near or _leaves(one, other.value) or _leaves(other, one.value)


def _leaves(hedged: Quantity, value: Decimal) -> bool:
    """Whether "over 5" or the like leaves room for `value`."""
    if hedged.value is None:
        return False
    if hedged.hedge is Approximation.OVER:
        return value > hedged.value
    if hedged.hedge is Approximation.UNDER:
        return value < hedged.value
    if hedged.hedge is Approximation.NEARLY:
        return hedged.value * (1 - _ABOUT) <= value <= hedged.value
    return False


def _is_single(figure: Figure) -> bool:
    return figure.upper is None and figure.range_end is None


def _of_figure(figure: Figure) -> Quantity:
    if figure.date is not None:
        return Quantity("date", figure.text, figure.span, date=figure.date)
    measure = figure.unit or figure.kind
    if figure.kind is FigureKind.PERCENTAGE and figure.unit is None:
        measure = "%"
    return Quantity(
        measure,
        figure.text,
        figure.span,
        value=figure.value,
        step=_HALF * Decimal(10) ** (figure.scale - figure.decimals),
        hedge=figure.approximation,
    )


def _plain(text: str, taken: list[Span]) -> list[Quantity]:
    out = []
    ahead = iter([*taken, (len(text) + 1, len(text) + 1)])
    next_start, next_end = next(ahead)
    for found in _NUMBER.finditer(text):
        while next_end <= found.start():
            next_start, next_end = next(ahead)
        if found.end() > next_start:
            continue
        quantity = _count_or_year(text, found)
        if quantity is not None:
            out.append(quantity)
    return out


def _count_or_year(text: str, found: re.Match[str]) -> Quantity | None:
    digits, part = found["digits"], found["part"] or ""
    scaled = _SCALE.match(text, found.end())
    unit = _UNIT.match(text, scaled.end() if scaled else found.end())
    looks_like_year = len(digits) == 4 and not (part or scaled) and "1000" <= digits <= "2199"
    if looks_like_year and _YEAR_BEFORE.search(text, max(0, found.start() - 12), found.start()):
        return Quantity("date", digits, found.span(), date=DateParts(year=int(digits)))
    if unit is None or is_function_word(unit.group(1)) or (len(part) == 4 and not scaled):
        return None
    power = _SCALE_OF[scaled.group(1).lower()] if scaled else 0
    exact = not (scaled or part)
    span = (found.start(), unit.end())
    return Quantity(
        measure=f"count of {' '.join(stems(unit.group(1)))}",
        text=text[span[0] : span[1]],
        span=span,
        value=Decimal(digits.replace(",", "") + part).scaleb(power),
        step=Decimal(0) if exact else _HALF * Decimal(10) ** (power - max(0, len(part) - 1)),
        hedge=_hedge_before(text, found.start()),
    )


def _hedge_before(text: str, start: int) -> Approximation | None:
    found = _HEDGE.search(text, max(0, start - 16), start)
    return _HEDGES[found.lastgroup] if found and found.lastgroup else None
