"""A flagged answer that waits for a person, and what the person decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from veriscope.errors import InputError
from veriscope.model.codec import Noun


class ReviewStatus(StrEnum):
    """Where an item stands; `approved` and `rejected` end it."""

    PENDING = "pending"
    REVIEWED = "reviewed"
    APPROVED = "approved"
    REJECTED = "rejected"


@dataclass(frozen=True)
class HallucinationReview(Noun):
    """One answer with its flagged claims. `id` is None until a queue has stored it."""

    whole = True

    nlq_query_id: int | str | None
    user_id: int | str | None
    original_answer: str
    original_confidence: float
    adjusted_confidence: float
    total_claims: int
    verified_claims: int
    unverified_claims: int
    flagged_claims: Sequence[Mapping[str, Any]] = ()
    status: ReviewStatus = ReviewStatus.PENDING
    property_id: int | str | None = None
    period_id: int | str | None = None
    id: int | None = None
    reviewed_by: str | None = None
    reviewed_at: datetime | None = None
    review_notes: str | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "flagged_claims", tuple(self.flagged_claims))
        if not isinstance(self.status, ReviewStatus):
            object.__setattr__(self, "status", check_status(self.status))


def check_status(status: Any) -> ReviewStatus:
    """Return `status` as a `ReviewStatus`; anything outside the four is an error."""
    try:
        return ReviewStatus(status)
    except ValueError:
        known = ", ".join(ReviewStatus)
        raise InputError(f"must be one of {known}, not {status!r}", field="status") from None
