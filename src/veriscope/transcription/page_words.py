"""A page's words by what they mean: one key for every spelling, each with its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from veriscope.model import Span
from veriscope.text.spelling import spelling_key

_RUN = re.compile(r"\S+")


@dataclass(frozen=True)
class PageWords:
    """The words of a text that are more than punctuation: key and place, in order."""

    text: str
    keys: Sequence[str]
    spans: Sequence[Span]

    def stretch(self, start: int, end: int) -> Span:
        """Return the place of the words from `start` up to, not including, `end`."""
        return (self.spans[start][0], self.spans[end - 1][1])

    def raw(self) -> list[str]:
        """Return the words as they stand in the text."""
        return [self.text[start:end] for start, end in self.spans]


def page_words(text: str) -> PageWords:
    """Read a page."""
    keys, spans = [], []
    for run in _RUN.finditer(text):
        key = spelling_key(run[0])
        if key:
            keys.append(key)
            spans.append(run.span())
    return PageWords(text, tuple(keys), tuple(spans))
