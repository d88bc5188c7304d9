"""Which verdict stands for which claim of an assessment."""

from __future__ import annotations

from veriscope.metrics.standing import standing_of
from veriscope.model import Assessment, Verdict


def standing_by_claim(assessment: Assessment) -> list[Verdict | None]:
    """Return for each claim the verdict that stands, `None` where there is none.

    Verdicts find their claim by `claim_id`; where no verdict names one, they stand in the order
    of the claims. Of several on one claim a person's last word stands, else what most judges say,
    as in the metrics.
    """
    if all(verdict.claim_id is None for verdict in assessment.verdicts):
        missing = max(0, len(assessment.claims) - len(assessment.verdicts))
        return [*assessment.verdicts[: len(assessment.claims)], *[None] * missing]
    by_claim: dict[str | None, list[Verdict]] = {}
    for verdict in assessment.verdicts:
        by_claim.setdefault(verdict.claim_id, []).append(verdict)
    found = [by_claim.get(claim.id) if claim.id else None for claim in assessment.claims]
    return [standing_of(verdicts) if verdicts else None for verdicts in found]
