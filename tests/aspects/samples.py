"""Samples that several tests build on."""

from typing import Any


def at(text: str, term: str, **more: Any) -> dict[str, Any]:
    """Return an aspect that holds: the term at its first place."""
    start = text.index(term)
    return {"term": term, "span": {"start": start, "end": start + len(term)}, **more}


def aspect(term: Any, start: Any, end: Any) -> dict[str, Any]:
    """Return an aspect with a span as given."""
    return {"term": term, "span": {"start": start, "end": end}}


TEXT = "배터리가 오래가고 the screen is bright"
"""Holds a Korean and an English target."""
KEPT = at(TEXT, "배터리")
INVENTED = aspect("카메라", 0, 3)
MISALIGNED = aspect("screen", 0, 6)
FILTERED = aspect("가", 3, 4)


def entry(*aspects: Any, text: str = TEXT, **more: Any) -> dict[str, Any]:
    """Return one model output."""
    return {"text": text, "aspects": list(aspects), **more}
