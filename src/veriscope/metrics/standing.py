"""The one verdict that stands for a claim on which several judges spoke."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from veriscope.errors import InputError
from veriscope.model import Verdict, VerdictLabel

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
