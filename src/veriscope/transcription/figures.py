"""Numbers and dates as they stand on old and new pages, brought to one key each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from veriscope.model import Span

_MONTHS = (
    "january januarii janvier januar jan",
    "february februarii fevrier februar feb",
    "march martii mars marz",
    "april aprilis avril",
    "may maii mai",
    "june junii juin juni",
    "july julii juillet juli",
    "august augusti aout aoust",
    "september septembris septembre 7bre 7ber",
    "october octobris octobre oktober 8bre 8ber",
    "november novembris novembre 9bre 9ber",
    "december decembris decembre dezember 10bre",
    "vendemiaire", "brumaire", "frimaire", "nivose", "pluviose", "ventose",
    "germinal", "floreal", "prairial", "messidor", "thermidor", "fructidor",
)  # fmt: skip
_MONTH_OF = {name: n for n, names in enumerate(_MONTHS, start=1) for name in names.split()}
_ENDING = r"(?:st|nd|rd|th|er|re|eme|ème|e|me|ten|ter|o|°|º)?"
_MONTH = r"(?P<month>\d{0,2}[^\W\d_]{3,12})\.?"
_DAY = r"(?P<day>\d{1,2})" + _ENDING
_YEAR = r"(?:[\s,.]{1,3}(?P<year>\d{4})(?!\w))?"
_DAY_FIRST = re.compile(rf"(?<!\w){_DAY}(?:\s(?:of|day\sof|de|du))?[\s.]{{1,3}}{_MONTH}{_YEAR}")
_MONTH_FIRST = re.compile(rf"(?<!\w){_MONTH}\s{{1,3}}{_DAY}(?!\w){_YEAR}")
_NUMBER = re.compile(rf"(?<!\w)(?<!\d[.,'’])\d+(?:[.,'’]\d+)*{_ENDING}(?!\w)")
_GROUPED = re.compile(r"\d{1,3}(?:[.,'’]\d{3})+")
_ROMAN = re.compile(
    r"(?<!\w)(?=[MDCLXVI]{2})M{0,4}(?:CM|CD|D?C{0,4})(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4})(?!\w)"
)
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


@dataclass(frozen=True)
class PageFigure:
    """A number or a date on a page. Equal keys mean the same figure, however it is written."""

    span: Span
    text: str
    key: tuple[str, ...]

    @property
    def is_date(self) -> bool:
        """Return whether it is a day of a month."""
        return self.key[0] == "date"


def find_figures(text: str) -> list[PageFigure]:
    """Return the dates and the numbers of a text in order; a date's own numbers are not repeated.

    Digits inside a word, as misread letters leave them, are no figure. `XIV` and `14` are one
    number, and so are `1,200`, `1.200` and `1200`.
    """
    dates: list[PageFigure] = []
    covered: set[int] = set()
    for form in (_DAY_FIRST, _MONTH_FIRST):
        found = [figure for match in form.finditer(text) if (figure := _date(match))]
        dates += [figure for figure in found if covered.isdisjoint(range(*figure.span))]
        covered.update(place for figure in dates for place in range(*figure.span))
    numbers = [
        PageFigure(match.span(), match[0], ("number", _number(match[0])))
        for match in _NUMBER.finditer(text)
        if match.start() not in covered
    ]
    romans = [
        PageFigure(match.span(), match[0], ("number", str(_roman(match[0]))))
        for match in _ROMAN.finditer(text)
    ]
    return sorted(dates + numbers + romans, key=lambda figure: figure.span)


def invented_figures(reference: str, hypothesis: str) -> list[PageFigure]:
    """Return the figures of the output that the reference has nowhere.

    A date also needs its own day and month in the reference; a year that only one side gives is
    no contradiction.
    """
    theirs = find_figures(reference)
    known = {key for figure in theirs for key in _readings(figure)}
    ours = find_figures(hypothesis)
    return [figure for figure in ours if known.isdisjoint(_asked(figure))]


def _readings(figure: PageFigure) -> Iterable[tuple[str, ...]]:
    yield figure.key
    if figure.is_date:
        day = figure.key[:3]
        yield day
        yield (*day, "any")
        if len(figure.key) == 3:
            yield (*day, "no year")
        yield from (("number", part) for part in (figure.key[2], *figure.key[3:]))


def _asked(figure: PageFigure) -> set[tuple[str, ...]]:
    if figure.is_date and len(figure.key) == 4:
        return {figure.key, (*figure.key[:3], "no year")}
    return {figure.key}


def _date(match: re.Match[str]) -> PageFigure | None:
    month = _MONTH_OF.get(_plain(match["month"]))
    day = int(match["day"])
    if month is None or not 1 <= day <= 31:
        return None
    year = match["year"]
    key = ("date", str(month), str(day), *([str(int(year))] if year else []))
    return PageFigure(match.span(), match[0], key)


def _plain(word: str) -> str:
    letters = unicodedata.normalize("NFD", word.replace("ſ", "s").casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _number(text: str) -> str:
    digits = re.match(r"\d+(?:[.,'’]\d+)*", text)
    body = digits[0] if digits else text
    if _GROUPED.fullmatch(body):
        body = re.sub(r"[.,'’]", "", body)
    body = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else "." for c in body)
    return body.lstrip("0") or "0"


def _roman(text: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in text]
    following = [*values[1:], 0]
    return sum(-a if a < b else a for a, b in zip(values, following, strict=True))
