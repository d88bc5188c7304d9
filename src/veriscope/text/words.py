"""Lower-cased runs of non-space, and where each of them stands in its text."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from veriscope.model import Span

NormalForm = Literal["NFC", "NFKC"]

_RUN = re.compile(r"\S+")


def words(
    text: str, *, strip_punctuation: bool = False, normalise: NormalForm | None = None
) -> list[str]:
    """Return the words of `text` in order.

    Punctuation stays on a word and no letter is changed unless asked: `strip_punctuation` takes
    punctuation (the Unicode classes P) off both ends and drops what is nothing else, `normalise`
    brings the text into a normal form first.
    """
    if normalise is not None:
        text = unicodedata.normalize(normalise, text)
    found = text.lower().split()
    if strip_punctuation:
        found = [bare for word in found if (bare := strip_ends(word))]
    return found


def word_spans(
    text: str, *, strip_punctuation: bool = False, normalise: NormalForm | None = None
) -> list[Span]:
    """Return where each of `words(text)` stands in `text` as given.

    A word's span is its whole run of non-space, with the punctuation that was taken off. A run
    that a normal form breaks into several words gives its span to each.
    """
    spans: list[Span] = []
    plain = not strip_punctuation and normalise is None
    for run in _RUN.finditer(text):
        count = 1
        if not plain:
            count = len(words(run[0], strip_punctuation=strip_punctuation, normalise=normalise))
        spans += [run.span()] * count
    return spans


def strip_ends(word: str) -> str:
    """Take punctuation off both ends of a word; a word of nothing else becomes empty."""
    if word.isalnum():
        return word
    start, end = 0, len(word)
    while start < end and is_punctuation(word[start]):
        start += 1
    while end > start and is_punctuation(word[end - 1]):
        end -= 1
    return word[start:end]


def is_punctuation(character: str) -> bool:
    """Return whether Unicode classes a character as punctuation; symbols such as £ are not."""
    return unicodedata.category(character)[0] == "P"
