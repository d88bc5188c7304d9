"""Several judges asked side by side."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from veriscope.judges.arithmetic import FIGURES
from veriscope.judges.judge import Judge, Judgement, as_claims, check_length
from veriscope.judges.running import gather
from veriscope.judges.several import SeveralJudges
from veriscope.model import Author, AuthorKind, Claim, Context, VerdictLabel


class PanelRule(StrEnum):
    """How many votes a label needs: more than half, or all."""

    MAJORITY = "majority"
    UNANIMITY = "unanimity"


class PanelJudge(SeveralJudges):
    """Asks all its judges about every claim; the first finds the claims.

    A label that does not get the votes it needs gives NOT_ENOUGH_INFO, and the reasoning says so.
    The panel's confidence is the votes' confidence for its label, spread over all judges; where
    no label won, what is left of the strongest. A figure that arithmetic refutes stays refuted.
    `votes` and `agreement` of a judgement hold what each judge said. One judge's error is the
    panel's.
    """

    def __init__(self, judges: Sequence[Judge], rule: PanelRule | str = PanelRule.MAJORITY) -> None:
        super().__init__("panel", judges, 1)
        self.rule = PanelRule(rule)
        self._author = Author(AuthorKind.MODEL, self.name, self.rule)

    async def verify(
        self, claims: Sequence[Claim | str], context: Sequence[Context | str]
    ) -> list[Judgement]:
        """Have every judge verify every claim, and count the votes."""
        wanted = as_claims(claims)
        ballots = await gather(judge.verify(wanted, context) for judge in self.judges)
        for judge, ballot in zip(self.judges, ballots, strict=True):
            check_length(ballot, wanted, judge.name)
        return [self._count(votes) for votes in zip(*ballots, strict=True)]

    def _count(self, votes: Sequence[Judgement]) -> Judgement:
        weights = {
            label: sum(vote.confidence for vote in votes if vote.label is label) / len(votes)
            for label in VerdictLabel
        }
        label = self._winner(votes)
        settled = next((vote for vote in votes if vote.author == FIGURES), None)
        if settled is not None:
            label = settled.label
        voters = [vote for vote in votes if vote.label is label]
        best = settled or max(voters, key=lambda vote: vote.confidence, default=None)
        supports = [vote.support for vote in votes if vote.support is not None]
        undecided = "the judges do not agree"
        return Judgement(
            label=label or VerdictLabel.NOT_ENOUGH_INFO,
            confidence=min(1.0, weights[label]) if label else 1.0 - max(weights.values()),
            evidence=best.evidence if best else (),
            reasoning=best.reasoning if best else undecided,
            support=sum(supports) / len(supports) if supports else None,
            author=FIGURES if settled else self._author,
            tokens=sum(vote.tokens for vote in votes),
            votes=[vote.stored() for vote in votes],
        )

    def _winner(self, votes: Sequence[Judgement]) -> VerdictLabel | None:
        needed = len(votes) if self.rule is PanelRule.UNANIMITY else len(votes) // 2 + 1
        for label in VerdictLabel:
            if sum(vote.label is label for vote in votes) >= needed:
                return label
        return None
