"""A flagged answer that waits for a person, and what the person decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from veriscope.errors import InputError
from veriscope.model.assessment import Assessment
from veriscope.model.codec import Noun
from veriscope.model.labels import CheckName
from veriscope.model.record import Context
from veriscope.model.verdict import check_probability


class ReviewStatus(StrEnum):
    """Where an item stands; `approved` and `rejected` end it."""

    PENDING = "pending"
    REVIEWED = "reviewed"
    APPROVED = "approved"
    REJECTED = "rejected"


@dataclass(frozen=True)
class HallucinationReview(Noun):
    """One answer with its flagged claims. `id` is None until a queue has stored it.

    The numeric check fills the fields down to `period_id`; the others carry what a person needs
    to decide on an item of any check: the question, the `sources` to read beside the answer, and
    the `assessment` that flagged it. `priority` in [0, 1] is set by the queue where it is None.
    """

    whole = True

    nlq_query_id: int | str | None
    user_id: int | str | None
    original_answer: str
    original_confidence: float | None
    adjusted_confidence: float | None
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
    check: CheckName = CheckName.NUMERIC
    record_id: str | None = None
    model: str | None = None
    groups: Mapping[str, str] = field(default_factory=dict)
    query: str | None = None
    sources: Sequence[Context] = ()
    assessment: Assessment | None = None
    priority: float | None = None
    assignee: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "flagged_claims", tuple(self.flagged_claims))
        object.__setattr__(self, "sources", tuple(self.sources))
        if not isinstance(self.status, ReviewStatus):
            object.__setattr__(self, "status", check_status(self.status))
        if not isinstance(self.check, CheckName):
            object.__setattr__(self, "check", check_of(self.check))
        if self.priority is not None:
            object.__setattr__(self, "priority", check_probability(self.priority, "priority"))


def check_status(status: Any) -> ReviewStatus:
    """Return `status` as a `ReviewStatus`; anything outside the four is an error."""
    try:
        return ReviewStatus(status)
    except ValueError:
        known = ", ".join(ReviewStatus)
        raise InputError(f"must be one of {known}, not {status!r}", field="status") from None


def check_of(name: Any) -> CheckName:
    """Return `name` as a `CheckName`; anything outside the four is an error."""
    try:
        return CheckName(name)
    except ValueError:
        known = ", ".join(CheckName)
        raise InputError(f"must be one of {known}, not {name!r}", field="check") from None
