"""Errors as RFC 9457 problem documents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from veriscope.errors import InputError, ReviewConflict, StoreError, UnknownReviewError

MEDIA_TYPE = "application/problem+json"
_PREFIX = "urn:veriscope:problem:"


class Problem(BaseModel):
    """A problem document of RFC 9457."""

    type: str = Field(description="What sort of problem this is.")
    title: str
    status: int
    detail: str | None = None
    errors: list[dict[str, Any]] | None = Field(None, description="One for each wrong field.")
    review_id: int | None = None
    current_status: str | None = Field(None, description="The state that the item is in.")
    decided_by: str | None = None
    decided_at: str | None = None


class AsciiJson(JSONResponse):
    """JSON in ASCII: texts with lone surrogates can be sent, NaN cannot."""

    def render(self, content: object) -> bytes:
        """Write the JSON text."""
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")


def problem(
    status: int,
    detail: str | None = None,
    *,
    kind: str | None = None,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """Return a problem document."""
    title = HTTPStatus(status).phrase
    slug = kind or title.lower().replace(" ", "-")
    body = {"type": _PREFIX + slug, "title": title, "status": status, "detail": detail, **more}
    content = {name: value for name, value in body.items() if value is not None}
    return AsciiJson(content, status, headers=dict(headers or {}), media_type=MEDIA_TYPE)


def problem_of(error: Exception) -> Response:
    """Return the document for whatever went wrong; what nobody foresaw tells nothing."""
    if isinstance(error, ReviewConflict):
        return _conflict(error)
    if isinstance(error, UnknownReviewError):
        return problem(404, str(error), kind="unknown-review")
    if isinstance(error, InputError):
        fields = [{"field": error.field, "problem": error.problem}] if error.field else None
        return problem(422, str(error), kind="wrong-input", errors=fields)
    if isinstance(error, StoreError):
        return problem(503, "the store does not answer", headers={"Retry-After": "5"})
    if isinstance(error, RequestValidationError):
        return problem(422, "the request does not fit", kind="wrong-input", errors=_fields(error))
    if isinstance(error, HTTPException):
        return problem(error.status_code, error.detail, headers=error.headers)
    return problem(500, "something broke in the server; it was logged")


def _conflict(error: ReviewConflict) -> Response:
    return problem(
        409,
        str(error),
        kind="review-conflict",
        review_id=error.review_id,
        current_status=error.status,
        decided_by=error.decided_by,
        decided_at=error.decided_at and error.decided_at.isoformat(),
    )


def _fields(error: RequestValidationError) -> list[dict[str, Any]]:
    return [
        {"field": ".".join(map(str, found["loc"])), "problem": found["msg"]}
        for found in error.errors()
    ]


HANDLED = (HTTPException, RequestValidationError, InputError, ReviewConflict, StoreError)
"""What the application answers itself; everything else is answered by the guard before it."""
