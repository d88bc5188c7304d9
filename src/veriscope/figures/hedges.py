"""What stands around figures: "about", "over", "between A and B"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from veriscope.figures.figure import Approximation, Figure, FigureKind, RangeEnd
from veriscope.figures.words import AFTER_HEDGES, HEDGES

_REACH = 32
_AFTER = 8
_TO = frozenset({"to", "bis", "à", "~", "-", "–", "—", "에서"})
_AND = frozenset({"and", "et", "und", "와", "과"})
_BETWEEN = ("between", "entre", "zwischen")
_FROM = ("from", "von", "de")
_STICKY = ("~", "≈", ">", "<", "c.", "약", "대략", "거의")
"""Hedges that may stand right before a figure, without a blank."""


def with_hedges(text: str, figures: Sequence[Figure]) -> list[Figure]:
    """Return the figures with their approximations and the ends of ranges marked."""
    hedged = [_hedge(text, figure, end) for figure, end in _with_floor(figures)]
    for i, (low, high) in enumerate(pairwise(hedged)):
        if _is_range(text, low, high):
            hedged[i] = low._replace(range_end=RangeEnd.LOW)
            hedged[i + 1] = high._replace(range_end=RangeEnd.HIGH)
    return hedged


def _with_floor(figures: Sequence[Figure]) -> list[tuple[Figure, int]]:
    ends = [0, *(figure.span[1] for figure in figures)]
    return list(zip(figures, ends, strict=False))


def _hedge(text: str, figure: Figure, floor: int) -> Figure:
    if figure.kind is FigureKind.DATE:
        return figure
    start, end = figure.span
    found = _before(text[max(floor, start - _REACH) : start])
    if found is None and figure.kind is FigureKind.RATIO:
        found = _within(figure.text)
    found = found or _behind(text[end : end + _AFTER])
    return figure._replace(approximation=found) if found else figure


def _before(passage: str) -> Approximation | None:
    """Look at the last one to three words, and at signs that stick to the figure."""
    passage = passage.rstrip().removesuffix("(")
    if passage.endswith(_STICKY):
        return next(HEDGES[sign] for sign in _STICKY if passage.endswith(sign))
    last = passage.lower().split()[-3:]
    for first in range(len(last)):
        phrase = " ".join(last[first:])
        if phrase in HEDGES:
            return HEDGES[phrase]
    return None


def _within(written: str) -> Approximation | None:
    """Look inside "DSCR of about 1.25", where the figure begins with its name."""
    return next((HEDGES[word] for word in written.lower().split() if word in HEDGES), None)


def _behind(passage: str) -> Approximation | None:
    rest = passage.lstrip().lower()
    return next((kind for word, kind in AFTER_HEDGES.items() if rest.startswith(word)), None)


def _is_range(text: str, low: Figure, high: Figure) -> bool:
    if low.kind is not high.kind or low.unit != high.unit or low.kind is FigureKind.DATE:
        return False
    start, end = low.span[1], high.span[0]
    if end - start > _AFTER:
        return False
    link = text[start:end].strip().lower()
    before = text[max(0, low.span[0] - _REACH) : low.span[0]].lower().split()[-3:]
    if link in _AND:
        return any(word in before for word in _BETWEEN)
    return link in _TO and not any(word in before for word in _FROM)
