"""What a bench measures: a number, the baseline that it stands against, and the goal."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One measured figure. `met` is None where there is no goal."""

    bench: str
    what: str
    value: float
    unit: str
    baseline: str = ""
    goal: str = ""
    met: bool | None = None


def best_of(run: Callable[[], object], times: int = 3) -> float:
    """Return the seconds of the fastest of several runs: the one that was disturbed least."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def least_cpu(run: Callable[[], object], times: int = 3) -> float:
    """Return the least processor time of several runs: a shared machine's load is not ours."""
    spent = []
    for _ in range(times):
        start = time.process_time()
        run()
        spent.append(time.process_time() - start)
    return min(spent)
