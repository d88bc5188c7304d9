"""The same work on many pages, on one core or several."""

from __future__ import annotations

import multiprocessing
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

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
    starts = range(0, len(every), CHUNK)
    with (
        _quiet_fork(),
        ProcessPoolExecutor(
            min(workers, len(starts)),
            mp_context=_context(),
            initializer=_Share.take,
            initargs=(work, every),
        ) as pool,
    ):
        return [result for batch in pool.map(_Share.work_from, starts) for result in batch]


def _context() -> multiprocessing.context.BaseContext:
    """Fork where no other thread could hold a lock; else start anew, which loads all once more."""
    alone = threading.active_count() == 1
    return multiprocessing.get_context("fork" if alone and sys.platform == "linux" else "spawn")


@contextmanager
def _quiet_fork() -> Iterator[None]:
    """Silence Python's warning of threads at a fork: those of numpy's library cope with it."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*fork", DeprecationWarning)
        yield


class _Share:
    """What a process of the pool works on: handed over once, when it starts.

    A forked process finds it in its memory, so that no page is copied to be sent.
    """

    _work: Callable[[Any], Any]
    _items: Sequence[Any] = ()

    @classmethod
    def take(cls, work: Callable[[Any], Any], items: Sequence[Any]) -> None:
        """Keep the work and all the items."""
        cls._work, cls._items = staticmethod(work), items

    @classmethod
    def work_from(cls, start: int) -> list[Any]:
        """Work a chunk of the items."""
        return [cls._work(item) for item in cls._items[start : start + CHUNK]]
