"""A cheap judge first, and a dear one for what it leaves undecided."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace

from veriscope.judges.judge import Judge, Judgement, as_claims, check_length
from veriscope.judges.several import SeveralJudges
from veriscope.judges.usage import Usage
from veriscope.model import AuthorKind, Claim, Context
from veriscope.model.codec import Noun
from veriscope.model.verdict import check_probability

DECIDED_FROM = 0.8


@dataclass(frozen=True)
class Tier(Noun):
    """What one judge of a cascade did: claims it was asked about and decided, and what it spent."""

    whole = True

    judge: str
    asked: int
    decided: int
    usage: Usage


@dataclass(frozen=True)
class CascadeReport(Noun):
    """The tiers, cheapest first, and what the last one was spared.

    `spared` counts claims that never reached the last judge. `saved` is what they would have cost
    there, in US dollars, going by what those cost that did; `None` where that is not known.
    """

    whole = True

    tiers: Sequence[Tier]
    spared: int
    saved: float | None


class CascadeJudge(SeveralJudges):
    """Asks each judge only about claims on which the one before was not sure enough.

    A judgement decides from a confidence of `decided_from` on, or when a rule made it; the last
    judge always decides. The first judge finds the claims.
    """

    def __init__(self, judges: Sequence[Judge], decided_from: float = DECIDED_FROM) -> None:
        super().__init__("cascade", judges, 2)
        self.decided_from = check_probability(decided_from, "decided_from")
        self._asked = [0] * len(self.judges)
        self._decided = [0] * len(self.judges)
        self._lock = threading.Lock()

    @property
    def report(self) -> CascadeReport:
        """What each tier has done since the cascade was made."""
        tiers = [
            Tier(judge.name, asked, decided, judge.usage)
            for judge, asked, decided in zip(self.judges, self._asked, self._decided, strict=True)
        ]
        last = tiers[-1]
        spared = tiers[0].asked - last.asked
        cost = last.usage.cost
        saved = spared * cost / last.asked if cost is not None and last.asked else None
        return CascadeReport(tiers, spared, saved)

    async def verify(
        self, claims: Sequence[Claim | str], context: Sequence[Context | str]
    ) -> list[Judgement]:
        """Ask tier after tier about what is still open."""
        wanted = as_claims(claims)
        out: list[Judgement | None] = [None] * len(wanted)
        open_ones = list(range(len(wanted)))
        for number, judge in enumerate(self.judges):
            if not open_ones:
                break
            asked = [wanted[i] for i in open_ones]
            found = await judge.verify(asked, context)
            check_length(found, asked, judge.name)
            for i, judgement in zip(open_ones, found, strict=True):
                before = out[i]
                spent = before.tokens if before else 0
                out[i] = replace(judgement, tokens=judgement.tokens + spent)
            last = number + 1 == len(self.judges)
            left = [] if last else [i for i in open_ones if not self._decides(out[i])]
            self._note(number, len(open_ones), len(open_ones) - len(left))
            open_ones = left
        return [judgement for judgement in out if judgement is not None]

    def _decides(self, judgement: Judgement | None) -> bool:
        if judgement is None:
            return False
        by_rule = judgement.author is not None and judgement.author.kind is AuthorKind.RULE
        return by_rule or judgement.confidence >= self.decided_from

    def _note(self, tier: int, asked: int, decided: int) -> None:
        with self._lock:
            self._asked[tier] += asked
            self._decided[tier] += decided
