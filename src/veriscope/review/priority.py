"""Which item a person should see first: the most doubtful and the most harmful."""

from __future__ import annotations

from veriscope.model import Assessment, HallucinationReview, Verdict, VerdictLabel

UNKNOWN_CONFIDENCE = 0.5
"""How sure an answer counts as having sounded when its system gave no confidence."""


def priority_of(review: HallucinationReview) -> float:
    """Return a priority in [0, 1]: the mean of doubt and harm.

    Doubt is the share of claims without ground, each weighted with how improbable its judge found
    it where the judge gave a probability. Harm is how sure the answer sounded, halved when no
    claim is contradicted but only unproven: a wrong answer misleads as far as it convinces.
    """
    confidence = review.original_confidence
    sounded = UNKNOWN_CONFIDENCE if confidence is None else min(1.0, max(0.0, confidence))
    harm = sounded if _contradicted(review) else sounded / 2
    return round((_doubt(review) + harm) / 2, 6)


def _doubt(review: HallucinationReview) -> float:
    flagged = max(review.unverified_claims, len(review.flagged_claims))
    total = max(review.total_claims, flagged)
    if not total:
        return 0.0
    return min(1.0, flagged / total * _improbability(review.assessment))


def _improbability(assessment: Assessment | None) -> float:
    supports = [v.support for v in _against(assessment) if v.support is not None]
    return 1 - sum(supports) / len(supports) if supports else 1.0


def _against(assessment: Assessment | None) -> list[Verdict]:
    verdicts = () if assessment is None else assessment.verdicts
    return [verdict for verdict in verdicts if verdict.label is not VerdictLabel.SUPPORTED]


def _contradicted(review: HallucinationReview) -> bool:
    if review.assessment is None:
        return bool(review.flagged_claims)
    return any(v.label is VerdictLabel.REFUTED for v in _against(review.assessment))
