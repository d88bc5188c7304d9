"""An assessment of any check becomes an item for a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from veriscope.model import (
    JSON,
    Assessment,
    CheckName,
    Claim,
    Context,
    FigureDetail,
    HallucinationReview,
    Record,
    VerdictLabel,
)
from veriscope.review.verdicts import standing_by_claim

REFERENCE = "reference"
"""The name that a record's ground-truth text gets among the sources of its item."""


def needs_review(assessment: Assessment) -> bool:
    """Whether a person should look: a claim is refuted or unsupported, or the check says so.

    A failure alone is nothing to decide on: it wants a repair and another run. In a transcription
    a single misread word is no reason; there the check weighs them, and its flag alone counts.
    """
    judged = [v for v in standing_by_claim(assessment) if v is not None]
    if assessment.check is CheckName.TRANSCRIPTION:
        return assessment.flagged
    if any(verdict.label is not VerdictLabel.SUPPORTED for verdict in judged):
        return True
    return assessment.flagged and not assessment.failures


def review_of(record: Record, assessment: Assessment) -> HallucinationReview | None:
    """Return the item for an assessment; `None` when it needs no person.

    A claim counts as verified when the verdict that stands supports it; one without a verdict
    does not.
    """
    if not needs_review(assessment):
        return None
    verdicts = standing_by_claim(assessment)
    supported = [v is not None and v.label is VerdictLabel.SUPPORTED for v in verdicts]
    pairs = zip(assessment.claims, supported, strict=True)
    return HallucinationReview(
        nlq_query_id=None,
        user_id=None,
        original_answer=record.response,
        original_confidence=record.confidence,
        adjusted_confidence=None,
        total_claims=len(supported),
        verified_claims=sum(supported),
        unverified_claims=len(supported) - sum(supported),
        flagged_claims=tuple(_flagged(claim) for claim, good in pairs if not good),
        property_id=_scope(record.scope, "property_id"),
        period_id=_scope(record.scope, "period_id"),
        check=assessment.check,
        record_id=record.id,
        model=assessment.model or record.model,
        groups={**record.groups, **assessment.groups},
        query=record.query,
        sources=_sources(record),
        assessment=assessment,
    )


def _flagged(claim: Claim) -> Mapping[str, Any]:
    figure = claim.detail if isinstance(claim.detail, FigureDetail) else FigureDetail()
    return {
        "claim_type": figure.figure or claim.claim_type.value,
        "value": figure.value,
        "original_text": claim.text,
        "verified": False,
    }


def _scope(scope: Mapping[str, JSON] | None, name: str) -> int | str | None:
    value = (scope or {}).get(name)
    return value if isinstance(value, (int, str)) and not isinstance(value, bool) else None


def _sources(record: Record) -> tuple[Context, ...]:
    reference = () if record.reference is None else (Context(record.reference, REFERENCE),)
    return (*record.contexts, *reference)
