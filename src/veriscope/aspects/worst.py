"""The worst samples of a run, held in room that does not grow with the run."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from veriscope.aspects.check import REASONS, found_place
from veriscope.aspects.judge import DropCause, Finding
from veriscope.aspects.offsets import OffsetUnit
from veriscope.aspects.repair import right_place
from veriscope.aspects.source import SourceText, bounds
from veriscope.aspects.tally import filtered_items
from veriscope.model import Span

KEEP = 20
"""How many samples are shown."""


@dataclass(frozen=True)
class ItemView:
    """One aspect of a sample, with what a reader needs to see."""

    term: str
    claimed: Any
    cause: str | None
    action: str
    place: Span | None
    found: Span | None
    repairable: bool

    @property
    def claimed_text(self) -> str:
        """The span as it was given, short enough to show."""
        where = bounds(self.claimed)
        if where is not None:
            return f"{where[0]}–{where[1]}"
        shown = "none" if self.claimed is None else repr(self.claimed)
        return shown if len(shown) <= 60 else f"{shown[:59]}…"

    @property
    def reason(self) -> str:
        """Why it was kept or dropped, in words; a drop without a cause was judged elsewhere."""
        if self.action == "drop" and self.cause is None:
            return "dropped; the scorecard does not say why"
        return REASONS[None if self.cause is None else DropCause(self.cause)]


@dataclass(frozen=True)
class SampleView:
    """One sample with its aspects; `text` is None where a scorecard does not hold it."""

    name: str
    text: str | None
    items: tuple[ItemView, ...]

    @property
    def dropped(self) -> int:
        """How many aspects were dropped."""
        return sum(item.action == "drop" for item in self.items)


def view_scorecard(
    card: Mapping[str, Any], name: str, unit: OffsetUnit = OffsetUnit.CHARACTERS
) -> SampleView:
    """Look at one scorecard: where each term is claimed to stand, and where it stands."""
    meta = card.get("meta")
    text = meta.get("input_text") if isinstance(meta, Mapping) else None
    text = text if isinstance(text, str) else None
    source = None if text is None else SourceText(text, unit)
    return SampleView(name, text, tuple(_item(f, source) for f in filtered_items(card)))


def _item(item: Mapping[str, Any], source: SourceText | None) -> ItemView:
    term, span, cause = item.get("term"), item.get("span"), item.get("cause")
    known = next((known for known in DropCause if known == cause), None)
    text = term if isinstance(term, str) else ""
    place = found = None
    repairable = False
    if source is not None:
        place = source.place(span)
        finding = Finding(text, span, known, place)
        if known is not None or item.get("action") == "keep":
            found = found_place(source, finding)
        repairable = known is DropCause.MISALIGNED and right_place(source, finding) is not None
    shown = text if isinstance(term, str) else repr(term)
    action = "drop" if item.get("action") == "drop" else "keep"
    return ItemView(shown, span, known and known.value, action, place, found, repairable)


class Worst:
    """Keeps the samples with the most dropped aspects, the earlier one first where equal."""

    def __init__(self, most: int = KEEP) -> None:
        self._most = most
        self._heap: list[tuple[int, int, Mapping[str, Any], OffsetUnit]] = []
        self._seen = 0

    def add(self, card: Mapping[str, Any], drops: int, unit: OffsetUnit) -> None:
        """Look at one more sample."""
        self._seen += 1
        if not drops:
            return
        entry = (drops, -self._seen, card, unit)
        if len(self._heap) < self._most:
            heapq.heappush(self._heap, entry)
        elif entry[:2] > self._heap[0][:2]:
            heapq.heapreplace(self._heap, entry)

    def views(self) -> list[SampleView]:
        """Return the samples kept, the worst first."""
        ordered = sorted(self._heap, key=lambda entry: entry[:2], reverse=True)
        return [view_scorecard(card, name_of(card, -turn), unit) for _, turn, card, unit in ordered]


def name_of(card: Mapping[str, Any], turn: int) -> str:
    """Return what a sample is called: its text_id, else its place in the file, from 1."""
    meta = card.get("meta")
    name = meta.get("text_id") if isinstance(meta, Mapping) else None
    return str(turn) if name is None else str(name)
