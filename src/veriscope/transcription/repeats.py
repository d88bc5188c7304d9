"""Text that the output says more often than the reference: the loop of a vision model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

_SIZE = 3
LEAST = 6
"""Shorter repeats are the ordinary formulas of a language."""


def repeated(reference: Sequence[str], hypothesis: Sequence[str]) -> list[tuple[int, int]]:
    """Return the first and last word of each stretch that is one repetition too many.

    A run of three words is too many when the output has had it before, and more often by now than
    the whole reference has it. The first time is never a repetition, whether it is in the
    reference or not.
    """
    allowed = Counter(_runs(reference))
    seen: Counter[tuple[str, ...]] = Counter()
    found: list[tuple[int, int]] = []
    for place, run in enumerate(_runs(hypothesis)):
        seen[run] += 1
        if seen[run] <= max(allowed[run], 1):
            continue
        if found and place <= found[-1][1] + 1:
            found[-1] = (found[-1][0], place + _SIZE - 1)
        else:
            found.append((place, place + _SIZE - 1))
    return [(start, end) for start, end in found if end - start + 1 >= LEAST]


def _runs(words: Sequence[str]) -> list[tuple[str, ...]]:
    return list(zip(*(words[i:] for i in range(_SIZE)), strict=False))
