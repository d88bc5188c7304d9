"""A run as a person follows it: a bar while it goes, and an end that can be asked for."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from veriscope.run.audit import Watch
from veriscope.run.bar import bar


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
    try:
        with bar(total, shown=shown) as tell:

            def watch(done: int, failed: int) -> bool:
                tell(done, failed)
                return not asked

            yield watch
    finally:
        signal.signal(signal.SIGINT, before)
