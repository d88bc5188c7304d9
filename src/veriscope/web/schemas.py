"""What the API takes and gives, for its OpenAPI description."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from veriscope.model import CheckName, ReviewStatus
from veriscope.review.texts import MAX_NAME, MAX_NOTE
from veriscope.web.problems import MEDIA_TYPE, Problem
from veriscope.web.tokens import Scope


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class DecisionIn(_Strict):
    """A change of state: `reviewed` takes an item, `pending` reopens a decided one."""

    status: ReviewStatus
    notes: str | None = Field(None, max_length=MAX_NOTE)


class NoteIn(_Strict):
    """A remark for the history."""

    notes: str = Field(min_length=1, max_length=MAX_NOTE)


class AssigneeIn(_Strict):
    """Who is asked to decide; null is nobody."""

    assignee: str | None = Field(max_length=MAX_NAME)


class TokenIn(_Strict):
    """A token to make."""

    name: str = Field(min_length=1, max_length=MAX_NAME)
    scope: Scope = Scope.READ


class TokenOut(BaseModel):
    """A token as it may be told; `token` itself only when it was made."""

    name: str
    scope: Scope
    created_at: datetime | None = None
    revoked: bool = False
    token: str | None = None


class SummaryOut(BaseModel):
    """An item in one line."""

    id: int
    status: ReviewStatus
    check: CheckName
    priority: float
    excerpt: str
    total_claims: int
    unverified_claims: int
    created_at: datetime
    record_id: str | None
    model: str | None
    original_confidence: float | None
    assignee: str | None
    reviewed_by: str | None
    reviewed_at: datetime | None


class PageOut(BaseModel):
    """One page; `next` is what `after` takes for the page that follows, null at the end."""

    items: list[SummaryOut]
    next: str | None


class EventOut(BaseModel):
    """One entry of an item's history."""

    seq: int
    action: str
    from_status: ReviewStatus | None
    to_status: ReviewStatus
    who: str
    when: datetime
    why: str | None


class ReviewOut(BaseModel):
    """An item with its texts, its assessment and its history."""

    model_config = ConfigDict(extra="allow")

    id: int
    status: ReviewStatus
    check: CheckName
    original_answer: str
    flagged_claims: list[dict[str, Any]]
    reviewed_by: str | None
    reviewed_at: datetime | None
    review_notes: str | None
    history: list[EventOut]


class CheckedOut(BaseModel):
    """The assessments of one record."""

    record_id: str
    assessments: list[dict[str, Any]]
    not_applicable: list[CheckName] = Field(description="Checks whose fields the record lacks.")
    queued: list[int] = Field(description="Items that were put into the queue.")


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe the errors that every route may answer with, and those of this one."""
    content = {MEDIA_TYPE: {"schema": Problem.model_json_schema()}}
    known = {*statuses, 400, 401, 403, 413, 422, 429, 503}
    return {status: {"description": "A problem", "content": content} for status in sorted(known)}
