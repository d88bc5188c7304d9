"""A stretch of a text: half open, in Unicode code points."""

from __future__ import annotations

from veriscope.errors import InputError

Span = tuple[int, int]


def check_span(span: object, field: str) -> Span | None:
    """Return `span` as a tuple; `None` stays `None`, anything but 0 <= start <= end is an error."""
    if span is None:
        return None
    if not (isinstance(span, (tuple, list)) and len(span) == 2):
        raise InputError("must be a pair (start, end)", field=field)
    start, end = span
    if any(not isinstance(end_, int) or isinstance(end_, bool) for end_ in (start, end)):
        raise InputError("must hold whole numbers", field=field)
    if not 0 <= start <= end:
        raise InputError(f"must be 0 <= start <= end, not ({start}, {end})", field=field)
    return (start, end)
