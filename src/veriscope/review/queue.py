"""The queue: items in, decisions on them, everything kept."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Row, insert, select, update

from veriscope.errors import InputError, ReviewConflict, UnknownReviewError
from veriscope.model import HallucinationReview, ReviewStatus
from veriscope.model.labels import CheckName
from veriscope.review import event as moves
from veriscope.review.event import Action, Move, ReviewEvent
from veriscope.review.filter import MAX_ID, Cursor, ReviewFilter
from veriscope.review.priority import priority_of
from veriscope.review.rows import (
    body_of,
    column_name,
    group_rows,
    read_event,
    read_review,
    read_summary,
    review_row,
    search_text,
)
from veriscope.review.statements import count_by_status, page_of_ids
from veriscope.review.store import Store, one_at_a_time
from veriscope.review.summary import ReviewSummary
from veriscope.review.tables import BODIES, EVENTS, GROUPS, REVIEWS
from veriscope.review.texts import check_name, check_note

SYSTEM = "veriscope"
"""Who put an item into the queue, in its history."""
Item = int | HallucinationReview | ReviewSummary
"""Methods on one item take its number or the item itself."""


def utc_now() -> datetime:
    """Return the time."""
    return datetime.now(UTC)


class ReviewQueue:
    """Flagged answers that wait for a person, in a database.

    `url` is a path to an SQLite file, which is made when it is missing, or the URL of an SQLite
    or PostgreSQL database. A change is on disk when its method returns. Threads and processes may
    share one database: of two people who decide the same item the first wins, the second gets a
    `ReviewConflict` that names the first.
    """

    def __init__(self, url: str | Path, *, clock: Callable[[], datetime] = utc_now) -> None:
        self.store = Store(url)
        self._now = clock

    def add(self, review: HallucinationReview) -> HallucinationReview:
        """Store a new item and return it with its number; a priority is given if it has none."""
        review = _as_new(review)
        now = self._now()
        with self.store.write() as connection:
            row = _read(connection, _insert(connection, review, now))
        return read_review(row)

    def add_missing(self, reviews: Iterable[HallucinationReview]) -> int:
        """Store those items that are not there yet, all or none; return how many were new.

        An item is there when one of the same record, check, model, answer, question and sources
        is, decided or not. Of two processes that bring the same item one stores it.
        """
        new = [_as_new(review) for review in reviews]
        now = self._now()
        with self.store.write() as connection:
            one_at_a_time(connection)
            missing = (review for review in new if not _holds(connection, review))
            return len([_insert(connection, review, now) for review in missing])

    def list(  # noqa: PLR0913 - each is a column that people filter by
        self,
        status: ReviewStatus | str | None = None,
        *,
        check: CheckName | str | None = None,
        model: str | None = None,
        group: tuple[str, str] | str | None = None,
        reviewer: str | None = None,
        assignee: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        text: str | None = None,
        limit: int = 100,
        after: HallucinationReview | None = None,
    ) -> builtins.list[HallucinationReview]:
        """Return one page of items, the most urgent first; the next page is `after` the last."""
        wanted: Any = (status, check, model, group, reviewer, assignee, since, until, text)
        cursor = None if after is None else Cursor.of(after)
        page = page_of_ids(ReviewFilter(*wanted), _limit(limit), cursor).subquery("chosen")
        statement = (
            select(REVIEWS, BODIES.c.body)
            .join(page, page.c.id == REVIEWS.c.id)
            .join(BODIES, BODIES.c.review_id == REVIEWS.c.id)
            .order_by(page.c.rank, page.c.id)
        )
        with self.store.read() as connection:
            rows = connection.execute(statement).all()
        return [read_review(row) for row in rows]

    def summaries(
        self,
        wanted: ReviewFilter = ReviewFilter(),  # noqa: B008 - a frozen value
        *,
        limit: int = 50,
        after: Cursor | None = None,
        before: Cursor | None = None,
    ) -> builtins.list[ReviewSummary]:
        """Return one page without the texts; `before` gives the page that ends there."""
        page = page_of_ids(wanted, _limit(limit), after, before).subquery("chosen")
        statement = (
            select(REVIEWS).join(page, page.c.id == REVIEWS.c.id).order_by(page.c.rank, page.c.id)
        )
        with self.store.read() as connection:
            return [read_summary(row) for row in connection.execute(statement)]

    def all(self, wanted: ReviewFilter = ReviewFilter()) -> Iterator[HallucinationReview]:  # noqa: B008
        """Yield every wanted item, a page at a time, in the order of the queue."""
        after: HallucinationReview | None = None
        names: Any = dict(vars(wanted))
        while page := self.list(**names, after=after, limit=500):
            yield from page
            after = page[-1]

    def counts(
        self,
        wanted: ReviewFilter = ReviewFilter(),  # noqa: B008
        cap: int | None = None,
    ) -> dict[ReviewStatus, int]:
        """Return how many items are in each state; with `cap`, counting stops there."""
        with self.store.read() as connection:
            counted = count_by_status(wanted, cap)
            return {status: connection.execute(how).scalar_one() for status, how in counted}

    def get(self, item: Item) -> HallucinationReview:
        """Return an item as it is now; an unknown number is an `UnknownReviewError`."""
        with self.store.read() as connection:
            row = _read(connection, _number(item))
        return read_review(row)

    def history(self, item: Item) -> builtins.list[ReviewEvent]:
        """Return what happened to an item, the first entry first."""
        number = _number(item)
        statement = select(EVENTS).where(EVENTS.c.review_id == number).order_by(EVENTS.c.seq)
        with self.store.read() as connection:
            events = [read_event(row) for row in connection.execute(statement)]
        if not events:
            raise UnknownReviewError(number)
        return events

    def take(self, item: Item, reviewer: str, notes: str | None = None) -> HallucinationReview:
        """Mark a pending item as under review by `reviewer`; others may still decide on it."""
        return self.move(item, moves.TAKE, reviewer, notes)

    def approve(self, item: Item, reviewer: str, notes: str | None = None) -> HallucinationReview:
        """Decide that the answer was right: flagging it was a false alarm."""
        return self.move(item, moves.APPROVE, reviewer, notes)

    def reject(self, item: Item, reviewer: str, notes: str | None = None) -> HallucinationReview:
        """Decide that the answer is a hallucination."""
        return self.move(item, moves.REJECT, reviewer, notes)

    def reopen(self, item: Item, reviewer: str, notes: str | None = None) -> HallucinationReview:
        """Put a decided item back to pending; its decision stays in the history."""
        return self.move(item, moves.REOPEN, reviewer, notes)

    def move(
        self, item: Item, move: Move, reviewer: str, notes: str | None = None
    ) -> HallucinationReview:
        """Bring an item to another state, once: the database lets only one of many through."""
        number, who, why = _number(item), check_name(reviewer, "reviewer"), check_note(notes)
        now = self._now()
        with self.store.write() as connection:
            before = _lock(connection, number)
            status = ReviewStatus(before.status)
            if status not in move.sources:
                raise _conflict(before, move)
            connection.execute(
                update(REVIEWS).where(REVIEWS.c.id == number), _change(before, move, who, why, now)
            )
            states, seq = (status, move.target), before.version + 1
            _record(
                connection, number, seq=seq, action=move.action, states=states, who=who, when=now,
                why=why,
            )  # fmt: skip
            row = _read(connection, number)
        return read_review(row)

    def note(self, item: Item, reviewer: str, notes: str) -> HallucinationReview:
        """Keep a remark in the history and as the item's notes; the state stays."""
        note = check_note(notes)
        if note is None:
            raise InputError("must not be blank", field="notes")
        return self._touch(item, Action.NOTED, reviewer, note, {"review_notes": note})

    def assign(self, item: Item, assignee: str | None, reviewer: str) -> HallucinationReview:
        """Ask somebody to decide on an item, or with `None` nobody; anyone still may."""
        name = None if assignee is None else check_name(assignee, "assignee")
        why = "to nobody" if name is None else f"to {name}"
        return self._touch(item, Action.ASSIGNED, reviewer, why, {"assignee": name})

    def _touch(
        self, item: Item, action: Action, who: str, why: str, values: dict[str, Any]
    ) -> HallucinationReview:
        number, who = _number(item), check_name(who, "reviewer")
        now = self._now()
        with self.store.write() as connection:
            before = _lock(connection, number)
            status, seq = ReviewStatus(before.status), before.version + 1
            values |= {"version": seq, "updated_at": now}
            connection.execute(update(REVIEWS).where(REVIEWS.c.id == number), values)
            states = (status, status)
            _record(
                connection, number, seq=seq, action=action, states=states, who=who, when=now,
                why=why,
            )  # fmt: skip
            row = _read(connection, number)
        return read_review(row)

    def close(self) -> None:
        """Close the connections; the queue cannot be used after that."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _limit(limit: int) -> int:
    if not 1 <= limit <= 1000:
        raise InputError("must lie in [1, 1000]", field="limit")
    return limit


def _number(item: Item) -> int:
    number = item if isinstance(item, int) else item.id
    if number is None:
        raise InputError("has not been added to a queue", field="id")
    if isinstance(number, bool) or not isinstance(number, int):
        raise InputError("must be a whole number", field="id")
    if not 0 < number <= MAX_ID:
        raise UnknownReviewError(number)
    return number


def _as_new(review: HallucinationReview) -> HallucinationReview:
    """Return an item that can be stored as a new one; anything else is an error."""
    if review.id is not None or review.status is not ReviewStatus.PENDING:
        raise InputError("a new item is pending and has no number yet", field="id")
    if review.assignee is None:
        return review
    return replace(review, assignee=check_name(review.assignee, "assignee"))


def _insert(connection: Connection, review: HallucinationReview, now: datetime) -> int:
    """Write a new item with the first entry of its history; return its number."""
    priority = priority_of(review) if review.priority is None else review.priority
    head = review_row(review, priority, now)
    made: int = connection.execute(insert(REVIEWS).returning(REVIEWS.c.id), head).scalar_one()
    text = {"review_id": made, "body": body_of(review), "search": search_text(review)}
    connection.execute(insert(BODIES), text)
    if review.groups:
        connection.execute(insert(GROUPS), group_rows(made, review.groups, priority))
    states = (None, ReviewStatus.PENDING)
    _record(connection, made, seq=1, action=Action.ADDED, states=states, who=SYSTEM, when=now)
    return made


def _holds(connection: Connection, review: HallucinationReview) -> bool:
    """Whether an item about the same answer, from the same sources, is in the queue."""
    name = column_name(review.record_id or "")
    found = connection.execute(
        select(REVIEWS, BODIES.c.body)
        .join(BODIES, BODIES.c.review_id == REVIEWS.c.id)
        .where(REVIEWS.c.record_id == name, REVIEWS.c.check_name == review.check.value)
    )
    return any(_subject(read_review(row)) == _subject(review) for row in found)


def _subject(review: HallucinationReview) -> tuple[object, ...]:
    sources = tuple((source.id, source.text) for source in review.sources)
    return (review.record_id, review.model, review.original_answer, review.query, sources)


def _lock(connection: Connection, number: int) -> Row[Any]:
    """Return an item's row, kept from other writers until the transaction ends."""
    row = connection.execute(
        select(REVIEWS).where(REVIEWS.c.id == number).with_for_update()
    ).first()
    if row is None:
        raise UnknownReviewError(number)
    return row


def _change(
    before: Row[Any], move: Move, who: str, why: str | None, now: datetime
) -> dict[str, Any]:
    reopened, taken = move is moves.REOPEN, move is moves.TAKE
    return {
        "status": move.target.value,
        "assignee": who if taken else before.assignee,
        "reviewed_by": None if reopened else who,
        "reviewed_at": now if move.target in moves.DECIDED else None,
        "review_notes": None if reopened else (why or before.review_notes),
        "updated_at": now,
        "version": before.version + 1,
    }


def _record(
    connection: Connection,
    number: int,
    *,
    seq: int,
    action: Action,
    states: tuple[ReviewStatus | None, ReviewStatus],
    who: str,
    when: datetime,
    why: str | None = None,
) -> None:
    old, new = states
    row: dict[str, Any] = {"review_id": number, "seq": seq, "action": action.value}
    row |= {"from_status": old and old.value, "to_status": new.value}
    connection.execute(insert(EVENTS), row | {"who": who, "at": when, "why": why})


def _read(connection: Connection, number: int) -> Row[Any]:
    row: Row[Any] | None = connection.execute(
        select(REVIEWS, BODIES.c.body)
        .join(BODIES, BODIES.c.review_id == REVIEWS.c.id)
        .where(REVIEWS.c.id == number)
    ).first()
    if row is None:
        raise UnknownReviewError(number)
    return row


def _conflict(before: Row[Any], move: Move) -> ReviewConflict:
    status, who = ReviewStatus(before.status), before.reviewed_by
    when = before.reviewed_at or before.updated_at
    moment = f"{when:%Y-%m-%d %H:%M:%S} UTC"
    if move is moves.REOPEN:
        problem = f"item {before.id} is {status}: only a decided item can be reopened"
    elif status is ReviewStatus.REVIEWED:
        problem = f"item {before.id} is under review by {who} since {moment}"
    else:
        problem = f"item {before.id} was {status} by {who} at {moment}; reopen it to decide again"
    return ReviewConflict(
        problem,
        review_id=before.id,
        status=status.value,
        decided_by=who,
        decided_at=when if who else None,
    )
