"""A text cut at the borders of its marks, so that a template can show what is marked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from veriscope.model import Span


@dataclass(frozen=True)
class Mark:
    """A stretch of text to show; `kind` becomes a CSS class, `note` what a reader is told."""

    span: Span
    kind: str
    note: str = ""


@dataclass(frozen=True)
class Segment:
    """A stretch between two borders with the marks that cover it, the innermost last."""

    text: str
    marks: tuple[Mark, ...]

    @property
    def kinds(self) -> str:
        """The CSS classes of the segment."""
        return " ".join(dict.fromkeys(mark.kind for mark in self.marks))

    @property
    def note(self) -> str:
        """The notes of all its marks in one line."""
        return "; ".join(dict.fromkeys(mark.note for mark in self.marks if mark.note))


def segments(text: str, marks: Iterable[Mark]) -> list[Segment]:
    """Cut `text` where marks begin and end; marks may overlap, and are clipped to the text.

    Empty marks show nothing. The segments' texts joined are the text.
    """
    clipped = [(max(0, m.span[0]), min(len(text), m.span[1]), m) for m in marks]
    kept = [(start, end, mark) for start, end, mark in clipped if start < end]
    borders = sorted({0, len(text), *(s for s, _, _ in kept), *(e for _, e, _ in kept)})
    opening: dict[int, list[tuple[int, Mark]]] = {}
    for start, end, mark in sorted(kept, key=lambda k: (k[0], -k[1])):
        opening.setdefault(start, []).append((end, mark))
    out: list[Segment] = []
    active: list[tuple[int, Mark]] = []
    for start, end in pairwise(borders):
        active = [entry for entry in active if entry[0] > start] + opening.get(start, [])
        out.append(Segment(text[start:end], tuple(mark for _, mark in active)))
    return out
