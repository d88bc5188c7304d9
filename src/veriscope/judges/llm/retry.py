"""When a refused request is tried again, and how long that waits."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

FIRST_WAIT = 0.5
LONGEST_WAIT = 30.0
LONGEST_REQUESTED_WAIT = 120.0
_PASSING = frozenset({408, 409, 425, 429})


@dataclass(frozen=True)
class Refusal:
    """Why a request brought no reply. `status` is None where the connection broke."""

    message: str
    status: int | None = None
    retry_after: float | None = None
    timed_out: bool = False

    @property
    def may_pass(self) -> bool:
        """Whether the same request may succeed later."""
        return self.status is None or self.status in _PASSING or self.status >= 500


def wait_before(attempt: int, refusal: Refusal, retries: int) -> float | None:
    """Return the seconds to wait after the failed try number `attempt` (from 0), or None to stop.

    The endpoint's Retry-After is obeyed, up to two minutes; an endpoint that asks for more is not
    waited for. Otherwise the wait doubles from half a second and is shortened at random, so that
    many clients do not come back at once.
    """
    if attempt >= retries or not refusal.may_pass:
        return None
    if refusal.retry_after is not None:
        return refusal.retry_after if refusal.retry_after <= LONGEST_REQUESTED_WAIT else None
    longest: float = min(FIRST_WAIT * 2.0**attempt, LONGEST_WAIT)
    return longest * random.uniform(0.5, 1.0)  # noqa: S311 - no secret


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Read Retry-After, in seconds or as a date; what cannot be read is as if it were not there."""
    text = headers.get("retry-after", "").strip()
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        try:
            moment = parsedate_to_datetime(text)
        except ValueError:
            return None
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        seconds = max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())
    return seconds if 0 <= seconds < float("inf") else None
