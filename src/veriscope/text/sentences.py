"""Where the sentences of a running text begin and end."""

from __future__ import annotations

import re

from veriscope.model import Span
from veriscope.text.abbreviations import (
    AFTER_ORDINAL,
    BEFORE_FIGURE,
    BEFORE_ORDINAL,
    MAYBE_LAST,
    NEVER_LAST,
    OPENERS,
)

_CLOSERS = "\"'”’»›)\\]*_"
# A run of terminators is looked at once, from its head, so that "....." stays linear. A small
# letter after it continues the sentence. An empty line always ends one. All three begin with one
# class of characters, which the regex engine finds fast.
_BREAK = re.compile(
    r"[.!?…。！？｡\n](?:"
    rf"(?<=[.!?…])(?<![.!?…][.!?…])[.!?…]*+[{_CLOSERS}]*+(?:[ \u00a0\u202f]»)?"
    r"(?=\s++(?![a-zà-öø-ÿ])|\Z)"
    r"|(?<=[。！？｡])[。！？｡]*+[”’」』）]*+"
    r"|(?<=\n)(?<!\n\n)(?:[^\S\n]*+\n)++)"
)
_NEXT_WORD = re.compile(r"\s*+([^\W_]++|\S)")
_LOOK_BACK = 16


def sentences(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Return the sentences of `text[start:end]` in order, without the white space around them.

    English, French, German and Korean habits, and the full stops of Chinese and Japanese. What
    has no terminator is one sentence; blank text has none. A line break alone ends nothing.
    """
    stop = len(text) if end is None else end
    out: list[Span] = []
    begin = start
    for found in _BREAK.finditer(text, start, stop):
        if text[found.start()] == "." and not _ends(text, begin, found.start(), found.end()):
            continue
        _add(out, text, begin, found.end())
        begin = found.end()
    _add(out, text, begin, stop)
    return out


def _add(out: list[Span], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    left = piece.lstrip()
    if left:
        first = end - len(left)
        out.append((first, first + len(left.rstrip())))


def _ends(text: str, begin: int, dot: int, after: int) -> bool:
    """Whether the full stop at `dot` ends the sentence that began at `begin`."""
    tail = text[max(begin, dot - _LOOK_BACK) : dot].split()
    if not tail or after - dot > 1:
        return True
    word = tail[-1].lstrip("([{\"'“‘«*_")
    following = _NEXT_WORD.match(text, after)
    if following is None:
        return True
    after_word = following.group(1)
    if word.isdigit():
        return not _is_ordinal(word, tail, after_word)
    if word.isalpha() and len(word) > 5:
        return True
    return _ends_after_short(word, after_word)


def _ends_after_short(word: str, after_word: str) -> bool:
    low = word.lower()
    spelt_apart = len(word) == 1 and len(after_word) == 1 and after_word.isalpha()
    if low in NEVER_LAST or (spelt_apart and word.islower()):
        return False
    if low in BEFORE_FIGURE and after_word[0].isdigit():
        return False
    dotted = "." in word and word[0].isalpha()
    initial = len(word) == 1 and word.isupper()
    if low in MAYBE_LAST or dotted or initial:
        return after_word in OPENERS
    return True


def _is_ordinal(word: str, tail: list[str], after_word: str) -> bool:
    if len(word) > 3:
        return False
    if after_word in AFTER_ORDINAL:
        return True
    return len(tail) > 1 and tail[-2] in BEFORE_ORDINAL and after_word[0].isupper()
