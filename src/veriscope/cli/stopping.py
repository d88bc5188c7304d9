"""The second Ctrl-C, which ends a run at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

INTERRUPTED = 130


@contextmanager
def stopping_at_once() -> Iterator[None]:
    """Turn a KeyboardInterrupt into the end of this process and of those it started.

    An ordinary exit would wait for what they have under way, and for a remote judge that takes
    minutes. What whole batches were written stays.
    """
    try:
        yield
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for process in multiprocessing.active_children():
            process.kill()
        typer.echo("Stopped at once. The same command with --resume goes on from here.", err=True)
        sys.stdout.flush()
        os._exit(INTERRUPTED)
