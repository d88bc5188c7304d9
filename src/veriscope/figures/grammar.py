"""One pattern a locale that finds whatever may be a figure, in one pass over the text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from veriscope.figures.dates import FROM_DIGIT, FROM_LETTER
from veriscope.figures.pieces import BLANK, END, GAP, LETTERS, START, number, plain, words
from veriscope.figures.words import (
    CODES,
    CURRENCY_WORDS,
    DOLLARS,
    KOREAN_CURRENCIES,
    KOREAN_PERCENT,
    KOREAN_SCALES,
    LETTER_SCALES,
    PERCENT_SIGNS,
    PERCENT_WORDS,
    RATIO_NAMES,
    SYMBOLS,
    WORD_SCALES,
)

MINUS = "-\u2212\u2013"
_SYMBOL = rf"(?:{START}{plain(DOLLARS)}\$|{plain(SYMBOLS)})"
_CODE = words(CODES)
_SCALE = (
    rf"(?:{GAP}{words(WORD_SCALES)}(?:(?<=\.)|{END})"
    rf"|{words(LETTER_SCALES)}{END}"
    rf"|{BLANK}{words(LETTER_SCALES)}{END}(?![-'’&][{LETTERS}]))"
)
_PERCENT = (
    rf"(?:{plain(KOREAN_PERCENT)}|{words(PERCENT_SIGNS)}(?:(?<=\.)|{END})|%"
    rf"|{words(PERCENT_WORDS)}(?:(?<=\.)|{END}))"
)
_SCALE_SIGNS = "".join(KOREAN_SCALES)
_KOREAN_MONEY = f"{plain(KOREAN_CURRENCIES)}(?![칙소본])"
_MONEY = (
    rf"(?:{_CODE}{END}|{words(CURRENCY_WORDS)}{END}|(?:{plain(DOLLARS)})?+\$(?![0-9])"
    rf"|{plain(set(SYMBOLS) - {'$'})}(?![0-9])|{_KOREAN_MONEY})"
)
_OF = rf"{GAP}(?:(?ai:of|de|US|U\.S\.){BLANK}|d['’])?+"
_TO_ONE = rf"{GAP}:{GAP}1(?![0-9:.,])"
_TIMES = (
    rf"(?:{BLANK}?[x×]{END}(?!{BLANK}?[0-9])"
    rf"(?:{BLANK}(?ai:coverage|leverage|cover){END})?+"
    rf"|{_TO_ONE}|{BLANK}?배(?![당럴송추분치달포경열터])|-?(?ai:fach(?:e[nsr]?)?){END}"
    rf"|{BLANK}(?ai:times{BLANK}coverage){END})"
)
_TIMES_WORD = rf"{BLANK}(?ai:to{BLANK}1(?![0-9:.,])|times{END}|fois{END})"

_HAS_SCALE = re.compile(_SCALE)


def _symbol_first(num: str) -> str:
    """`$1.2M`, `€-5`, `$(3)`, `$1.1-1.3 million`, `US$ 5 million`, `$5M USD`."""
    return (
        rf"(?P<symbol>{_SYMBOL}){BLANK}{{0,3}}+(?P<inner>[{MINUS}(])?+(?P<amount>{num})"
        rf"(?:{_join(num, 'amount_to', _SCALE)})?+(?P<amount_scale>{_SCALE})?+"
        rf"(?:{GAP}(?P<amount_code>{_CODE}){END})?+"
    )


def _code_first(num: str) -> str:
    """`USD 1.2M`."""
    return (
        rf"(?=[A-Za-z]{{3}}(?![A-Za-z]))(?P<code>{_CODE}){BLANK}{{0,2}}+(?P<code_sign>[{MINUS}])?+"
        rf"(?P<coded>{num})(?P<coded_scale>{_SCALE})?+"
    )


def _ratio(num: str) -> str:
    """`DSCR was 1.25`, `ratio of 1.25:1`."""
    return (
        rf"(?=[CDIMQRVcdimqrv비])(?P<ratio_name>{words(RATIO_NAMES)})"
        rf"(?P<ratio_gap>(?:[ \t\n]{{1,2}}[A-Za-zÀ-ɏ]{{1,14}}{END}){{0,7}}+\.?+{GAP}"
        rf"[:=~≈은는이가]?+{GAP})(?P<ratio_sign>[{MINUS}])?+(?P<ratio>{num})"
        rf"(?P<ratio_end>{_TIMES}|{_TIMES_WORD})?+"
    )


def _korean(num: str) -> str:
    """`1조 2,000억 원`, `12억 3천만 달러`."""
    part = f"{num}{BLANK}?+[{_SCALE_SIGNS}]{{1,3}}+"
    return (
        rf"(?P<korean>{part}(?:{BLANK}?+{part}){{0,4}}+(?:{BLANK}?+{num})?+)"
        rf"{GAP}(?P<korean_money>{_KOREAN_MONEY})"
    )


def _number_first(num: str) -> str:
    """`85 %`, `8-10 %`, `1,2 Mio. €`, `1.25x coverage`; a bare number comes with no unit."""
    unit = rf"{GAP}{_PERCENT}|(?:{_SCALE})?+{_OF}{_MONEY}"
    return (
        rf"(?P<num>{num})(?:{_join(num, 'num_to', unit)})?+"
        rf"(?:{GAP}(?P<percent>{_PERCENT})|(?P<scale>{_SCALE})?+{_OF}(?P<money>{_MONEY})"
        rf"|(?P<times>{_TIMES})|(?P<times_word>{_TIMES_WORD}))?+"
    )


def _join(num: str, name: str, unit: str) -> str:
    """The far end of a range under one unit, as in `8-10 %`; only where the unit follows."""
    dash = rf"{BLANK}?\u2013{BLANK}?|[-\u2014]|{BLANK}(?ai:to|bis|à){BLANK}"
    return rf"(?:{dash})(?P<{name}>{num})(?={unit})"


@dataclass(frozen=True, slots=True)
class Grammar:
    """The compiled pattern of one locale. It matches every number, also those without a unit.

    So whatever is looked at is consumed, and no text makes the search look at it again and again.
    """

    locale: str
    pattern: re.Pattern[str]

    def scale_follows(self, text: str, at: int) -> bool:
        """Whether a scale word such as "million" stands at `at`."""
        return _HAS_SCALE.match(text, at) is not None


@cache
def grammar(locale: str) -> Grammar:
    """Return the grammar of a language, compiled at its first use."""
    num = number(locale)
    digit = f"(?P<date>{FROM_DIGIT})|{_korean(num)}|{_number_first(num)}"
    letter = f"(?P<word_date>{FROM_LETTER})|{_code_first(num)}|{_ratio(num)}"
    # What starts inside a word or a number is ruled out first, and at once.
    pattern = rf"{START}(?:(?=[0-9.,])(?:{digit})|(?=[A-Za-z비])(?:{letter}))|{_symbol_first(num)}"
    return Grammar(locale, re.compile(pattern))
