"""Giving misaligned terms their right span back, where there is only one it can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from veriscope.aspects.filtering import check_aspects, check_text
from veriscope.aspects.judge import DropCause, Finding, judge
from veriscope.aspects.offsets import OffsetUnit
from veriscope.aspects.source import SourceText, bounds
from veriscope.aspects.terms import DEFAULT_LISTS
from veriscope.model import Span


def repair_aspects(
    text: str, aspects: Sequence[Any] | None, *, unit: OffsetUnit = OffsetUnit.CHARACTERS
) -> dict[str, Any]:
    """Return `aspects` with mended spans, and `repairs` that record each change.

    A misaligned term that occurs exactly once in the text (overlapping occurrences count) gets
    that place; a term that occurs more often stays as it is, for any choice could be wrong, and so
    does one whose claimed span holds the same word in other letter case. An
    aligned span that counts in another unit is rewritten in characters. A repair holds `index`,
    `term`, `claimed` (the span as given), `span`, and `reason`: `misaligned` or `unit`.
    """
    source = SourceText(check_text(text), unit)
    out: list[Any] = []
    repairs: list[dict[str, Any]] = []
    for index, aspect in enumerate(check_aspects(aspects)):
        finding = judge(source, aspect, DEFAULT_LISTS)
        place = finding.place if finding.aligned else None
        reason = "unit"
        if finding.cause is DropCause.MISALIGNED:
            place, reason = right_place(source, finding), "misaligned"
        if place is None or (reason == "unit" and _same(place, finding.span, text)):
            out.append(aspect)
            continue
        span = {"start": place[0], "end": place[1]}
        change = {"index": index, "term": finding.term, "claimed": finding.span, "span": span}
        repairs.append({**change, "reason": reason})
        given = aspect if isinstance(aspect, Mapping) else {"term": finding.term}
        out.append({**given, "span": span})
    return {"aspects": out, "repairs": repairs}


def right_place(source: SourceText, finding: Finding) -> Span | None:
    """Return where a misaligned term stands, if it can only be one place.

    Where the claimed span holds the same word in other letter case, that mention is meant and the
    term is what is wrong: moving the span to another mention would be a wrong repair.
    """
    if finding.place is not None:
        claimed = source.text[slice(*finding.place)]
        if claimed.casefold() == finding.term.casefold():
            return None
    found = source.occurrences(finding.term, most=2)
    return found[0] if len(found) == 1 else None


def repair_entry(
    entry: Mapping[str, Any], *, unit: OffsetUnit = OffsetUnit.CHARACTERS
) -> dict[str, Any]:
    """Return a model output with mended aspects; all else of it stays, `repairs` is added."""
    return {**entry, **repair_aspects(entry["text"], entry.get("aspects"), unit=unit)}


def _same(place: Span, span: object, text: str) -> bool:
    claimed = bounds(span)
    return claimed is not None and (claimed[0], min(claimed[1], len(text))) == place
