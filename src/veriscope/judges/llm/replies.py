"""What a language model wrote, read strictly: a value of the closed set, or a `BadReplyError`."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from veriscope.model import VerdictLabel

_FENCED = re.compile(r"```[\w-]*[ \t]*\r?\n(.*?)\r?\n?[ \t]*```", re.DOTALL)
_THOUGHT = re.compile(r"\s*<think>.*?</think>", re.DOTALL)


class BadReplyError(Exception):
    """A reply that cannot be read; says why."""


@dataclass(frozen=True)
class VerdictReply:
    """A verdict as a model gave it; `confidence` is None where it gave none."""

    label: VerdictLabel
    evidence: str = ""
    confidence: float | None = None


def read_object(text: str) -> Mapping[str, Any]:
    """Read a reply that is one JSON object, bare or in a code fence, perhaps after a thought."""
    thought = _THOUGHT.match(text)
    bare = text[thought.end() :] if thought else text
    if "```" in bare:
        fenced = _FENCED.findall(bare)
        if len(fenced) != 1:
            raise BadReplyError("not one code block")
        bare = fenced[0]
    try:
        value = json.loads(bare)
    except (ValueError, RecursionError):
        raise BadReplyError("not JSON") from None
    if not isinstance(value, dict):
        raise BadReplyError("not a JSON object")
    return value


def read_claims(value: Mapping[str, Any]) -> list[str]:
    """Read `{"claims": [...]}`; blank claims are dropped."""
    claims = value.get("claims")
    if not isinstance(claims, list):
        raise BadReplyError("'claims' is not a list")
    if not all(isinstance(claim, str) for claim in claims):
        raise BadReplyError("a claim is not a string")
    return [claim.strip() for claim in claims if claim.strip()]


def read_verdict(value: Mapping[str, Any]) -> VerdictReply:
    """Read `{"verdict", "evidence", "confidence"}`, of which only the verdict is required."""
    label = value.get("verdict")
    if not isinstance(label, str):
        raise BadReplyError("'verdict' is missing")
    try:
        found = VerdictLabel(label.strip().upper())
    except ValueError:
        raise BadReplyError(f"{label[:80]!r} is no verdict") from None
    evidence = value.get("evidence")
    if not (evidence is None or isinstance(evidence, str)):
        raise BadReplyError("'evidence' is not a string")
    return VerdictReply(found, evidence or "", _confidence(value.get("confidence")))


def read_verdicts(value: Mapping[str, Any], count: int) -> list[VerdictReply]:
    """Read `{"verdicts": [...]}` whose items carry the numbers 1 to `count`, each just once."""
    items = value.get("verdicts")
    if not (isinstance(items, list) and all(isinstance(item, dict) for item in items)):
        raise BadReplyError("'verdicts' is not a list of objects")
    by_number = {item["claim"]: item for item in items if type(item.get("claim")) is int}
    if len(items) != count or set(by_number) != set(range(1, count + 1)):
        raise BadReplyError(f"not one verdict for each of the claims 1 to {count}")
    return [read_verdict(by_number[number]) for number in range(1, count + 1)]


def _confidence(value: Any) -> float | None:
    if value is None:
        return None
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or not math.isfinite(value) or not 0 <= value <= 1:
        raise BadReplyError("'confidence' is not a number between 0 and 1")
    return float(value)
