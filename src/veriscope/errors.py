"""Every error that Veriscope raises on purpose.

::

    VeriscopeError
    ├── InputError (also ValueError)         what was given cannot be used; says where
    │   └── UnknownReviewError               no item of the queue has this number
    ├── MissingExtraError (also ImportError) an optional package is not installed; says how
    ├── JudgeError                           a judge could not decide
    │   ├── JudgeAPIError                    its endpoint refused or broke
    │   ├── JudgeResponseError               its reply could not be read
    │   └── BudgetError                      asking it would cost more than allowed
    ├── ReviewConflict (also ValueError)     somebody was first, or the state forbids it
    └── StoreError                           the store of the queue cannot be reached or used
"""

from __future__ import annotations

from datetime import datetime
from typing import Any


class VeriscopeError(Exception):
    """Base of all errors that Veriscope raises on purpose."""


class InputError(VeriscopeError, ValueError):
    """Something given cannot be used; the message names the file, line and field if known."""

    def __init__(
        self,
        problem: str,
        *,
        field: str | None = None,
        source: str | None = None,
        line: int | None = None,
    ) -> None:
        self.problem = problem
        self.field = field
        self.source = source
        self.line = line
        super().__init__(problem, field, source, line)

    def __str__(self) -> str:
        place = self.source or ""
        if self.line is not None:
            place = f"{place}:{self.line}" if place else f"line {self.line}"
        return ": ".join(part for part in (place, self.field, self.problem) if part)

    def at(self, source: str, line: int | None = None) -> InputError:
        """Return the same error with its place in a file."""
        return InputError(self.problem, field=self.field, source=source, line=line)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild_input_error, (self.problem, self.field, self.source, self.line))


def _rebuild_input_error(
    problem: str, field: str | None, source: str | None, line: int | None
) -> InputError:
    return InputError(problem, field=field, source=source, line=line)


class MissingExtraError(VeriscopeError, ImportError):
    """A package of an optional extra is not installed; the message holds the line that does it."""

    def __init__(self, feature: str, extra: str) -> None:
        self.feature = feature
        self.extra = extra
        super().__init__(f"{feature} needs an extra: pip install 'veriscope[{extra}]'")


class UnknownReviewError(InputError):
    """No item of the queue has this number."""

    def __init__(self, review_id: int) -> None:
        self.review_id = review_id
        super().__init__(f"there is no item {review_id} in the queue")

    def __reduce__(self) -> tuple[object, ...]:
        return (UnknownReviewError, (self.review_id,))


class ReviewConflict(VeriscopeError, ValueError):  # noqa: N818 - the name is part of the contract
    """An item is not in a state that allows this; the message says who brought it there.

    `status` is the state it is in, `decided_by` who put it there and `decided_at` when, both
    `None` for an item that nobody has touched.
    """

    def __init__(
        self,
        message: str,
        *,
        review_id: int,
        status: str,
        decided_by: str | None = None,
        decided_at: datetime | None = None,
    ) -> None:
        self.message = message
        self.review_id = review_id
        self.status = status
        self.decided_by = decided_by
        self.decided_at = decided_at
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild_conflict, (self.message, self.__dict__.copy()))


def _rebuild_conflict(message: str, state: dict[str, Any]) -> ReviewConflict:
    return ReviewConflict(**{**state, "message": message})


class StoreError(VeriscopeError):
    """The store of the queue cannot be reached, is too new, or refused; nothing was written."""


class JudgeError(VeriscopeError):
    """A judge could not decide on a claim."""


class JudgeAPIError(JudgeError):
    """A judge's endpoint refused the request or broke."""

    def __init__(self, message: str, status_code: int | None = None) -> None:
        self.status_code = status_code
        super().__init__(message)


class JudgeResponseError(JudgeError):
    """A judge's reply could not be read; the message holds the reply."""


class BudgetError(JudgeError):
    """Asking a judge would cost more than the run may; what was done before is kept."""
