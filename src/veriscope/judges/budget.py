"""What a run may cost, over all its judges together."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from veriscope.errors import BudgetError, InputError


class Budget:
    """Stops a run before a request that would take it over `max_cost` or `max_tokens`.

    A request counts with its estimate while it is under way and with its real cost afterwards, so
    that a run ends at most the length of its last replies over the limit. `max_cost` is in US
    dollars. One budget may serve several judges, threads and event loops.
    """

    def __init__(self, max_cost: float | None = None, max_tokens: int | None = None) -> None:
        for name, value in (("max_cost", max_cost), ("max_tokens", max_tokens)):
            if value is not None and not value >= 0:
                raise InputError("must not be negative", field=name)
        self.max_cost = max_cost
        self.max_tokens = max_tokens
        self._cost = 0.0
        self._tokens = 0
        self._lock = threading.Lock()

    @contextmanager
    def reserved(self, tokens: int, cost: float) -> Iterator[None]:
        """Set an estimate aside while a request is under way; too much is a `BudgetError`."""
        with self._lock:
            self._refuse(tokens, cost)
            self._tokens += tokens
            self._cost += cost
        try:
            yield
        finally:
            self.charge(-tokens, -cost)

    def charge(self, tokens: int, cost: float) -> None:
        """Count what a reply has cost."""
        with self._lock:
            self._tokens += tokens
            self._cost += cost

    def _refuse(self, tokens: int, cost: float) -> None:
        if self.max_tokens is not None and self._tokens + tokens > self.max_tokens:
            raise BudgetError(
                f"the budget of {self.max_tokens} tokens is used up: {self._tokens} spent or "
                f"under way, the next request needs about {tokens}"
            )
        if self.max_cost is not None and self._cost + cost > self.max_cost:
            raise BudgetError(
                f"the budget of ${self.max_cost:g} is used up: ${self._cost:.4f} spent or under "
                f"way, the next request needs about ${cost:.4f}"
            )
