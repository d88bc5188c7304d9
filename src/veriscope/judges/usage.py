"""What judges have spent: requests, tokens, money, time."""

from __future__ import annotations

import threading
from dataclasses import dataclass, fields

from veriscope.model.codec import Noun


@dataclass(frozen=True)
class Usage(Noun):
    """Counts of one judge, or of several added up.

    `cost` is in US dollars and `None` as soon as one request had no known price. `unmetered`
    counts replies whose endpoint did not say how many tokens they took; their tokens are missing
    in the sums. `seconds` adds up the time of all requests, also of those side by side.
    """

    whole = True

    requests: int = 0
    cached: int = 0
    unmetered: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    cost: float | None = 0.0

    @property
    def tokens(self) -> int:
        """Tokens in and out."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Usage) -> Usage:
        sums = {
            field.name: getattr(self, field.name) + getattr(other, field.name)
            for field in fields(self)
            if field.name != "cost"
        }
        known = self.cost is not None and other.cost is not None
        return Usage(**sums, cost=(self.cost or 0.0) + (other.cost or 0.0) if known else None)


class Ledger:
    """Adds up a judge's usage from any number of threads."""

    def __init__(self) -> None:
        self._total = Usage()
        self._lock = threading.Lock()

    def add(self, usage: Usage) -> None:
        """Count more."""
        with self._lock:
            self._total += usage

    @property
    def total(self) -> Usage:
        """What has been counted so far."""
        return self._total
