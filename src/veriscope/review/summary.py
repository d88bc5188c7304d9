"""An item in one line: what a list shows, without the texts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from veriscope.model.codec import Noun
from veriscope.model.labels import CheckName
from veriscope.model.review import ReviewStatus


@dataclass(frozen=True)
class ReviewSummary(Noun):
    """What is known of an item without opening it; `excerpt` is the start of the answer."""

    whole = True

    id: int
    status: ReviewStatus
    check: CheckName
    priority: float
    excerpt: str
    total_claims: int
    unverified_claims: int
    created_at: datetime
    record_id: str | None = None
    model: str | None = None
    original_confidence: float | None = None
    assignee: str | None = None
    reviewed_by: str | None = None
    reviewed_at: datetime | None = None
