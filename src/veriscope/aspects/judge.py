"""The three causes for which an aspect is dropped, and the finding on one aspect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from veriscope.aspects.source import SourceText
from veriscope.aspects.terms import TermLists
from veriscope.model import Span


class DropCause(StrEnum):
    """Why an aspect is dropped, in the order in which it is decided."""

    INVENTED = "H1"
    MISALIGNED = "H2"
    FILTER = "filter"


@dataclass(frozen=True, slots=True)
class Finding:
    """What holds of one aspect. `place` is where its claimed span lies, in code points."""

    term: Any
    span: Any
    cause: DropCause | None
    place: Span | None

    @property
    def aligned(self) -> bool:
        """Whether the term stands where it is claimed to stand."""
        return self.cause is None or (self.cause is DropCause.FILTER and bool(self.term))


def parts(aspect: object) -> tuple[Any, Any]:
    """Return the term and the span of an aspect as given; a bare string is a term without span."""
    if isinstance(aspect, Mapping):
        term = aspect.get("term", "")
        return ("" if term is None else term), aspect.get("span")
    return (aspect if isinstance(aspect, str) else ""), None


def judge(source: SourceText, aspect: object, lists: TermLists) -> Finding:
    """Decide on one aspect.

    A term that is empty or no string names nothing that could be invented or misplaced, so its
    cause is always `filter`.
    """
    term, span = parts(aspect)
    place = source.place(span)
    if not term or not isinstance(term, str):
        return Finding(term, span, DropCause.FILTER, place)
    if source.holds(place, term):
        cause = None if lists.is_target(term) else DropCause.FILTER
    else:
        cause = DropCause.MISALIGNED if source.contains(term) else DropCause.INVENTED
    return Finding(term, span, cause, place)
