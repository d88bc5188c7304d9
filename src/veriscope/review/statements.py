"""The queries that list the queue; each is answered by an index, however long the queue is."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, tuple_, union_all

from veriscope.model import ReviewStatus
from veriscope.review.filter import Cursor, ReviewFilter
from veriscope.review.tables import BODIES, GROUPS, REVIEWS
from veriscope.review.texts import storable

Statement = Select[Any]


def page_of_ids(
    wanted: ReviewFilter, limit: int, after: Cursor | None = None, before: Cursor | None = None
) -> Statement:
    """Select the ids and ranks of one page in the order of the queue.

    Every index begins with the status, so that without one the four are asked in turn and merged:
    no page is ever found by sorting the queue.
    """
    if wanted.status is not None:
        return _part(wanted, wanted.status, limit, after, before)
    parts = [_part(wanted, status, limit, after, before).subquery() for status in ReviewStatus]
    merged = union_all(*(select(part.c.id, part.c.rank) for part in parts)).subquery("page")
    order: list[ColumnElement[Any]] = [merged.c.rank, merged.c.id]
    if before is not None:
        order = [column.desc() for column in order]
    return select(merged.c.id, merged.c.rank).order_by(*order).limit(limit)


def _part(
    wanted: ReviewFilter,
    status: ReviewStatus,
    limit: int,
    after: Cursor | None,
    before: Cursor | None,
) -> Statement:
    place = tuple_(REVIEWS.c.rank, REVIEWS.c.id)
    found = matching(select(REVIEWS.c.id, REVIEWS.c.rank), wanted, status)
    if after is not None:
        found = found.where(place > (-after.priority, after.id))
    if before is not None:
        found = found.where(place < (-before.priority, before.id))
        return found.order_by(REVIEWS.c.rank.desc(), REVIEWS.c.id.desc()).limit(limit)
    return found.order_by(REVIEWS.c.rank, REVIEWS.c.id).limit(limit)


def matching(
    statement: Statement, wanted: ReviewFilter, status: ReviewStatus | None = None
) -> Statement:
    """Restrict a selection from the items to those that are wanted."""
    status = status or wanted.status
    conditions: list[ColumnElement[bool]] = []
    equal = {
        REVIEWS.c.status: status and status.value,
        REVIEWS.c.check_name: wanted.check and wanted.check.value,
        REVIEWS.c.model: wanted.model,
        REVIEWS.c.reviewed_by: wanted.reviewer,
        REVIEWS.c.assignee: wanted.assignee,
    }
    conditions += [column == value for column, value in equal.items() if value is not None]
    if wanted.since is not None:
        conditions.append(REVIEWS.c.created_at >= wanted.since)
    if wanted.until is not None:
        conditions.append(REVIEWS.c.created_at < wanted.until)
    if wanted.group is not None:
        statement = statement.join(GROUPS, GROUPS.c.review_id == REVIEWS.c.id)
        conditions += [GROUPS.c.name == wanted.group[0], GROUPS.c.value == wanted.group[1]]
    if wanted.text is not None:
        statement = statement.join(BODIES, BODIES.c.review_id == REVIEWS.c.id)
        needle = storable(wanted.text.strip()).casefold()
        conditions.append(BODIES.c.search.contains(needle, autoescape=True))
    return statement.where(*conditions)


def count_by_status(wanted: ReviewFilter, cap: int | None) -> list[tuple[ReviewStatus, Statement]]:
    """Return a counting statement for each wanted status; it stops to count at `cap`."""
    statuses = [wanted.status] if wanted.status else list(ReviewStatus)
    out = []
    for status in statuses:
        found = matching(select(REVIEWS.c.id), wanted, status)
        limited = found.limit(cap) if cap is not None else found
        out.append((status, select(func.count()).select_from(limited.subquery())))
    return out
