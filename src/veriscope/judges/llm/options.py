"""How a language model is asked: how much at once, how long, how often, for how much."""

from __future__ import annotations

from dataclasses import dataclass

from veriscope.errors import InputError
from veriscope.judges.budget import Budget
from veriscope.judges.cache import ReplyCache
from veriscope.judges.prices import Prices


@dataclass(frozen=True)
class LLMOptions:
    """Settings that every judge of this kind understands.

    `timeout` is for one reply from its first byte asked to its last byte read. `retries` counts
    the further tries after a refusal that may pass. `claims_per_call` above 1 verifies several
    claims of one answer in one request, which is cheaper and a little less careful.
    `context_chars` is how much context goes into a request; of a longer one the passages that are
    nearest to the claim. `temperature=None` leaves it to the endpoint. With `arithmetic` a claim
    whose figure the evidence contradicts is refuted whatever the model says.
    """

    concurrency: int = 16
    timeout: float = 60.0
    retries: int = 4
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    claims_per_call: int = 1
    max_output_tokens: int = 2048
    temperature: float | None = 0.0
    context_chars: int = 60_000
    arithmetic: bool = True
    cache: ReplyCache | None = None
    budget: Budget | None = None
    prices: Prices | None = None

    def __post_init__(self) -> None:
        for name in ("concurrency", "claims_per_call", "max_output_tokens", "context_chars"):
            if getattr(self, name) < 1:
                raise InputError("must be at least 1", field=name)
        if self.retries < 0:
            raise InputError("must not be negative", field="retries")
        for name in ("timeout", "requests_per_minute", "tokens_per_minute"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise InputError("must be positive", field=name)
