"""Dates in words and digits: years with halves, quarters, months and days."""

from __future__ import annotations

import re
from calendar import monthrange

from veriscope.figures.figure import DateParts
from veriscope.figures.pieces import BLANK, END, GAP, YEAR, normal, words
from veriscope.figures.words import MONTH_NUMBERS, ORDINALS

_TWO = "[jJ][aAuUäÄ]|[fF][eEéÉ]|[mM][aAäÄrR]|[aA][pPvVuUoO]|[sS][eE]|[oO][cCkK]|[nN][oO]|[dD][eEéÉ]"
"""How months begin: rules out most words before the table of months is gone through."""
_MONTH = rf"(?={_TWO})(?P<month>{words(MONTH_NUMBERS)})"
_Y = rf"(?P<year>{YEAR})"
_SHORT = "(?P<short>[0-9]{2})(?![0-9])"
_FISCAL = (
    r"(?:(?ai:fiscal[ -]year|fiscal|financial[ -]year|calendar[ -]year|year|fy)"
    r"|(?:de )?l['’](?:année|exercice)|exercice|(?:des )?Geschäftsjahr(?:e?s)?|Jahres)"
)
_OF = rf"(?:,?{BLANK}{{1,2}}|[-/])?+(?:(?ai:of|in|de|des){BLANK}{{1,2}}+)?+"
_THE = rf"(?:(?ai:the){BLANK}{{1,2}}+)?+(?:{_FISCAL}{GAP})?+"
_ANY_YEAR = rf"(?:{_Y}|(?:['’]|(?<=[Yy])){_SHORT})"
_DAY = "(?P<day>[0-9]{1,2})"
_NTH = "(?ai:st|nd|rd|th|er|\\.)?+"
_SEP = f"(?:{BLANK}{{1,2}}|-)"
_HALF = "(?ai:half|semestre|halbjahr|halbjahres)"
_QUARTER = "(?ai:quarter|trimestre|quartal|quartals)"
_NUMERIC_END = r"(?![0-9]|[/.-][0-9])"

_SPOKEN = (
    (
        rf"{_MONTH}\.?+(?:{_SEP}{_DAY}{_NTH}(?:,{GAP}|{BLANK}{{1,2}})"
        rf"|(?:,?{BLANK}{{1,2}}|[-/])(?:(?ai:of|de){BLANK})?+){_Y}"
    ),
    rf"[QTqt](?P<quarter>[1-4]){_OF}{_THE}{_ANY_YEAR}",
    rf"[HhSs](?P<half>[12]){_OF}{_THE}{_ANY_YEAR}",
    rf"(?ai:fy){GAP}-?(?:{_Y}|['’]?{_SHORT})(?:{BLANK}?[Qq](?P<quarter>[1-4]){END})?+",
    rf"(?ai:fiscal|financial){BLANK}(?:(?ai:year){BLANK})?+(?:(?ai:of){BLANK})?+{_Y}",
    rf"(?:(?ai:exercice)|Geschäftsjahr){BLANK}{_Y}",
)
_ORDINAL = (
    (
        rf"(?P<nth>{words(ORDINALS)}){BLANK}(?:(?ai:fiscal|calendar){BLANK})?+"
        rf"(?:{_QUARTER}|(?P<of_half>{_HALF})){_OF}{_THE}{_ANY_YEAR}"
    ),
)
_WRITTEN = (
    rf"{_DAY}{_NTH}{_SEP}(?:(?ai:of|de){BLANK})?+{_MONTH}\.?+(?:,?{BLANK}{{1,2}}|-){_Y}",
    (
        rf"{_Y}년도?(?:{GAP}(?:(?P<month_ko>[0-9]{{1,2}})월(?:{GAP}(?P<day>[0-9]{{1,2}})일)?+"
        rf"|제?(?P<quarter>[1-4]){GAP}(?:사?분기|쿼터)|(?P<side>[상하])반기))?+"
    ),
    (
        rf"(?P<year>(?:1[5-9]|20|21)[0-9]{{2}})(?P<mark>[-/.])(?P<month_n>[0-9]{{1,2}})(?P=mark)"
        rf"(?P<day>[0-9]{{1,2}}){_NUMERIC_END}"
    ),
    (
        rf"(?P<year>(?:1[5-9]|20|21)[0-9]{{2}})\.{BLANK}(?P<month_n>[0-9]{{1,2}})\.{BLANK}"
        rf"(?P<day>[0-9]{{1,2}})(?![0-9])"
    ),
    (
        r"(?P<first>[0-9]{1,2})(?P<mark>[-/.])(?P<second>[0-9]{1,2})(?P=mark)"
        rf"(?P<year>(?:1[5-9]|20|21)[0-9]{{2}}){_NUMERIC_END}"
    ),
    (
        rf"(?P<first>[0-9]{{1,2}})(?P<mark>/)(?P<second>[0-9]{{1,2}})/(?P<short>[0-9]{{2}})"
        rf"{_NUMERIC_END}"
    ),
    rf"(?P<year>(?:1[5-9]|20|21)[0-9]{{2}})-(?P<month_iso>0[1-9]|1[0-2]){_NUMERIC_END}",
    (
        rf"(?P<year>(?:1[5-9]|20|21)[0-9]{{2}})(?:{BLANK}|[-/])?+(?:[QTqt](?P<quarter>[1-4])"
        rf"|[Hh](?P<half>[12]))"
    ),
    rf"(?P<quarter>[1-4])[Qq]{GAP}['’]?(?:{_Y}|{_SHORT})",
    rf"(?P<half>[12])[Hh]{GAP}['’]?(?:{_Y}|{_SHORT})",
)
_DIGITS = f"[0-9]{{1,4}}(?:[-/.'’A-Za-zè년]|{BLANK}[A-Za-z])"
_INITIALS = "ADEFGHJMNOPQSTVZadefghjmnopqstvz"
_FORMS = tuple(re.compile(f"{form}{END}") for form in (*_SPOKEN, *_ORDINAL, *_WRITTEN))


def _anonymous(forms: tuple[str, ...]) -> str:
    """Join forms for a larger pattern, which cannot hold one group name twice."""
    joined = "|".join(f"{form}{END}".replace("(?P=mark)", "[-/.]") for form in forms)
    return re.sub(r"\(\?P<\w+>", "(?:", joined)


FROM_DIGIT = rf"(?={_DIGITS})(?:{_anonymous((*_ORDINAL, *_WRITTEN))})"
"""Dates that start with a digit, without groups, for a larger pattern; stand after `START`."""
FROM_LETTER = rf"(?=[{_INITIALS}])(?:{_anonymous((*_SPOKEN, *_ORDINAL))})"
"""Dates that start with a letter."""


def read_date(text: str, at: int, day_first: bool) -> tuple[DateParts, int] | None:
    """Return the longest date that begins at `at`, and where it ends; None if there is none."""
    best: tuple[DateParts, int] | None = None
    for form in _FORMS:
        match = form.match(text, at)
        if match and (best is None or match.end() > best[1]):
            parts = _parts(match, day_first)
            best = (parts, match.end()) if parts else best
    return best


def _parts(match: re.Match[str], day_first: bool) -> DateParts | None:
    found = {name: value for name, value in match.groupdict().items() if value}
    year = int(found["year"]) if "year" in found else _full_year(int(found["short"]))
    if "month_iso" in found and int(found["month_iso"]) > year % 100:
        return None  # "2010-12" is a span of years
    if "first" in found:
        return _ordered(found, year, day_first)
    nth = ORDINALS[normal(found["nth"])] if "nth" in found else None
    half = nth if "of_half" in found else _whole(found.get("half"))
    quarter = nth if "of_half" not in found and nth else _whole(found.get("quarter"))
    if half is not None and half > 2:
        return None
    month = found.get("month_n") or found.get("month_ko") or found.get("month_iso")
    parts = DateParts(
        year=year,
        half=half or {"상": 1, "하": 2}.get(found.get("side", "")),
        quarter=quarter,
        month=int(month) if month else MONTH_NUMBERS.get(found.get("month", "").lower()),
        day=int(found["day"]) if "day" in found else None,
    )
    return parts if _exists(parts) else None


def _whole(digits: str | None) -> int | None:
    return int(digits) if digits else None


def _full_year(short: int) -> int:
    return short + (2000 if short < 70 else 1900)


def _ordered(found: dict[str, str], year: int, day_first: bool) -> DateParts | None:
    """Read `12/01/2024`; dots are day first everywhere, and no month exceeds twelve."""
    first, second = int(found["first"]), int(found["second"])
    if day_first or found["mark"] == ".":
        first, second = second, first
    for month, day in ((first, second), (second, first)):
        parts = DateParts(year=year, month=month, day=day)
        if _exists(parts):
            return parts
    return None


def _exists(parts: DateParts) -> bool:
    if parts.month is None:
        return parts.day is None
    if not 1 <= parts.month <= 12:
        return False
    return parts.day is None or 1 <= parts.day <= monthrange(parts.year, parts.month)[1]
