"""The API of the queue: `/v1/reviews`."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query

from veriscope.errors import ReviewConflict
from veriscope.model import CheckName, HallucinationReview, ReviewStatus
from veriscope.model.codec import encode
from veriscope.review import ReviewFilter
from veriscope.review.event import MOVES
from veriscope.review.filter import MAX_SEARCH, Cursor, read_group
from veriscope.web.context import AnyServer, Reader, Reviewer, Server
from veriscope.web.problems import AsciiJson
from veriscope.web.schemas import (
    AssigneeIn,
    DecisionIn,
    NoteIn,
    PageOut,
    ReviewOut,
    problems,
)

router = APIRouter(prefix="/v1/reviews", tags=["reviews"], default_response_class=AsciiJson)
Number = Annotated[int, Path(description="The item's number.")]


async def wanted_items(  # noqa: PLR0913, PLR0917 - one parameter a column
    status: ReviewStatus | None = None,
    check: CheckName | None = None,
    model: str | None = None,
    group: Annotated[str | None, Query(description="NAME=VALUE")] = None,
    reviewer: str | None = None,
    assignee: str | None = None,
    since: Annotated[datetime | None, Query(description="Entered at this time or later.")] = None,
    until: Annotated[datetime | None, Query(description="Entered before it.")] = None,
    text: Annotated[str | None, Query(max_length=MAX_SEARCH)] = None,
) -> ReviewFilter:
    """Read the conditions of a list from the query."""
    pair = None if group is None else read_group(group)
    names: Any = (status, check, model, pair, reviewer, assignee, since, until, text)
    return ReviewFilter(*names)


@router.get("", response_model=PageOut, responses=problems())
def list_reviews(
    server: AnyServer,
    _: Reader,
    wanted: Annotated[ReviewFilter, Depends(wanted_items)],
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    after: Annotated[str | None, Query(description="The `next` of the page before.")] = None,
) -> AsciiJson:
    """List one page of items, the most doubtful and harmful first."""
    place = None if after is None else Cursor.read(after)
    found = server.queue.summaries(wanted, limit=limit + 1, after=place)
    page = found[:limit]
    following = str(Cursor.of(page[-1])) if len(found) > limit else None
    return AsciiJson({"items": encode(page), "next": following})


@router.get("/{number}", response_model=ReviewOut, responses=problems(404))
def get_review(server: AnyServer, _: Reader, number: Number) -> AsciiJson:
    """Return an item with its texts, its assessment and its history."""
    return _item(server, server.queue.get(number))


@router.post("/{number}/decision", response_model=ReviewOut, responses=problems(404, 409))
def decide(server: AnyServer, who: Reviewer, number: Number, decision: DecisionIn) -> AsciiJson:
    """Take, approve, reject or reopen an item, under the name of the token.

    When somebody was first the answer is 409 and says who; nothing is changed then.
    """
    return _item(server, move(server, number, decision.status, who.name, decision.notes))


@router.post("/{number}/notes", response_model=ReviewOut, responses=problems(404))
def note(server: AnyServer, who: Reviewer, number: Number, given: NoteIn) -> AsciiJson:
    """Keep a remark in an item's history."""
    return _item(server, server.queue.note(number, who.name, given.notes))


@router.put("/{number}/assignee", response_model=ReviewOut, responses=problems(404))
def assign(server: AnyServer, who: Reviewer, number: Number, given: AssigneeIn) -> AsciiJson:
    """Ask somebody to decide on an item."""
    return _item(server, server.queue.assign(number, given.assignee, who.name))


def move(
    server: Server, number: int, status: ReviewStatus, who: str, notes: str | None
) -> HallucinationReview:
    """Bring an item to a state, and count it."""
    try:
        done = server.queue.move(number, MOVES[status], who, notes)
    except ReviewConflict:
        server.metrics.conflicts.inc()
        raise
    server.metrics.decisions.labels(status.value).inc()
    return done


def _item(server: Server, item: HallucinationReview) -> AsciiJson:
    history = encode(server.queue.history(item))
    return AsciiJson({**item.to_dict(), "history": history})
