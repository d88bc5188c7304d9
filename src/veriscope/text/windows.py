"""A long text as overlapping windows that begin and end with sentences."""

from __future__ import annotations

from veriscope.model import Span
from veriscope.text.sentences import sentences


def windows(text: str, size: int = 700) -> list[Span]:
    """Return stretches of at most `size` characters that overlap by about a half.

    A sentence lies whole in at least one window, unless it is longer than `size`: then it is cut
    where there is white space, also with overlap. Offsets are those of `text`.
    """
    pieces = [part for span in sentences(text) for part in _cut(text, span, size)]
    out: list[Span] = []
    first = last = 0
    while first < len(pieces):
        last = max(last, first)
        while last + 1 < len(pieces) and pieces[last + 1][1] - pieces[first][0] <= size:
            last += 1
        out.append((pieces[first][0], pieces[last][1]))
        if last + 1 == len(pieces):
            break
        first = _next_first(pieces, first, last, size)
    return out


def _next_first(pieces: list[Span], first: int, last: int, size: int) -> int:
    """Begin the next window in the middle of this one, but never lose the piece after it."""
    middle = (pieces[first][0] + pieces[last][1]) // 2
    start = first + 1
    while start <= last and (
        pieces[start][0] < middle or pieces[last + 1][1] - pieces[start][0] > size
    ):
        start += 1
    return start


def _cut(text: str, span: Span, size: int) -> list[Span]:
    """Cut a sentence that is too long, each part overlapping the one before by a half."""
    start, end = span
    out = []
    while end - start > size:
        stop = max(text.rfind(" ", start + size // 2 + 1, start + size + 1), -1)
        stop = stop if stop > 0 else start + size
        out.append((start, stop))
        again = text.rfind(" ", start, start + size // 2)
        start = again + 1 if again > start else start + size // 2
    out.append((start, end))
    return out
