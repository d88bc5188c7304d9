"""Written numbers to exact decimals, by the habits of a locale."""

from __future__ import annotations

import re
from decimal import Context, Decimal

from veriscope.errors import InputError

LOCALES = ("en", "fr", "de", "ko")
COMMA_DECIMAL = frozenset({"fr", "de"})
SPACES = " \u00a0\u202f\u2009"
EXACT = Context(prec=20_000, Emax=999_999, Emin=-999_999)
"""Adds and multiplies without rounding anything that a text or a database column can hold."""

_GROUPS = re.compile(r"[0-9]{1,3}(?:[^0-9][0-9]{3})++")
_INDIAN = re.compile(r"[0-9]{1,2}(?:,[0-9]{2})*,[0-9]{3}")
_SPACING = str.maketrans("", "", SPACES + "'’")


def check_locale(locale: str) -> str:
    """Return the language of a locale such as `de` or `fr-CA`; an unknown one is an error."""
    language = str(locale).replace("_", "-").partition("-")[0].lower()
    if language not in LOCALES:
        raise InputError(f"must be one of {', '.join(LOCALES)}, not {locale!r}", field="locale")
    return language


def parse_number(written: str, locale: str) -> Decimal | None:
    """Return the number that digits with separators stand for; None where they are malformed.

    A separator that can only be one thing is read as that thing in every locale: `1.234,50` has a
    decimal comma, `1,2` has no group of three. Only `1,234` and `1.234` need the locale.
    """
    if written.isdigit():
        return Decimal(written)
    whole, point, fraction = _split(written, locale)
    if not (whole.isdigit() or _grouped(whole)) or (point and not fraction.isdigit()):
        return None
    digits = whole.translate(_SPACING).replace(",", "").replace(".", "")
    return Decimal(f"{digits}.{fraction}" if point else digits)


def decimals_of(number: Decimal) -> int:
    """Return how many digits stand after the point."""
    exponent = number.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def shown(number: Decimal) -> str:
    """Return a number for a reader: thousands set off, no exponent, no zeros that say nothing."""
    return f"{EXACT.normalize(number):,f}"


def scaled(number: Decimal, power: int) -> Decimal:
    """Return number x 10^power, exact, and without an exponent in its written form."""
    return Decimal(f"{Decimal(f'{number:f}E{power}'):f}") if power else number


def _split(written: str, locale: str) -> tuple[str, bool, str]:
    """Cut at the decimal separator, if there is one."""
    comma, dot = written.rfind(","), written.rfind(".")
    at = max(comma, dot)
    if at < 0:
        return written, False, ""
    mark = written[at]
    if (comma >= 0 and dot >= 0) or not _is_group(written, at, mark, locale):
        return written[:at] or "0", True, written[at + 1 :]
    return written, False, ""


def _is_group(written: str, at: int, mark: str, locale: str) -> bool:
    """Whether the last separator, the only one of its sort, sets off thousands."""
    if written.count(mark) > 1:
        return True
    before, after = written[:at], written[at + 1 :]
    if len(after) != 3 or not 1 <= len(before) <= 3 or before[0] == "0":
        return False
    return mark != ("," if locale in COMMA_DECIMAL else ".")


def _grouped(whole: str) -> bool:
    """Whether an integer part is set off in threes by one sign, or in the Indian way."""
    marks = set(whole.translate(_DIGITS))
    if len(marks) != 1:
        return False
    return bool(_GROUPS.fullmatch(whole) or _INDIAN.fullmatch(whole))


_DIGITS = str.maketrans("", "", "0123456789")
