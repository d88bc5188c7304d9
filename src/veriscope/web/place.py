"""Where a person is in the queue: the filter in the address, so that a reload keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from veriscope.errors import InputError
from veriscope.model import ReviewStatus
from veriscope.review import ReviewFilter
from veriscope.review.filter import read_group

FIELDS = (
    "status", "check", "model", "group", "reviewer", "assignee", "since", "until", "text",
)  # fmt: skip
EVERY = "all"
"""The state in an address that stands for every state."""


@dataclass(frozen=True)
class Place:
    """A filter as it stands in an address; without a state it is what waits."""

    given: Mapping[str, str]
    wanted: ReviewFilter

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Place:
        """Read an address; what does not fit is an `InputError` that names the field."""
        given = {name: query[name].strip() for name in FIELDS if query.get(name, "").strip()}
        values: dict[str, Any] = {**given, "status": given.get("status", ReviewStatus.PENDING)}
        if values["status"] == EVERY:
            values["status"] = None
        if "group" in given:
            values["group"] = read_group(given["group"])
        for name in ("since", "until"):
            if name in given:
                values[name] = _day(given[name], name)
        return cls(given, ReviewFilter(**values))

    @property
    def status(self) -> str:
        """The chosen state, or `all`."""
        return self.given.get("status", ReviewStatus.PENDING.value)

    @property
    def filtered(self) -> bool:
        """Whether anything but the state is asked for."""
        return bool(set(self.given) - {"status"})

    def in_every_state(self) -> ReviewFilter:
        """The same filter without the state."""
        return replace(self.wanted, status=None)

    def link(self, path: str = "/reviews", **changes: str | int | None) -> str:
        """Return an address with this filter and some changes to it."""
        values: dict[str, Any] = {**self.given, **changes}
        query = urlencode({name: value for name, value in values.items() if value is not None})
        return f"{path}?{query}" if query else path


def _day(text: str, field: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise InputError(f"must be a day as 2026-01-31, not {text!r}", field=field) from None
