"""How far a run is, as a bar on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)


@contextmanager
def bar(total: int | None, *, shown: bool) -> Iterator[Callable[[int, int], None]]:
    """Give what is told the rows done and the failures so far."""
    made = Progress(
        TextColumn("audit"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}/s, {task.fields[failed]} failed"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not shown,
    )
    task = made.add_task("audit", total=total, rate="–", failed=0)

    def tell(done: int, failed: int) -> None:
        speed = made.tasks[0].speed
        made.update(task, completed=done, failed=failed, rate=f"{speed:,.0f}" if speed else "–")

    with made:
        yield tell
