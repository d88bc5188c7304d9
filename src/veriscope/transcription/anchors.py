"""Words as numbers: which are known, and how many n-grams are. No step is slower than sorting."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import count, repeat

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.int64]
Pieces = Iterable[Sequence[Hashable]]

UNKNOWN = 0
_BITS = 63
_ROOM = 1 << 62
_NONE = np.empty(0, np.int64)


def number_words(reference: Pieces, hypothesis: Pieces) -> tuple[Ids, Ids]:
    """Return one number a word, the same for equal words; `UNKNOWN` where the reference has none.

    The numbers lie in 0 to the reference's length.
    """
    ids: dict[Hashable, int] = {}
    left, offset = [_NONE], 1
    for part in reference:
        left.append(np.fromiter(map(ids.setdefault, part, count(offset)), np.int64, len(part)))
        offset += len(part)
    right = [_NONE]
    right += (
        np.fromiter(map(ids.get, part, repeat(UNKNOWN)), np.int64, len(part)) for part in hypothesis
    )
    return _join(left), _join(right)


def _join(parts: list[Ids]) -> Ids:
    return parts[-1] if len(parts) <= 2 else np.concatenate(parts)


def count_anchored(reference: Ids, hypothesis: Ids, n: int) -> tuple[int, int]:
    """Return how many n-grams of the hypothesis the reference has, and how many there are.

    A text shorter than `n` has one short n-gram.
    """
    if not len(hypothesis):
        return 0, 0
    size = min(n, len(hypothesis))
    total = len(hypothesis) - size + 1
    if not len(reference) or size != min(n, len(reference)):
        return 0, total
    left, right = _number_grams(reference, hypothesis, len(reference) + 1, size)
    left.sort()
    right.sort()
    places = left.searchsorted(right)
    places[places == len(left)] = 0
    return int(np.count_nonzero(left[places] == right)), total


def _number_grams(left: Ids, right: Ids, base: int, size: int) -> tuple[Ids, Ids]:
    """Grow the numbered runs from one word to `size`, doubling while that is possible.

    A run of a + b words, b <= a, is known by the run of a words at its start and by the one that
    ends with it. Before a product would leave 63 bits, the numbers are replaced by their ranks.
    """
    if size * base.bit_length() < _BITS:
        return _polynomial(left, base, size), _polynomial(right, base, size)
    have, span = 1, base
    while have < size:
        if span * span >= _ROOM:
            left, right, span = _rank(left, right)
        step = min(have, size - have)
        left = left[:-step] * span + left[step:]
        right = right[:-step] * span + right[step:]
        have, span = have + step, span * span
    return left, right


def _polynomial(ids: Ids, base: int, size: int) -> Ids:
    end = len(ids) - size + 1
    grams = ids[:end].copy()
    for place in range(1, size):
        grams *= base
        grams += ids[place : end + place]
    return grams


def _rank(left: Ids, right: Ids) -> tuple[Ids, Ids, int]:
    values, ranks = np.unique(np.concatenate((left, right)), return_inverse=True)
    return ranks[: len(left)], ranks[len(left) :], len(values)
