"""Aspects of one text, kept or dropped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from veriscope.aspects.judge import Finding, judge
from veriscope.aspects.offsets import OffsetUnit
from veriscope.aspects.source import SourceText
from veriscope.aspects.terms import DEFAULT_LISTS, TermLists
from veriscope.errors import InputError

DROP_REASON = "other_not_target"


def build_filtered_aspects(
    text: str,
    aspects: Sequence[Any] | None,
    extra_allow: Iterable[str] | None = None,
    *,
    lists: TermLists = DEFAULT_LISTS,
    unit: OffsetUnit = OffsetUnit.CHARACTERS,
) -> dict[str, Any]:
    """Decide for each aspect of a text whether it is kept, and say why not.

    Returns `raw` (the aspects as given), `filtered` (`term`, `span`, `action`, `drop_reason`,
    `cause`, in the same order), `kept_terms` and `dropped_terms`. An aspect is kept when its term
    is exactly what stands at its span and it is a valid target. Whatever a model may have written
    as an aspect or a span is an ordinary case: None for `aspects` is no aspects, an aspect that is
    no object has no span. A span's end beyond the text is the text's end, as in a slice.
    """
    source = SourceText(check_text(text), unit)
    given = check_aspects(aspects)
    allowed = lists.with_allowed(extra_allow)
    filtered = [item(judge(source, aspect, allowed)) for aspect in given]
    return {
        "raw": [dict(aspect) if isinstance(aspect, dict) else aspect for aspect in given],
        "filtered": filtered,
        "kept_terms": [f["term"] for f in filtered if f["action"] == "keep"],
        "dropped_terms": [f["term"] for f in filtered if f["action"] == "drop"],
    }


def check_text(text: object) -> str:
    """Return a text, or say that it is none."""
    if not isinstance(text, str):
        raise InputError("must be a string", field="text")
    return text


def check_aspects(aspects: object) -> Sequence[Any]:
    """Return a list of aspects; None is an empty one."""
    if aspects is None:
        return ()
    if not isinstance(aspects, (list, tuple)):
        raise InputError("must be a list", field="aspects")
    return aspects


def item(finding: Finding) -> dict[str, Any]:
    """Return a finding in the plain form that scorecards hold."""
    kept = finding.cause is None
    return {
        "term": finding.term,
        "span": finding.span,
        "action": "keep" if kept else "drop",
        "drop_reason": None if kept else DROP_REASON,
        "cause": None if finding.cause is None else finding.cause.value,
    }
