"""A real Chromium, and a real server for it to look at."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

CHROMIUM = "/usr/bin/chromium"
QUIET = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the system's Chromium, which talks to nobody but the page."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


class Served:
    """`veriscope serve` as a process of its own."""

    def __init__(self, url: str, *arguments: str) -> None:
        program = [sys.executable, "-m", "veriscope", "serve", "--port", "0", "--db", url]
        self.process = subprocess.Popen(
            [*program, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "listens on" in line, self.process.communicate(timeout=10)
        self.said = line
        self.base = line.split()[3]

    @property
    def port(self) -> int:
        return int(self.base.rpartition(":")[2])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        """Ask it to stop; return its exit code and what it said after its first line."""
        self.process.send_signal(how)
        return self.end()

    def end(self) -> tuple[int, str, str]:
        """Wait for its end; return its exit code and what it said after its first line."""
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        # Not `communicate`, which does not know what the reading of the first line has buffered.
        with self.process.stdout as out, self.process.stderr as err:
            said, complained = out.read(), err.read()
        return self.process.wait(timeout=30), said, complained
