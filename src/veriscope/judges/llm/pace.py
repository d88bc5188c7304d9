"""Requests spaced out so that an endpoint's limit per minute holds."""

from __future__ import annotations

import threading


class Pace:
    """Lets at most `per_minute` units through a minute, evenly, over all threads and loops.

    It knows no clock: a caller says what time it is and is told how long to wait.
    """

    def __init__(self, per_minute: float) -> None:
        self._seconds_per_unit = 60.0 / per_minute
        self._free_at = float("-inf")
        self._lock = threading.Lock()

    def reserve(self, units: float, now: float) -> float:
        """Take a turn of `units` and return the seconds until it may begin."""
        with self._lock:
            begin = max(now, self._free_at)
            self._free_at = begin + units * self._seconds_per_unit
        return begin - now
