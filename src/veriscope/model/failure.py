"""What went wrong with a record, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from veriscope.model.codec import Noun


class Stage(StrEnum):
    """Where in the flow something failed."""

    READ = "read"
    EXTRACT = "extract"
    VERIFY = "verify"
    STORE = "store"


class Cause(StrEnum):
    """Why it failed; scores count their failed records under these names."""

    BAD_INPUT = "bad_input"
    UNAVAILABLE = "unavailable"
    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    DENIED = "denied"
    BAD_REPLY = "bad_reply"
    BUDGET = "budget"
    INTERNAL = "internal"


@dataclass(frozen=True)
class Failure(Noun):
    """One thing that failed; `retryable` says whether the same call may succeed later."""

    whole = True

    stage: Stage
    cause: Cause
    message: str
    retryable: bool = False
