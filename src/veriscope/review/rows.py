"""Items to rows and back. What a database cannot hold as text is kept as escaped JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from sqlalchemy import Row

from veriscope.errors import InputError
from veriscope.model import HallucinationReview, ReviewStatus
from veriscope.model.labels import CheckName
from veriscope.review.event import Action, ReviewEvent
from veriscope.review.summary import ReviewSummary
from veriscope.review.texts import MAX_NAME, storable

EXCERPT = 200
_COLUMNS = (
    "id", "status", "reviewed_by", "reviewed_at", "review_notes", "created_at", "updated_at",
    "priority", "assignee",
)  # fmt: skip


def body_of(review: HallucinationReview) -> str:
    """Return everything that never changes, as JSON in ASCII: any text survives any database."""
    content = {name: value for name, value in review.to_dict().items() if name not in _COLUMNS}
    try:
        return json.dumps(content, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InputError(f"cannot be stored: {error}", field="flagged_claims") from None


def search_text(review: HallucinationReview) -> str:
    """Return what the search looks through, in one case."""
    names = (review.record_id, review.nlq_query_id, review.user_id, review.model, review.query)
    parts = [str(name) for name in names if name is not None]
    return storable("\n".join([*parts, review.original_answer])).casefold()


def review_row(review: HallucinationReview, priority: float, now: datetime) -> dict[str, Any]:
    """Return the row of a new item."""
    return {
        "status": ReviewStatus.PENDING.value,
        "rank": -priority,
        "check_name": review.check.value,
        "record_id": _name(review.record_id),
        "model": _name(review.model),
        "assignee": review.assignee,
        "created_at": review.created_at or now,
        "updated_at": now,
        "version": 1,
        "excerpt": storable(" ".join(review.original_answer[: 4 * EXCERPT].split())[:EXCERPT]),
        "confidence": review.original_confidence,
        "total_claims": review.total_claims,
        "unverified_claims": review.unverified_claims,
    }


def group_rows(review_id: int, groups: Mapping[str, str], priority: float) -> list[dict[str, Any]]:
    """Return the rows of an item's groups."""
    cut = {column_name(name): column_name(value) for name, value in groups.items()}
    return [
        {"review_id": review_id, "name": name, "value": value, "rank": -priority}
        for name, value in cut.items()
    ]


def column_name(value: str) -> str:
    """Return a name from outside as its column holds it; the body keeps it whole."""
    return storable(value)[:MAX_NAME]


def _name(value: str | None) -> str | None:
    return None if value is None else column_name(value)


def read_review(row: Row[Any]) -> HallucinationReview:
    """Return the item of a row of both tables."""
    stored = HallucinationReview.from_dict(json.loads(row.body))
    return replace(
        stored,
        flagged_claims=tuple(_with_decimal(claim) for claim in stored.flagged_claims),
        id=row.id,
        status=ReviewStatus(row.status),
        reviewed_by=row.reviewed_by,
        reviewed_at=row.reviewed_at,
        review_notes=row.review_notes,
        created_at=row.created_at,
        updated_at=row.updated_at,
        priority=abs(row.rank),
        assignee=row.assignee,
    )


def _with_decimal(claim: Mapping[str, Any]) -> Mapping[str, Any]:
    """Give a flagged claim its exact value back, which JSON carries as a string."""
    value = claim.get("value")
    if not isinstance(value, str):
        return claim
    try:
        return {**claim, "value": Decimal(value)}
    except InvalidOperation:
        return claim


def read_summary(row: Row[Any]) -> ReviewSummary:
    """Return the summary of a row of the narrow table."""
    return ReviewSummary(
        id=row.id,
        status=ReviewStatus(row.status),
        check=CheckName(row.check_name),
        priority=abs(row.rank),
        excerpt=row.excerpt,
        total_claims=row.total_claims,
        unverified_claims=row.unverified_claims,
        created_at=row.created_at,
        record_id=row.record_id,
        model=row.model,
        original_confidence=row.confidence,
        assignee=row.assignee,
        reviewed_by=row.reviewed_by,
        reviewed_at=row.reviewed_at,
    )


def read_event(row: Row[Any]) -> ReviewEvent:
    """Return one entry of the history."""
    return ReviewEvent(
        seq=row.seq,
        action=Action(row.action),
        from_status=ReviewStatus(row.from_status) if row.from_status else None,
        to_status=ReviewStatus(row.to_status),
        who=row.who,
        when=row.at,
        why=row.why,
    )
