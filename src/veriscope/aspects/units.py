"""Recognising what the spans of a model count: the unit under which most of them agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from veriscope.aspects.judge import parts
from veriscope.aspects.offsets import OffsetUnit, units_agree
from veriscope.aspects.source import SourceText, bounds


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
        self._everywhere = 0
        self._spans = 0

    def add(self, text: str, aspects: Iterable[Any]) -> None:
        """Count the spans of one sample; broken spans and empty terms say nothing."""
        pairs = [(term, span) for term, span in map(parts, aspects) if term and bounds(span)]
        usable = [(term, span) for term, span in pairs if isinstance(term, str)]
        self._spans += len(usable)
        if units_agree(text):
            source = SourceText(text)
            self._everywhere += sum(source.holds(source.place(s), t) for t, s in usable)
            return
        for unit in OffsetUnit if usable else ():
            source = SourceText(text, unit)
            self._agree[unit] += sum(source.holds(source.place(s), t) for t, s in usable)

    def report(self) -> UnitReport:
        """Return the counts so far."""
        agree = {unit: self._agree[unit] + self._everywhere for unit in OffsetUnit}
        return UnitReport(self._spans, agree)


def detect_unit(samples: Iterable[tuple[str, Iterable[Any]]]) -> UnitReport:
    """Count the spans of many samples, each a text and its aspects."""
    counter = UnitCounter()
    for text, aspects in samples:
        counter.add(text, aspects)
    return counter.report()
