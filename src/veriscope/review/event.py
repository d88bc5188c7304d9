"""One entry of an item's history, and the moves that the states allow."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from veriscope.model.codec import Noun
from veriscope.model.review import ReviewStatus


class Action(StrEnum):
    """What can happen to an item."""

    ADDED = "added"
    TAKEN = "taken"
    APPROVED = "approved"
    REJECTED = "rejected"
    REOPENED = "reopened"
    NOTED = "noted"
    ASSIGNED = "assigned"


@dataclass(frozen=True)
class ReviewEvent(Noun):
    """Who did what, when and why; `seq` counts an item's entries from 1 without a gap."""

    whole = True

    seq: int
    action: Action
    from_status: ReviewStatus | None
    to_status: ReviewStatus
    who: str
    when: datetime
    why: str | None = None


@dataclass(frozen=True)
class Move:
    """An action that changes the state: from which states, to which."""

    action: Action
    sources: frozenset[ReviewStatus]
    target: ReviewStatus


_OPEN = frozenset({ReviewStatus.PENDING, ReviewStatus.REVIEWED})
DECIDED = frozenset({ReviewStatus.APPROVED, ReviewStatus.REJECTED})

TAKE = Move(Action.TAKEN, frozenset({ReviewStatus.PENDING}), ReviewStatus.REVIEWED)
APPROVE = Move(Action.APPROVED, _OPEN, ReviewStatus.APPROVED)
REJECT = Move(Action.REJECTED, _OPEN, ReviewStatus.REJECTED)
REOPEN = Move(Action.REOPENED, DECIDED, ReviewStatus.PENDING)

MOVES = {move.target: move for move in (TAKE, APPROVE, REJECT, REOPEN)}
"""The one move that leads to each state."""
