"""Where batches are assessed: in processes of this machine, or on a cluster."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from enum import StrEnum
from importlib import import_module
from typing import Protocol, cast

from veriscope.run.checks import CheckOptions
from veriscope.run.pipeline import Done, Item, run_local


class Runner(Protocol):
    """Takes a stream apart into batches and yields each assessed, in the order of the stream."""

    def __call__(
        self, items: Iterable[Item], options: CheckOptions, *, workers: int, size: int
    ) -> Generator[Done]:
        """Yield lists of `size` items; with 0 `workers` as many work as there are processors.

        Closed before its end, it leaves nothing at work.
        """


class RunnerName(StrEnum):
    """The runners that there are."""

    LOCAL = "local"
    RAY = "ray"


def runner_named(name: RunnerName) -> Runner:
    """Return a runner; what it needs is loaded here and nowhere else."""
    if name is RunnerName.RAY:
        return cast("Runner", import_module("veriscope.run.on_ray").run_ray)
    return run_local
