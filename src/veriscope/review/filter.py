"""Which items a person wants to see, and where a page of them ends."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from veriscope.errors import InputError
from veriscope.model.labels import CheckName
from veriscope.model.review import HallucinationReview, ReviewStatus, check_of, check_status
from veriscope.review.summary import ReviewSummary
from veriscope.review.tables import as_utc
from veriscope.review.texts import check_name

MAX_ID = 2**63 - 1
MAX_SEARCH = 500
_GROUP = re.compile(r"([^=]+)=(.*)", re.DOTALL)
_CURSOR = re.compile(r"(\d(?:\.\d+)?(?:e-\d+)?):(\d{1,19})")


@dataclass(frozen=True)
class ReviewFilter:
    """Conditions that all hold; `None` is no condition.

    `group` is a name and a value; `since` is inclusive and `until` exclusive, both on the time at
    which an item entered the queue; `text` is looked for in the answer, the question and the
    names, whatever the case.
    """

    status: ReviewStatus | None = None
    check: CheckName | None = None
    model: str | None = None
    group: tuple[str, str] | None = None
    reviewer: str | None = None
    assignee: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    text: str | None = None

    def __post_init__(self) -> None:
        put = object.__setattr__
        if self.status is not None:
            put(self, "status", check_status(self.status))
        if self.check is not None:
            put(self, "check", check_of(self.check))
        for name in ("model", "reviewer", "assignee"):
            if getattr(self, name) is not None:
                put(self, name, check_name(getattr(self, name), name))
        if isinstance(self.group, str):
            put(self, "group", read_group(self.group))
        for name in ("since", "until"):
            if getattr(self, name) is not None:
                put(self, name, _moment(getattr(self, name), name))
        if self.text is not None:
            put(self, "text", _needle(self.text))


def _moment(value: datetime, field: str) -> datetime:
    try:
        return as_utc(value)
    except OverflowError:
        raise InputError("is out of the calendar", field=field) from None


def _needle(text: str) -> str | None:
    if len(text) > MAX_SEARCH:
        raise InputError(f"must have at most {MAX_SEARCH} characters", field="text")
    return text.strip() or None


def read_group(text: str) -> tuple[str, str]:
    """Read `name=value`."""
    found = _GROUP.fullmatch(text.strip())
    if found is None:
        raise InputError(f"must be NAME=VALUE, not {text!r}", field="group")
    return (check_name(found[1], "group"), check_name(found[2], "group"))


@dataclass(frozen=True)
class Cursor:
    """The place of an item in the queue's order: high priority first, then first come."""

    priority: float
    id: int

    @classmethod
    def of(cls, item: HallucinationReview | ReviewSummary) -> Self:
        """Return the place of an item that the queue has given out."""
        if item.id is None or item.priority is None:
            raise InputError("is no stored item", field="after")
        return cls(item.priority, item.id)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what `str` wrote."""
        found = _CURSOR.fullmatch(text)
        cursor = cls(float(found[1]), int(found[2])) if found else None
        if cursor is None or not math.isfinite(cursor.priority) or cursor.id > MAX_ID:
            raise InputError("is no place in the queue", field="after")
        return cursor

    def __str__(self) -> str:
        return f"{self.priority!r}:{self.id}"
