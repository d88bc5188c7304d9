"""A person's decision flows back: one more verdict on each claim that was flagged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from veriscope.errors import InputError
from veriscope.model import (
    Assessment,
    Author,
    AuthorKind,
    Claim,
    ClaimType,
    Evidence,
    FigureDetail,
    HallucinationReview,
    ReviewStatus,
    Span,
    Verdict,
    VerdictLabel,
)
from veriscope.model.codec import encode
from veriscope.review.event import DECIDED
from veriscope.review.verdicts import standing_by_claim

_RULE = Author(AuthorKind.RULE, "numeric")


def with_decision(review: HallucinationReview) -> Assessment:
    """Return the assessment that flagged the item, with the person's verdicts at its end.

    Approved means that the flagged claims are supported after all. Rejected confirms what the
    check said of each. An item that is not decided gets none.
    """
    assessment = assessment_of(review)
    if review.status not in DECIDED:
        return assessment
    verdicts = tuple(_human(review, claim_id, label) for claim_id, label in _flagged(assessment))
    return replace(assessment, verdicts=(*assessment.verdicts, *verdicts))


def _flagged(assessment: Assessment) -> Iterator[tuple[str | None, VerdictLabel]]:
    """Yield what a decision is about: each claim without support, or the answer as a whole."""
    found = False
    pairs = zip(assessment.claims, standing_by_claim(assessment), strict=True)
    for claim, verdict in pairs:
        label = VerdictLabel.NOT_ENOUGH_INFO if verdict is None else verdict.label
        if label is not VerdictLabel.SUPPORTED:
            found = True
            yield claim.id, label
    if not found:
        yield None, VerdictLabel.REFUTED


def _human(review: HallucinationReview, claim_id: str | None, label: VerdictLabel) -> Verdict:
    approved = review.status is ReviewStatus.APPROVED
    return Verdict(
        label=VerdictLabel.SUPPORTED if approved else label,
        reasoning=review.review_notes or "",
        claim_id=claim_id,
        author=Author(AuthorKind.HUMAN, review.reviewed_by or ""),
    )


def assessment_of(review: HallucinationReview) -> Assessment:
    """Return an item's assessment, read from its flagged claims where it came without one.

    Every claim has an id in it, so that a verdict can name the claim it is about.
    """
    if review.assessment is not None:
        claims = tuple(_named(claim, i) for i, claim in enumerate(review.assessment.claims))
        return replace(review.assessment, claims=claims)
    pairs = [_read_flagged(claim, i) for i, claim in enumerate(review.flagged_claims)]
    return Assessment(
        record_id=review.record_id or str(review.nlq_query_id or review.id or ""),
        check=review.check,
        claims=tuple(claim for claim, _ in pairs),
        verdicts=tuple(verdict for _, verdict in pairs),
        flagged=True,
        groups=review.groups,
        model=review.model,
    )


def _named(claim: Claim, position: int) -> Claim:
    return claim if claim.id else replace(claim, id=f"c{position + 1}")


def _read_flagged(data: Mapping[str, Any], position: int) -> tuple[Claim, Verdict]:
    kind = str(data.get("claim_type") or "")
    value = data.get("value")
    claim = Claim(
        text=str(data.get("original_text") or ""),
        source_span=_span(data.get("start"), data.get("end")),
        claim_type=ClaimType.TEMPORAL if kind == "date" else ClaimType.NUMERICAL,
        id=f"c{position + 1}",
        detail=FigureDetail(
            figure=kind,
            value=Decimal(str(value)) if isinstance(value, (int, float, Decimal)) else None,
            unit=_text(data.get("unit")),
            metric=_text(data.get("metric")),
            actual=_text(data.get("actual")),
            difference=_text(data.get("difference")),
            tolerance=_text(data.get("tolerance")),
        ),
    )
    evidence = tuple(_evidence(data.get("evidence")))
    against = VerdictLabel.REFUTED if evidence else VerdictLabel.NOT_ENOUGH_INFO
    label = VerdictLabel.SUPPORTED if data.get("verified") else against
    reasoning = _text(data.get("error") or data.get("explanation")) or ""
    verdict = Verdict(label, evidence=evidence, reasoning=reasoning, claim_id=claim.id)
    return claim, replace(verdict, author=_RULE)


def _span(start: object, end: object) -> Span | None:
    if isinstance(start, int) and isinstance(end, int) and 0 <= start <= end:
        return (start, end)
    return None


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _evidence(data: Any) -> Iterator[Evidence]:
    """Read evidence in any shape: one, several, as nouns, objects or words."""
    for item in data if isinstance(data, (list, tuple)) else (data,):
        if isinstance(item, Evidence):
            yield item
        elif isinstance(item, Mapping):
            yield _read_evidence(item)
        elif item:
            yield Evidence(text=str(item))


def _read_evidence(item: Mapping[str, Any]) -> Evidence:
    """Read a quote, a passage of a chunk, or the place of a value in a database."""
    try:
        return Evidence.from_dict(item)
    except InputError:
        span = _span(item.get("start"), item.get("end"))
        if span is not None and "chunk_id" in item:
            return Evidence(_text(item["chunk_id"]), span, str(item.get("text") or ""))
        return Evidence(locator={str(key): encode(value) for key, value in item.items()})
