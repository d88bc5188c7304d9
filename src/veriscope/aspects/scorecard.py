"""The scorecard: what is known of one sample, in plain dicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from veriscope.aspects.filtering import build_filtered_aspects, check_text
from veriscope.aspects.judge import DropCause
from veriscope.aspects.offsets import OffsetUnit
from veriscope.aspects.tally import filtered_items
from veriscope.aspects.terms import DEFAULT_LISTS, TermLists
from veriscope.errors import InputError

DEFAULT_PROFILE = "regression"
FAIL_REASONS = {
    DropCause.INVENTED: "invented_term",
    DropCause.MISALIGNED: "misaligned_span",
    DropCause.FILTER: "no_valid_target",
}


def ate_score(filtered: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Score the filtered aspects of one sample.

    Both rates speak of what was kept, so they are 1.0 or, where nothing was kept, None.
    """
    kept = [f for f in filtered if f.get("action") == "keep"]
    rate = 1.0 if kept else None
    judgements = [
        {"term": f.get("term"), "span": f.get("span"), "span_ok": True, "is_valid_target": True}
        for f in kept
    ]
    return {
        "aspect_judgements": judgements,
        "valid_aspect_rate": rate,
        "span_ok_rate": rate,
        "hallucination_flag": any(f.get("action") == "drop" for f in filtered),
    }


def make_scorecard(
    entry: Mapping[str, Any],
    *,
    lists: TermLists = DEFAULT_LISTS,
    unit: OffsetUnit = OffsetUnit.CHARACTERS,
) -> dict[str, Any]:
    """Turn one model output (`text`, `aspects`, and what is known of the run) into a scorecard.

    `summary.quality_pass` is True when nothing was dropped; `fail_reasons` names each cause that
    was met once, in the order of the causes.
    """
    if not isinstance(entry, Mapping):
        raise InputError("must be an object")
    found = build_filtered_aspects(
        check_text(entry.get("text")),
        entry.get("aspects"),
        entry.get("extra_allow"),
        lists=lists,
        unit=unit,
    )
    filtered = found["filtered"]
    met = {f["cause"] for f in filtered}
    reasons = [reason for cause, reason in FAIL_REASONS.items() if cause in met]
    profile = entry.get("profile") or DEFAULT_PROFILE
    return {
        "run_id": entry.get("run_id"),
        "profile": profile,
        "meta": {
            "text_id": entry.get("text_id"),
            "mode": entry.get("mode"),
            "input_text": entry["text"],
            "case_type": entry.get("case_type"),
            "split": entry.get("split"),
            "profile": profile,
        },
        "ate": ate_score(filtered),
        "inputs": {
            "ate_debug": {"raw": found["raw"], "filtered": filtered},
            "filtered_aspects": [dict(f) for f in filtered],
        },
        "ate_score": ate_score(filtered),
        "summary": {"quality_pass": not reasons, "fail_reasons": reasons},
    }


def entry_of_scorecard(card: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the model output that a scorecard was made of; None where it does not hold it."""
    meta, aspects = card.get("meta"), list(filtered_items(card))
    text = meta.get("input_text") if isinstance(meta, Mapping) else None
    if not isinstance(meta, Mapping) or not isinstance(text, str):
        return None
    raw = [{"term": f.get("term"), "span": f.get("span")} for f in aspects]
    known = {"run_id": card.get("run_id"), "profile": card.get("profile")}
    known |= {name: meta.get(name) for name in ("mode", "case_type", "split")}
    named = {name: value for name, value in known.items() if value is not None}
    return {"text_id": meta.get("text_id"), "text": text, **named, "aspects": raw}
