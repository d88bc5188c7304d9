"""A real Chromium, and a real server for it to look at."""

import os
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

    def stop(self) -> tuple[int, str, str]:
        """Ask it to stop; return its exit code and what it said."""
        self.process.terminate()
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err
