"""Recognising what the spans of a model count: the unit under which most of them agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from veriscope.aspects.judge import parts
from veriscope.aspects.offsets import OffsetUnit, units_agree
from veriscope.aspects.source import bounds


@dataclass(frozen=True)
class UnitReport:
    """How many spans agree under each unit, of `spans` that could."""

    spans: int
    agree: Mapping[OffsetUnit, int]

    @property
    def unit(self) -> OffsetUnit:
        """The unit under which most spans agree; characters unless another has more."""
        best = max(self.agree.values(), default=0)
        return next((u for u in OffsetUnit if self.agree.get(u, 0) == best), OffsetUnit.CHARACTERS)


class UnitCounter:
    """Counts agreement sample by sample, so that a stream can be counted."""

    def __init__(self) -> None:
        self._agree: Counter[OffsetUnit] = Counter()
        self._spans = 0

    def add(self, text: str, aspects: Iterable[Any]) -> None:
        """Count the spans of one sample; broken spans and empty terms say nothing."""
        pairs = ((term, bounds(span)) for term, span in map(parts, aspects))
        usable = [(term, span) for term, span in pairs if span and term and isinstance(term, str)]
        self._spans += len(usable)
        plain = units_agree(text)
        codings = None if plain or not usable else _codings(text)
        for term, (start, end) in usable:
            if codings is None:
                if text[start:end] == term:
                    self._agree.update(OffsetUnit)
                continue
            terms = _spellings(term)
            for unit, (counted, encode, width) in codings.items():
                found = counted[start * width : end * width]
                if any(found == encode(spelling) for spelling in terms):
                    self._agree[unit] += 1

    def report(self) -> UnitReport:
        """Return the counts so far."""
        return UnitReport(self._spans, {unit: self._agree[unit] for unit in OffsetUnit})


Coding = tuple[Any, Callable[[str], Any], int]


def _codings(text: str) -> dict[OffsetUnit, Coding]:
    """Return the text as each unit counts it, how a term is written so, and bytes for each unit.

    A term that is written so can only be found where its characters begin and end, so a slice
    that is equal cuts none.
    """
    return {
        OffsetUnit.CHARACTERS: (text, str, 1),
        OffsetUnit.UTF16: (_utf16(text), _utf16, 2),
        OffsetUnit.BYTES: (_utf8(text), _utf8, 1),
        OffsetUnit.NFC: (normalize("NFC", text), str, 1),
        OffsetUnit.NFD: (normalize("NFD", text), str, 1),
    }


def _utf16(text: str) -> bytes:
    return text.encode("utf-16-le", "surrogatepass")


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _spellings(term: str) -> tuple[str, ...]:
    """Return a term in both forms: either may stand in a text."""
    if term.isascii():
        return (term,)
    return tuple({term, normalize("NFC", term), normalize("NFD", term)})


def detect_unit(samples: Iterable[tuple[str, Iterable[Any]]]) -> UnitReport:
    """Count the spans of many samples, each a text and its aspects."""
    counter = UnitCounter()
    for text, aspects in samples:
        counter.add(text, aspects)
    return counter.report()
