"""Records through the checks as a stream: batches, processes, order kept, memory bounded."""

from __future__ import annotations

import logging
import os
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from importlib import import_module
from itertools import chain, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import TypeVar

from veriscope.errors import VeriscopeError
from veriscope.io import BadLine
from veriscope.model import Record
from veriscope.run.batch import Assessed, assess_batch
from veriscope.run.checks import Check, CheckOptions, build_checks

LOG = logging.getLogger("veriscope.run")
Item = Record | BadLine
Done = list[Assessed | BadLine]
T = TypeVar("T")
BATCH = 64
AHEAD = 2
"""How many batches for each process are read before the first is done."""
ATTEMPTS = 4
"""How often a batch is begun before it is taken for what ends the processes."""
_NO_PROCESS = (
    "no process can be started for the workers, see above; a script that asks for some must be a "
    'file, and keep its work under `if __name__ == "__main__":`'
)


def batches(items: Iterable[T], size: int = BATCH) -> Iterator[list[T]]:
    """Cut a stream into lists of at most `size`."""
    stream = iter(items)
    while batch := list(islice(stream, size)):
        yield batch


def run_local(
    items: Iterable[Item], options: CheckOptions, *, workers: int = 1, size: int = BATCH
) -> Generator[Done]:
    """Yield each batch with its assessments, in the order of the items.

    With more than one worker the checks are made once in each process, and at most a few batches
    are held at a time; 0 is one worker a processor. One batch alone is not worth a process. A
    process that ends is replaced, and its batch begun again.
    """
    workers = workers or _processors()
    stream = batches(items, size)
    first = list(islice(stream, 2))
    stream = chain(first, stream)
    if workers == 1 or len(first) < 2:
        checks = build_checks(options)
        for batch in stream:
            yield assess_items(checks, batch)
        return
    yield from _pooled(stream, options, workers)


def _processors() -> int:
    found: int = import_module("veriscope.judges.embedded.processors").processors()
    return found


def assess_items(checks: Sequence[Check], batch: Sequence[Item]) -> Done:
    """Run the checks over the records of a batch; bad lines keep their places."""
    assessed = iter(assess_batch(checks, [item for item in batch if isinstance(item, Record)]))
    return [item if isinstance(item, BadLine) else next(assessed) for item in batch]


def _pooled(stream: Iterable[list[Item]], options: CheckOptions, workers: int) -> Iterator[Done]:
    waiting: deque[tuple[list[Item], Future[Done]]] = deque()
    with ExitStack() as pools:
        pool = pools.enter_context(_processes(options, workers))
        for batch in stream:
            try:
                future = _given(pool, batch)
            except BrokenProcessPool:
                pool = pools.enter_context(_processes(options, workers))
                future = _given(pool, batch)
            waiting.append((batch, future))
            if len(waiting) > AHEAD * workers:
                yield _taken(*waiting.popleft(), options)
        while waiting:
            yield _taken(*waiting.popleft(), options)


@contextmanager
def _processes(options: CheckOptions, workers: int) -> Iterator[ProcessPoolExecutor]:
    """Give processes that outlive neither the run nor this process, however the two end."""
    # Spawned, not forked: a forked process inherits the locks of threads that it does not have.
    context = get_context("spawn")
    listening, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        workers, mp_context=context, initializer=_prepare, initargs=(options, listening)
    )
    try:
        yield pool
        pool.shutdown()
    finally:
        # What is under way when a run is left early is wanted by nobody, and may take minutes.
        held.close()
        pool.shutdown(cancel_futures=True)
        listening.close()


def _given(pool: ProcessPoolExecutor, batch: list[Item]) -> Future[Done]:
    with _deaf_to_ctrl_c():
        return pool.submit(_in_process, batch)


def _taken(batch: list[Item], future: Future[Done], options: CheckOptions) -> Done:
    """Return a batch assessed; when a process ended, nobody knows on whose, so each goes alone."""
    try:
        return future.result()
    except BrokenProcessPool:
        return _alone(batch, options)


def _alone(batch: list[Item], options: CheckOptions) -> Done:
    """Assess a batch in a process of its own: when that ends too, it is the batch that ends it."""
    LOG.warning("a worker process ended; assessing %s again", named(batch))
    for _ in range(1, ATTEMPTS):
        with _processes(options, 1) as pool:
            try:
                _given(pool, []).result()
            except BrokenProcessPool:
                raise VeriscopeError(_NO_PROCESS) from None
            try:
                return _given(pool, batch).result()
            except BrokenProcessPool:
                continue
    raise VeriscopeError(f"the process that assesses {named(batch)} ended {ATTEMPTS} times")


def named(batch: Sequence[Item]) -> str:
    """Return the records of a batch in words: its first and its last."""
    ids = [item.id for item in batch if isinstance(item, Record)]
    return " to ".join(dict.fromkeys([*ids[:1], *ids[-1:]])) or "a batch"


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


_options = CheckOptions()
_between = Lock()
"""Held while no batch is under way here: what is sent then must arrive whole, or the parent waits
for the rest of it for ever."""
_SENDING = 5.0
"""Seconds after which a process that is between batches is idle, and sends nothing."""


def _prepare(options: CheckOptions, held: Connection) -> None:
    """Make this process one of a run's; the parent alone answers to Ctrl-C."""
    global _options  # noqa: PLW0603 - a process of a pool has no other place for what it is given
    _options = options
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _between.acquire()
    share_the_machine()
    Thread(target=_end_with, args=(held,), daemon=True).start()


def share_the_machine() -> None:
    """Take one thread alone: there is a process for each processor."""
    os.environ.setdefault("VERISCOPE_THREADS", "1")


def _end_with(held: Connection) -> None:
    """End this process when the parent lets go of its side; that is also how a killed one does."""
    with suppress(EOFError, OSError):
        held.recv_bytes()
    _between.acquire(timeout=_SENDING)
    os._exit(1)


@cache
def _checks() -> list[Check]:
    # With the first batch and not before, so that what is wrong with them is an error of the run.
    return build_checks(_options)


def _in_process(batch: list[Item]) -> Done:
    _between.release()
    try:
        return assess_items(_checks(), batch)
    finally:
        _between.acquire()
