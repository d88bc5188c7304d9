"""Items to put into a queue."""

from decimal import Decimal
from typing import Any

from veriscope.review import HallucinationReview

FLAGGED = {
    "claim_type": "currency",
    "value": Decimal("1500000.00"),
    "original_text": "$1.5M",
    "verified": False,
}


def review(**changes: Any) -> HallucinationReview:
    """An item as the numeric check makes it, with some of its fields changed."""
    fields: dict[str, Any] = {
        "nlq_query_id": 7,
        "user_id": 3,
        "original_answer": "Net operating income was $1.5M.",
        "original_confidence": 0.9,
        "adjusted_confidence": 0.7,
        "total_claims": 1,
        "verified_claims": 0,
        "unverified_claims": 1,
        "flagged_claims": [FLAGGED],
        "property_id": 1,
        "period_id": 3,
    }
    return HallucinationReview(**{**fields, **changes})
