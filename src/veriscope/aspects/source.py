"""A text that aspect terms are looked up in: at the span that is claimed, and anywhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice

from veriscope.aspects.offsets import OffsetUnit, positions, units_agree
from veriscope.aspects.terms import nfc
from veriscope.model import Span

_REACH = 200
"""How far before a claimed span the nearest occurrence is looked for."""
_TRIES = 1000
"""How many hits are looked at: each costs the length of the term, and a text may be all hits."""


def bounds(span: object) -> Span | None:
    """Return a span's two numbers; None for one that is missing, negative, inverted or no span."""
    if not isinstance(span, Mapping):
        return None
    start, end = span.get("start"), span.get("end")
    if type(start) is not int or type(end) is not int:
        return None
    return (start, end) if 0 <= start <= end else None


class SourceText:
    """One text, read under one unit. Spans that come out count code points of the text as given.

    Two spellings of the same letters (NFC, NFD) are the same term.
    """

    def __init__(self, text: str, unit: OffsetUnit = OffsetUnit.CHARACTERS) -> None:
        self.text = text
        self.unit = unit
        self._plain = unit is OffsetUnit.CHARACTERS or units_agree(text)

    def place(self, span: object) -> Span | None:
        """Return where a claimed span lies; None where it is broken or cuts a character.

        An end beyond the text is the text's end.
        """
        claimed = bounds(span)
        if claimed is None:
            return None
        start, end = claimed
        if self._plain:
            size = len(self.text)
            return (min(start, size), min(end, size))
        known = self._positions
        last = next(reversed(known))
        first, behind = known.get(min(start, last)), known.get(min(end, last))
        return None if first is None or behind is None else (first, behind)

    def holds(self, span: Span | None, term: str) -> bool:
        """Whether exactly `term` stands at a place."""
        if span is None:
            return False
        found = self.text[span[0] : span[1]]
        if found == term:
            return True
        return not (found.isascii() and term.isascii()) and nfc(found) == nfc(term)

    def occurrences(self, term: str, most: int = 2) -> list[Span]:
        """Return the first places where `term` stands, overlapping ones included."""
        if not term:
            return []
        found = set(islice(_find(self.text, term), most))
        if not self._composed or not (term.isascii() or unicodedata.is_normalized("NFC", term)):
            known = self._composed_positions
            inside = islice(_find(nfc(self.text), nfc(term)), _TRIES)
            ends = ((known.get(start), known.get(end)) for start, end in inside)
            whole = ((a, b) for a, b in ends if a is not None and b is not None)
            found.update(islice(whole, most))
        return sorted(found)[:most]

    def contains(self, term: str) -> bool:
        """Whether `term` stands anywhere in the text."""
        return term in self.text or bool(self.occurrences(term, most=1))

    def nearest(self, term: str, start: int | None) -> Span | None:
        """Return the occurrence that begins nearest to `start`, else the first in the text."""
        if start is not None and term:
            near = islice(_find(self.text, term, max(0, start - _REACH)), _TRIES)
            best = min(near, key=lambda span: abs(span[0] - start), default=None)
            if best is not None:
                return best
        return next(iter(self.occurrences(term, most=1)), None)

    @cached_property
    def _positions(self) -> Mapping[int, int]:
        return positions(self.text, self.unit)

    @cached_property
    def _composed(self) -> bool:
        return self.text.isascii() or unicodedata.is_normalized("NFC", self.text)

    @cached_property
    def _composed_positions(self) -> Mapping[int, int]:
        return positions(self.text, OffsetUnit.NFC)


def _find(text: str, term: str, start: int = 0) -> Iterator[Span]:
    at = text.find(term, start)
    while at >= 0:
        yield (at, at + len(term))
        at = text.find(term, at + 1)
