"""The one verdict that stands for a claim on which several judges spoke."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from veriscope.errors import InputError
from veriscope.model import Assessment, AuthorKind, Verdict, VerdictLabel

_WORST_FIRST = (VerdictLabel.REFUTED, VerdictLabel.NOT_ENOUGH_INFO, VerdictLabel.SUPPORTED)


def check_same_claims(judge_verdicts: Mapping[str, Sequence[Verdict]]) -> None:
    """Judges must have judged equally many claims; the one who has not is named."""
    lengths = {judge: len(verdicts) for judge, verdicts in judge_verdicts.items()}
    for judge, found in lengths.items():
        first, expected = next(iter(lengths.items()))
        if found != expected:
            problem = f"has {found} verdicts, judge {first!r} has {expected}"
            raise InputError(problem, field=f"verdicts.{judge}")


def majority(judge_verdicts: Mapping[str, Sequence[Verdict]]) -> list[Verdict]:
    """Return for each claim the label that most judges gave; of equally many the worst one.

    A tie counts against the claim, so that disagreement never makes a rate look better. The
    verdict returned is that of the first judge who gave the label.
    """
    check_same_claims(judge_verdicts)
    standing = []
    for verdicts in zip(*judge_verdicts.values(), strict=True):
        votes = Counter(verdict.label for verdict in verdicts)
        label = max(_WORST_FIRST, key=lambda one: votes[one])
        standing.append(next(verdict for verdict in verdicts if verdict.label is label))
    return standing


def standing_verdicts(assessment: Assessment) -> list[Verdict]:
    """Return the verdict that stands for each claim of an assessment, in the order of the claims.

    A person's last word stands; without one the label that most judges gave, of equally many the
    worst. Claims without any verdict are left out.
    """
    by_claim: dict[str | None, list[Verdict]] = {claim.id: [] for claim in assessment.claims}
    for verdict in assessment.verdicts:
        by_claim.setdefault(verdict.claim_id, []).append(verdict)
    return [standing_of(verdicts) for verdicts in by_claim.values() if verdicts]


def standing_of(verdicts: Sequence[Verdict]) -> Verdict:
    """Return the verdict that stands of those on one claim: a person's last word, or the most."""
    human = [v for v in verdicts if v.author is not None and v.author.kind is AuthorKind.HUMAN]
    if human:
        return human[-1]
    if len(verdicts) == 1:
        return verdicts[0]
    return majority({str(i): [verdict] for i, verdict in enumerate(verdicts)})[0]
