"""How much of a response the context does not bear out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from veriscope.grounding.claim_evaluator import ClaimEvaluator


class HallucinationEvaluator(ClaimEvaluator):
    """Counts claims that are contradicted or not backed; 1.0 means that there are none."""

    name = "hallucination"
    description = "Share of the response's claims that are not hallucinated."
    threshold = 0.8

    def reason(self, total: int, hallucinated: Sequence[dict[str, Any]]) -> str:
        """Name the hallucinated claims."""
        if not hallucinated:
            return "no hallucinations detected"
        named = "; ".join(f"'{row['claim']}'" for row in hallucinated)
        return f"{len(hallucinated)} of {total} claims hallucinated: {named}"

    def counts(
        self,
        total: int,  # noqa: ARG002 - the raw response has it already
        hallucinated: Sequence[dict[str, Any]],
    ) -> dict[str, Any]:
        """Add the hallucinated claims and their number."""
        return {
            "hallucinated_claims": list(hallucinated),
            "hallucination_count": len(hallucinated),
        }
