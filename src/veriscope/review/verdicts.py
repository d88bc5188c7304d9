"""Which verdict belongs to which claim of an assessment."""

from __future__ import annotations

from veriscope.model import Assessment, Verdict


def latest_verdicts(assessment: Assessment) -> list[Verdict | None]:
    """Return for each claim the last verdict on it, `None` where there is none.

    Verdicts find their claim by `claim_id`; where no verdict names one, they stand in the order
    of the claims.
    """
    if all(verdict.claim_id is None for verdict in assessment.verdicts):
        missing = max(0, len(assessment.claims) - len(assessment.verdicts))
        return [*assessment.verdicts[: len(assessment.claims)], *[None] * missing]
    by_claim = {verdict.claim_id: verdict for verdict in assessment.verdicts}
    return [by_claim.get(claim.id) if claim.id else None for claim in assessment.claims]
