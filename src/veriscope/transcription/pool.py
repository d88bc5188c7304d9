"""The same work on many pages, on one core or several."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Generic, TypeVar

from veriscope.errors import InputError

In = TypeVar("In")
Out = TypeVar("Out")

CHUNK = 200


def pooled(work: Callable[[In], Out], items: Iterable[In], workers: int = 1) -> list[Out]:
    """Return `work(item)` for every item, in order; an error in one ends the whole.

    With more than one worker `work` and the items travel to other processes and must be
    picklable. Few items are worked here, a second process would cost more than it saves.
    """
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
        raise InputError(f"must be a whole number of at least 1, not {workers!r}", field="workers")
    every = list(items)
    if workers == 1 or len(every) <= CHUNK:
        return [work(item) for item in every]
    chunks = [every[i : i + CHUNK] for i in range(0, len(every), CHUNK)]
    with ProcessPoolExecutor(min(workers, len(chunks)), mp_context=_context()) as pool:
        return [result for batch in pool.map(_Batch(work), chunks) for result in batch]


def _context() -> multiprocessing.context.BaseContext:
    """Fork where that is safe and cheap; a fresh interpreter would load everything once more."""
    return multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


class _Batch(Generic[In, Out]):
    """`work` on a list, so that one message carries many items."""

    def __init__(self, work: Callable[[In], Out]) -> None:
        self._work = work

    def __call__(self, items: Sequence[In]) -> list[Out]:
        return [self._work(item) for item in items]
