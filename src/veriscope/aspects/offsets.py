"""What a span counts in, and the way from there to code points of the text as it is given."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Literal


class OffsetUnit(StrEnum):
    """What the numbers of a span count.

    The last two are characters of the text in its composed or decomposed form: a model that was
    given the other form of the same text counts so.
    """

    CHARACTERS = "characters"
    UTF16 = "utf-16"
    BYTES = "bytes"
    NFC = "nfc-characters"
    NFD = "nfd-characters"


_HANGUL_TAIL = (("\u1160", "\u11ff"), ("\ud7b0", "\ud7ff"))
Form = Literal["NFC", "NFD"]
_FORMS: dict[OffsetUnit, Form] = {OffsetUnit.NFC: "NFC", OffsetUnit.NFD: "NFD"}


def units_agree(text: str) -> bool:
    """Whether all units count this text alike, so that no conversion is needed."""
    return text.isascii()


def positions(text: str, unit: OffsetUnit) -> Mapping[int, int]:
    """Map each offset in `unit` that lies between characters of `text` to its code point offset.

    An offset that is no key cuts a character, and no span may begin or end there.
    """
    if unit is OffsetUnit.CHARACTERS:
        return {i: i for i in range(len(text) + 1)}
    if unit in _FORMS:
        return _form_positions(text, _FORMS[unit])
    width = _utf16_width if unit is OffsetUnit.UTF16 else _utf8_width
    out = {0: 0}
    at = 0
    for i, char in enumerate(text, start=1):
        at += width(char)
        out[at] = i
    return out


def _utf16_width(char: str) -> int:
    return 2 if char > "\uffff" else 1


def _utf8_width(char: str) -> int:
    if char < "\x80":
        return 1
    if char < "\u0800":
        return 2
    return 3 if char <= "\uffff" else 4


def _form_positions(text: str, form: Form) -> dict[int, int]:
    out = {0: 0}
    at = source = 0
    for piece in clusters(text):
        length = len(unicodedata.normalize(form, piece))
        if length == len(piece):
            out.update((at + i, source + i) for i in range(1, length))
        at += length
        source += len(piece)
        out[at] = source
    return out


def clusters(text: str) -> Iterator[str]:
    """Cut a text into pieces that compose and decompose each for itself.

    A piece is a character with the marks behind it, or a Korean syllable written in its letters.
    """
    start = 0
    for i in range(1, len(text)):
        if not _continues(text[i]):
            yield text[start:i]
            start = i
    if text:
        yield text[start:]


def _continues(char: str) -> bool:
    if char < "\u0300":
        return False
    if any(low <= char <= high for low, high in _HANGUL_TAIL):
        return True
    return unicodedata.category(char).startswith("M")
