"""Matches of the grammar to exact amounts, percentages and ratios."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from veriscope.figures.figure import Figure, FigureKind
from veriscope.figures.grammar import MINUS, Grammar
from veriscope.figures.numerals import COMMA_DECIMAL, EXACT, decimals_of, parse_number, scaled
from veriscope.figures.pieces import LETTERS, normal
from veriscope.figures.words import (
    CODES,
    CURRENCY_WORDS,
    DOLLARS,
    HEDGES,
    KOREAN_CURRENCIES,
    KOREAN_PERCENT,
    KOREAN_SCALES,
    LETTER_SCALES,
    LONG_SCALE,
    PERCENT_SIGNS,
    PERCENT_WORDS,
    RATIO_LINKS,
    SYMBOLS,
    WORD_SCALES,
)

_BEFORE_SIGN = re.compile(rf"[{LETTERS}%)\]€£¥₩$가-힣]")
_KOREAN_PART = re.compile(rf"([0-9][^{''.join(KOREAN_SCALES)}]*)([{''.join(KOREAN_SCALES)}]*)")
_NOUN_AFTER = re.compile(r"[ \t]?([A-Za-zÀ-ɏ가-힣]+)")
_GOES_ON = re.compile(r"[/:\-\u2013][0-9]|,[0-9]")
_WORDS_AFTER_RATIO = (
    "in for as at and to on by or versus vs during this last which from with "
    "while but below above en im au für und et gegenüber times x "
    "로 으로 이다 입니다 였다 이었다 를 을 에서 에"
)
_AFTER_RATIO = frozenset(_WORDS_AFTER_RATIO.split())
_PERCENT_UNITS = {**PERCENT_WORDS, **PERCENT_SIGNS, **KOREAN_PERCENT, "%": "%"}
_MONEY_UNITS = {**CURRENCY_WORDS, **KOREAN_CURRENCIES, **SYMBOLS}
_MONEY_UNITS |= {code.lower(): code for code in CODES}
_MONEY_UNITS |= {f"{prefix.lower()}$": code for prefix, code in DOLLARS.items()}


@dataclass(slots=True)
class Reading:
    """What matches are read in: the text, the grammar, and where the last figure ended."""

    text: str
    grammar: Grammar
    floor: int = 0

    def number(self, written: str) -> Decimal | None:
        """Read digits by the locale."""
        if written[0] in ".,":
            written = f"0{written}"
        return parse_number(written, self.grammar.locale)


def read_symbol(match: re.Match[str], reading: Reading) -> Figure | None:
    """Read an amount after its symbol; `($1.2M)` and `-$1.2M` are negative."""
    start, end = match.span()
    text, inner = reading.text, match["inner"]
    negative = inner is not None
    if inner == "(":
        if text[end : end + 1] != ")":
            return None
        end += 1
    elif start > reading.floor and text[start - 1] == "(" and text[end : end + 1] == ")":
        start, end, negative = start - 1, end + 1, True
    if _signed(text, start, reading.floor):
        start, negative = start - 1, True
    symbol = match["symbol"].lower()
    unit = match["amount_code"].upper() if match["amount_code"] else _MONEY_UNITS[symbol]
    parts = (match["amount"], match["amount_to"], match["amount_scale"])
    return _amount(reading, (start, end), parts, unit, negative)


def read_code(match: re.Match[str], reading: Reading) -> Figure | None:
    """Read an amount after its ISO code."""
    start = match.start()
    negative = match["code_sign"] is not None
    if _signed(reading.text, start, reading.floor):
        start, negative = start - 1, True
    parts = (match["coded"], None, match["coded_scale"])
    return _amount(reading, (start, match.end()), parts, match["code"].upper(), negative)


def read_number_first(match: re.Match[str], reading: Reading) -> Figure | None:
    """Read a number by the unit behind it; None for a bare number."""
    start, negative = match.start(), False
    if _signed(reading.text, start, reading.floor):
        start, negative = start - 1, True
    span = (start, match.end())
    if match["money"]:
        parts = (match["num"], match["num_to"], match["scale"])
        return _amount(reading, span, parts, _MONEY_UNITS[normal(match["money"])], negative)
    if match["percent"]:
        unit = _PERCENT_UNITS[normal(match["percent"])]
        ends = (match["num"], match["num_to"])
        return _plain(reading, FigureKind.PERCENTAGE, span, ends, unit, negative)
    if match["times_word"] and not re.search("[.,]", match["num"]):
        return None  # "three times" counts; only "1.25 times" is a ratio
    return _plain(reading, FigureKind.RATIO, span, (match["num"], match["num_to"]), "x", negative)


def read_korean(match: re.Match[str], reading: Reading) -> Figure | None:
    """Read `1조 2,000억 원` as the sum of its parts."""
    total = Decimal(0)
    for written, powers in _KOREAN_PART.findall(match["korean"]):
        number = reading.number(written.strip())
        if number is None:
            return None
        total = EXACT.add(total, scaled(number, sum(KOREAN_SCALES[sign] for sign in powers)))
    start, negative = match.start(), _signed(reading.text, match.start(), reading.floor)
    span = (start - negative, match.end())
    return Figure(
        FigureKind.CURRENCY,
        reading.text[slice(*span)],
        span,
        total.copy_negate() if negative else total,
        _MONEY_UNITS[normal(match["korean_money"])],
        scale=max(4, decimals_of(total)),
    )


def read_ratio(match: re.Match[str], reading: Reading) -> Figure | None:
    """Read a ratio after its name; None where the number belongs to something else."""
    links = match["ratio_gap"].strip(" \t\n.:=~≈은는이가").lower().split()
    while links and (links[-1] in HEDGES or f"{links[-1]}." in HEDGES):
        links.pop()
    if links and links[-1] not in RATIO_LINKS:
        return None
    written, end = match["ratio"], match.end()
    if match["ratio_end"] is None and not _stands_alone(written, end, reading):
        return None
    if match["ratio_sign"] and reading.text[match.start("ratio") - 2].isspace() is False:
        return None
    negative = match["ratio_sign"] is not None
    return _plain(reading, FigureKind.RATIO, match.span(), (written, None), "x", negative)


def _stands_alone(written: str, end: int, reading: Reading) -> bool:
    """Whether the number is the ratio itself, not the start of a date, an amount or a count."""
    other = reading.grammar.pattern.match(reading.text, end - len(written))
    if other and (
        other["date"]
        or other["word_date"]
        or other["percent"]
        or other["money"]
        or other["korean_money"]
    ):
        return False
    if reading.grammar.scale_follows(reading.text, end) or _GOES_ON.match(reading.text, end):
        return False
    if re.search("[.,]", written):
        return True
    noun = _NOUN_AFTER.match(reading.text, end)
    if noun and noun[1].lower() not in _AFTER_RATIO:
        return False
    return not (len(written) == 4 and written[:2] in {"19", "20", "21"})


def _signed(text: str, start: int, floor: int) -> bool:
    """Whether a minus stands right before: not a hyphen between words, not a dash in a range."""
    if start <= floor or text[start - 1] not in MINUS:
        return False
    return start - 1 == floor or not _BEFORE_SIGN.match(text[start - 2])


def _scale_power(written: str | None, locale: str) -> int:
    word = normal(written) if written else ""
    if word in LONG_SCALE and locale in COMMA_DECIMAL:
        return LONG_SCALE[word]
    return LETTER_SCALES.get(word) or WORD_SCALES.get(word, 0)


def _amount(
    reading: Reading,
    span: tuple[int, int],
    parts: tuple[str, str | None, str | None],
    unit: str,
    negative: bool,
) -> Figure | None:
    low, high, scale = parts
    power = _scale_power(scale, reading.grammar.locale)
    return _plain(reading, FigureKind.CURRENCY, span, (low, high), unit, negative, power)


def _plain(
    reading: Reading,
    kind: FigureKind,
    span: tuple[int, int],
    ends: tuple[str, str | None],
    unit: str,
    negative: bool,
    power: int = 0,
) -> Figure | None:
    number = reading.number(ends[0])
    upper = reading.number(ends[1]) if ends[1] else None
    if number is None or (ends[1] and upper is None):
        return None
    value = scaled(number, power)
    return Figure(
        kind,
        reading.text[slice(*span)],
        span,
        value.copy_negate() if negative else value,
        unit,
        upper=None if upper is None else scaled(upper, power),
        decimals=decimals_of(number),
        scale=power,
    )
