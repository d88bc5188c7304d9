"""Records through the checks as a stream: batches, processes, order kept, memory bounded."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

from veriscope.io import BadLine
from veriscope.model import Record
from veriscope.run.batch import Assessed, assess_batch
from veriscope.run.checks import Check, CheckOptions, build_checks

Item = Record | BadLine
Done = list[Assessed | BadLine]
T = TypeVar("T")
BATCH = 64
AHEAD = 2
"""How many batches for each process are read before the first is done."""


def batches(items: Iterable[T], size: int = BATCH) -> Iterator[list[T]]:
    """Cut a stream into lists of at most `size`."""
    stream = iter(items)
    while batch := list(islice(stream, size)):
        yield batch


def run_local(
    items: Iterable[Item], options: CheckOptions, *, workers: int = 1, size: int = BATCH
) -> Iterator[Done]:
    """Yield each batch with its assessments, in the order of the items.

    With more than one worker the checks are made once in each process, and at most a few batches
    are held at a time; 0 is one worker a core. One batch alone is not worth a process.
    """
    workers = workers or os.cpu_count() or 1
    stream = batches(items, size)
    first = list(islice(stream, 2))
    if workers <= 1 or len(first) < 2:
        checks = build_checks(options)
        for batch in _again(first, stream):
            yield assess_items(checks, batch)
        return
    yield from _pooled(_again(first, stream), options, workers)


def _again(first: Iterable[T], rest: Iterable[T]) -> Iterator[T]:
    yield from first
    yield from rest


def assess_items(checks: Sequence[Check], batch: Sequence[Item]) -> Done:
    """Run the checks over the records of a batch; bad lines keep their places."""
    assessed = iter(assess_batch(checks, [item for item in batch if isinstance(item, Record)]))
    return [item if isinstance(item, BadLine) else next(assessed) for item in batch]


def _pooled(stream: Iterator[list[Item]], options: CheckOptions, workers: int) -> Iterator[Done]:
    # Spawned, not forked: a forked process inherits the locks of threads that it does not have.
    context = get_context("spawn")
    pool = ProcessPoolExecutor(
        workers, mp_context=context, initializer=_prepare, initargs=(options,)
    )
    waiting: deque[Future[Done]] = deque()
    at_once = False
    try:
        for batch in stream:
            with _deaf_to_ctrl_c():
                waiting.append(pool.submit(_in_process, batch))
            if len(waiting) > AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except KeyboardInterrupt:
        at_once = True
        raise
    finally:
        pool.shutdown(wait=not at_once, cancel_futures=True)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Let what is started here never hear Ctrl-C, not even before it can say so itself.

    A terminal sends it to all processes, and the parent alone answers to it; what comes meanwhile
    reaches the parent afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_checks: list[Check] = []


def _prepare(options: CheckOptions) -> None:
    """Make the checks of this process; the parent alone answers to Ctrl-C."""
    # The processes share the machine, so that one thread is each one's part.
    os.environ.setdefault("VERISCOPE_THREADS", "1")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _checks.extend(build_checks(options))


def _in_process(batch: list[Item]) -> Done:
    return assess_items(_checks, batch)
