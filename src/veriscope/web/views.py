"""An item prepared for its page: marks in the answer and in the sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veriscope.model import HallucinationReview, ReviewStatus, VerdictLabel
from veriscope.report.marks import Mark
from veriscope.review.words import ExplainedClaim, explained

KINDS = {
    VerdictLabel.SUPPORTED: "good",
    VerdictLabel.REFUTED: "bad",
    VerdictLabel.NOT_ENOUGH_INFO: "doubt",
}
STATUS_KINDS = {
    ReviewStatus.PENDING: "other",
    ReviewStatus.REVIEWED: "doubt",
    ReviewStatus.APPROVED: "good",
    ReviewStatus.REJECTED: "bad",
}
STATUS_WORDS = {
    ReviewStatus.PENDING: "Pending",
    ReviewStatus.REVIEWED: "Under review",
    ReviewStatus.APPROVED: "Approved",
    ReviewStatus.REJECTED: "Rejected",
}


@dataclass(frozen=True)
class SourceView:
    """A source with the stretches that verdicts rest on."""

    name: str
    text: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class ItemView:
    """What the page of an item shows."""

    item: HallucinationReview
    claims: list[ExplainedClaim]
    marks: tuple[Mark, ...]
    sources: list[SourceView]

    @property
    def found(self) -> str:
        """How much of the answer has no ground, in a sentence."""
        bad = sum(claim.label is not VerdictLabel.SUPPORTED for claim in self.claims)
        total = max(self.item.total_claims, len(self.claims))
        noun = "claim" if total == 1 else "claims"
        return f"{bad} of {total} {noun} without ground"


def item_view(item: HallucinationReview) -> ItemView:
    """Prepare an item."""
    claims = explained(item)
    marks = tuple(
        Mark(claim.claim.source_span, KINDS[claim.label], f"claim {n}: {claim.label_words}")
        for n, claim in enumerate(claims, start=1)
        if claim.claim.source_span is not None
    )
    sources = [
        SourceView(source.id or f"source {position}", source.text, _source_marks(source.id, claims))
        for position, source in enumerate(item.sources, start=1)
    ]
    return ItemView(item, claims, marks, sources)


def _source_marks(source_id: str | None, claims: Sequence[ExplainedClaim]) -> tuple[Mark, ...]:
    return tuple(
        Mark(evidence.span, KINDS[claim.label], f"for claim {n}")
        for n, claim in enumerate(claims, start=1)
        for evidence in claim.evidence
        if evidence.span is not None and evidence.source_id == source_id
    )
