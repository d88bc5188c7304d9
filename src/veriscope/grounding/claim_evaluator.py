"""What the evaluators that count claims have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from veriscope.grounding.audit import Audit, audit
from veriscope.grounding.case import RAGTestCase
from veriscope.grounding.evaluator import Evaluator
from veriscope.grounding.result import EvaluationResult
from veriscope.judges.judge import Judge, Judgement
from veriscope.model import Claim, Verdict, VerdictLabel
from veriscope.model.verdict import check_probability


class EmptyClaims(StrEnum):
    """What a response without any claim comes to."""

    PASS = "pass"  # noqa: S105 - no password
    FAIL = "fail"


class ClaimEvaluator(Evaluator):
    """Scores a response by the share of its claims that the context bears out.

    With `min_confidence`, a SUPPORTED claim whose confidence is strictly under it does not count
    as supported; 0.8 is the usual value. A response without claims is perfect and passes, or with
    `empty_claims="fail"` scores 0.0 and does not.
    """

    def __init__(
        self,
        threshold: float | None = None,
        *,
        min_confidence: float | None = None,
        empty_claims: EmptyClaims | str = EmptyClaims.PASS,
    ) -> None:
        super().__init__(threshold)
        if min_confidence is not None:
            min_confidence = check_probability(min_confidence, "min_confidence")
        self.min_confidence = min_confidence
        self.empty_claims = EmptyClaims(empty_claims)

    async def evaluate(self, test_case: RAGTestCase, judge: Judge) -> EvaluationResult:
        """Find the claims, verify them and score the response; the judge's errors pass through."""
        return self.score_audit(await audit(test_case, judge))

    def score_audit(self, found: Audit) -> EvaluationResult:
        """Score claims that have their verdicts already."""
        rows = [claim_row(*pair) for pair in zip(found.claims, found.judgements, strict=True)]
        bad = [self.is_hallucinated(judgement) for judgement in found.judgements]
        hallucinated = [row for row, is_bad in zip(rows, bad, strict=True) if is_bad]
        total = len(rows)
        passes = self.empty_claims is EmptyClaims.PASS
        # Counted down from the total: 1 - h/t can miss a threshold by a rounding.
        score = (total - len(hallucinated)) / total if total else float(passes)
        raw: dict[str, Any] = {"claims": rows, "total_claims": total}
        return EvaluationResult(
            evaluator_name=self.name,
            score=score,
            passed=self.is_passing(score) if total else passes,
            reasoning=self.reason(total, hallucinated) if total else "no claims in the response",
            raw_response=raw | self.counts(total, hallucinated),
            tokens_used=found.tokens,
        )

    def is_hallucinated(self, judgement: Verdict) -> bool:
        """Whether a claim with this verdict lacks ground."""
        if judgement.label is not VerdictLabel.SUPPORTED:
            return True
        return self.min_confidence is not None and judgement.confidence < self.min_confidence

    @abstractmethod
    def reason(self, total: int, hallucinated: Sequence[dict[str, Any]]) -> str:
        """Say in a sentence what was found among `total` claims, at least one."""

    @abstractmethod
    def counts(self, total: int, hallucinated: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Return the evaluator's own entries of the raw response."""


# Results write REFUTED in the word that readers of RAG reports know.
_WRITTEN = {VerdictLabel.REFUTED: "CONTRADICTED"}


def claim_row(claim: Claim, judgement: Judgement) -> dict[str, Any]:
    """Return one claim with its verdict as plain values; `evidence` is the first quote or ""."""
    return {
        "claim": claim.text,
        "verdict": _WRITTEN.get(judgement.label, str(judgement.label)),
        "evidence": judgement.evidence[0].text if judgement.evidence else "",
        "confidence": judgement.confidence,
        "span": claim.source_span,
    }
