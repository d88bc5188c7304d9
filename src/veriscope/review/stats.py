"""How the decisions go over time: whether the checks flag what people reject."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, select

from veriscope.model.codec import Noun
from veriscope.model.review import ReviewStatus
from veriscope.review.filter import ReviewFilter
from veriscope.review.queue import ReviewQueue
from veriscope.review.statements import matching
from veriscope.review.tables import REVIEWS


class Bucket(StrEnum):
    """How long a period is."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


@dataclass(frozen=True)
class Period(Noun):
    """What entered the queue in a period and what was decided in it.

    `precision` is the share of decided items that were hallucinations: of what the checks flagged,
    how much was rightly flagged. It is `None` where nothing was decided.
    """

    whole = True

    start: str
    added: int
    approved: int
    rejected: int
    precision: float | None

    @property
    def decided(self) -> int:
        """How many items were decided."""
        return self.approved + self.rejected


def review_stats(
    queue: ReviewQueue,
    bucket: Bucket = Bucket.WEEK,
    wanted: ReviewFilter = ReviewFilter(),  # noqa: B008 - a frozen value
) -> list[Period]:
    """Return the periods in which something happened, the oldest first.

    An item counts where it entered and where its standing decision fell; a decision that was
    reopened does not count.
    """
    added: Counter[date] = Counter()
    approved: Counter[date] = Counter()
    rejected: Counter[date] = Counter()
    counts = {ReviewStatus.APPROVED: approved, ReviewStatus.REJECTED: rejected}
    with queue.store.read() as connection:
        for _, day, n in _daily(connection, REVIEWS.c.created_at, wanted):
            added[_start(day, bucket)] += n
        for status, day, n in _daily(connection, REVIEWS.c.reviewed_at, wanted):
            if status in counts:
                counts[status][_start(day, bucket)] += n
    starts = sorted({*added, *approved, *rejected})
    return [_period(start, added[start], approved[start], rejected[start]) for start in starts]


def _period(start: date, added: int, approved: int, rejected: int) -> Period:
    decided = approved + rejected
    precision = rejected / decided if decided else None
    return Period(start.isoformat(), added, approved, rejected, precision)


def _daily(
    connection: Connection, moment: ColumnElement[object], wanted: ReviewFilter
) -> Iterator[tuple[ReviewStatus, date, int]]:
    postgres = connection.dialect.name == "postgresql"
    day = func.date(func.timezone("UTC", moment) if postgres else moment)
    counted: Select[Any] = select(REVIEWS.c.status, day.label("day"), func.count().label("n"))
    statement = matching(counted, wanted)
    grouped = statement.where(moment.is_not(None)).group_by(REVIEWS.c.status, day)
    for row in connection.execute(grouped):
        yield ReviewStatus(row.status), date.fromisoformat(str(row.day)), row.n


def _start(day: date, bucket: Bucket) -> date:
    if bucket is Bucket.MONTH:
        return day.replace(day=1)
    return day - timedelta(days=day.weekday()) if bucket is Bucket.WEEK else day
