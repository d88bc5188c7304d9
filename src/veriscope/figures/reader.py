"""Read every figure of a text, in one pass and in linear time."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from veriscope.errors import InputError
from veriscope.figures.amounts import (
    Reading,
    read_code,
    read_korean,
    read_number_first,
    read_ratio,
    read_symbol,
)
from veriscope.figures.dates import read_date
from veriscope.figures.figure import Figure, FigureKind
from veriscope.figures.grammar import Grammar, grammar
from veriscope.figures.hedges import with_hedges
from veriscope.figures.numerals import COMMA_DECIMAL, check_locale

Reader = Callable[[re.Match[str], Reading], Figure | None]
_READERS: dict[str, Reader] = {
    **dict.fromkeys(("amount", "amount_to", "amount_scale", "amount_code"), read_symbol),
    **dict.fromkeys(("coded", "coded_scale"), read_code),
    **dict.fromkeys(("percent", "money", "times", "times_word"), read_number_first),
    **dict.fromkeys(("ratio", "ratio_end"), read_ratio),
    "korean_money": read_korean,
}
"""Who reads a match, by the name of its last group. A bare number ends with none of these."""


_DATES = frozenset({"date", "word_date"})
_RATIOS = frozenset({"ratio", "ratio_end"})


def read_figures(
    text: str,
    *,
    locale: str = "en",
    day_first: bool = False,
    kinds: Collection[FigureKind] | None = None,
) -> list[Figure]:
    """Return the figures of `text` in their order; they never overlap.

    `locale` (`en`, `fr`, `de`, `ko`) decides what may mean two things: `1,234`, "billion",
    `12/01/2024`. Words and signs of all four languages are understood in each. `day_first` turns
    numeric dates; French and German are day first without it. With `kinds` only those are
    returned. The time taken grows with the length of the text and with nothing else.
    """
    if not isinstance(text, str):
        raise InputError("must be a string", field="text")
    language = check_locale(locale)
    found = with_hedges(text, list(_scan(text, grammar(language), day_first)))
    return [figure for figure in found if kinds is None or figure.kind in kinds]


def _scan(text: str, rules: Grammar, day_first: bool) -> Iterator[Figure]:
    day_first = day_first or rules.locale in COMMA_DECIMAL
    search, at, reading = rules.pattern.search, 0, Reading(text, rules)
    while match := search(text, at):
        at = match.end()
        last = match.lastgroup or ""
        if last in _DATES:
            figure = _date(text, match.start(), day_first)
        elif last in _READERS:
            figure = _READERS[last](match, reading)
            if figure is None and last in _RATIOS:
                at = match.start("ratio")
        else:
            continue
        if figure:
            yield figure
            reading.floor = at = figure.span[1]


def _date(text: str, start: int, day_first: bool) -> Figure | None:
    found = read_date(text, start, day_first)
    if found is None:
        return None
    parts, end = found
    return Figure(FigureKind.DATE, text[start:end], (start, end), date=parts)
