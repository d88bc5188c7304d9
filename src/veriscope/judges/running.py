"""Coroutines run from anywhere, and many of them at once with one way to fail."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_sync(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine to its end and return its result, also from inside a running event loop.

    Where a loop runs already (Jupyter, a web handler) the work gets a loop of its own in a
    thread, and the caller's loop waits, as it does for every synchronous call.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work())
    with ThreadPoolExecutor(1, thread_name_prefix="veriscope") as pool:
        here = contextvars.copy_context()
        return pool.submit(here.run, lambda: asyncio.run(work())).result()


async def gather(work: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Run all at once and return their results in order.

    The first error cancels the others, waits until they have ended, and is raised as it is; of
    several at the same moment the earliest in order. Being cancelled cancels them all.
    """
    tasks = [asyncio.ensure_future(coroutine) for coroutine in work]
    if not tasks:
        return []
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        pending = [task for task in tasks if not task.done()]
        for task in pending:
            task.cancel()
        if pending:
            await asyncio.wait(pending)
    failed = [task for task in tasks if task not in pending and not task.cancelled()]
    for task in failed:
        error = task.exception()
        if error is not None:
            raise error
    return [task.result() for task in tasks]
