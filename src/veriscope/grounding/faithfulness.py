"""How much of a response the context bears out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from veriscope.grounding.claim_evaluator import ClaimEvaluator


class FaithfulnessEvaluator(ClaimEvaluator):
    """Counts claims that are backed; 1.0 means that all are."""

    name = "faithfulness"
    description = "Share of the response's claims that the context supports."
    threshold = 0.7

    def reason(self, total: int, hallucinated: Sequence[dict[str, Any]]) -> str:
        """Say how many are supported."""
        return f"{total - len(hallucinated)} of {total} claims supported"

    def counts(self, total: int, hallucinated: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Add the number of supported claims."""
        return {"supported_claims": total - len(hallucinated)}
