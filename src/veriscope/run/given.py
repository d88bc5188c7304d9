"""What a record already says of itself: verdicts that exist, and refusals.

These two need no judge and no source; they are checks like the others, so that an audit counts,
reports and gates them in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from veriscope import __version__
from veriscope.metrics import FalseAcceptanceCalculator
from veriscope.metrics.standing import check_same_claims, majority
from veriscope.model import (
    Assessment,
    Author,
    AuthorKind,
    CheckName,
    Claim,
    Record,
    Verdict,
    VerdictLabel,
)

_RULE = Author(AuthorKind.RULE, "refusals", __version__)


def assess_refusals(records: Iterable[Record]) -> list[Assessment]:
    """Say of each response whether it refuses; flagged when it answers what does not exist."""
    calculator = FalseAcceptanceCalculator()
    return [_refusal(record, calculator) for record in records]


def _refusal(record: Record, calculator: FalseAcceptanceCalculator) -> Assessment:
    found = calculator.evaluate_abstention(
        record.query or "", record.response, bool(record.is_nonexistent)
    )
    claim = Claim(record.response, (0, len(record.response)), id="c0")
    label = VerdictLabel.NOT_ENOUGH_INFO if found.is_false_acceptance else VerdictLabel.SUPPORTED
    said = "the response refuses" if found.did_abstain else "the response answers"
    asked = "what does not exist" if record.is_nonexistent else "what exists"
    verdict = Verdict(label, reasoning=f"{said}; asked was {asked}", claim_id="c0", author=_RULE)
    return Assessment(
        record.id,
        CheckName.ABSTENTION,
        claims=[claim],
        verdicts=[verdict],
        measures={
            "nonexistent": float(found.is_nonexistent_entity),
            "abstained": float(found.did_abstain),
            "false_acceptance": float(found.is_false_acceptance),
        },
        flagged=found.is_false_acceptance,
        groups=record.groups,
        model=record.model,
    )


def assess_verdicts(records: Iterable[Record]) -> list[Assessment]:
    """Take over the verdicts that records hold, each judge's under the judge's name."""
    return [_verdicts(record) for record in records]


def _verdicts(record: Record) -> Assessment:
    given = record.verdicts or ()
    by_judge = given if isinstance(given, Mapping) else {"given": given}
    check_same_claims(by_judge)
    standing = majority(by_judge)
    claims = _claims(record, len(standing))
    verdicts = [
        replace(
            verdict,
            claim_id=claim.id,
            author=verdict.author or Author(AuthorKind.MODEL, judge),
        )
        for judge, judged in by_judge.items()
        for claim, verdict in zip(claims, judged, strict=True)
    ]
    unsupported = sum(verdict.label is not VerdictLabel.SUPPORTED for verdict in standing)
    return Assessment(
        record.id,
        CheckName.VERDICTS,
        claims=claims,
        verdicts=verdicts,
        flagged=unsupported > 0,
        score=1 - unsupported / len(standing) if standing else None,
        groups=record.groups,
        model=record.model,
    )


def _claims(record: Record, count: int) -> list[Claim]:
    """Return the record's own claims under ids, or nameless ones where it has none."""
    own = record.claims if isinstance(record.claims, Sequence) else ()
    if len(own) != count:
        own = [Claim(f"claim {number}") for number in range(count)]
    return [replace(claim, id=claim.id or f"c{i}") for i, claim in enumerate(own)]
