"""A run as a person follows it: a bar while it goes, and an end that can be asked for."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from veriscope.run.audit import Watch


@contextmanager
def watching(total: int | None, *, shown: bool) -> Iterator[Watch]:
    """Give a watch that draws a bar, and ends the run after its batch at the first Ctrl-C.

    A second Ctrl-C ends it at once; what whole batches were written stays and can be resumed.
    """
    asked = False

    def ask(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        del number, frame
        if asked:
            raise KeyboardInterrupt
        asked = True

    before = signal.signal(signal.SIGINT, ask)
    bar = Progress(
        TextColumn("audit"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}/s, {task.fields[failed]} failed"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not shown,
    )
    task = bar.add_task("audit", total=total, rate="–", failed=0)

    def watch(done: int, failed: int) -> bool:
        speed = bar.tasks[0].speed
        bar.update(task, completed=done, failed=failed, rate=f"{speed:,.0f}" if speed else "–")
        return not asked

    try:
        with bar:
            yield watch
    finally:
        signal.signal(signal.SIGINT, before)
