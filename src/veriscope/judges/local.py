"""The judge that needs no key and no network: claims by rule, evidence by words, a scorer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from veriscope.judges.arithmetic import overruled
from veriscope.judges.claims import rule_claims
from veriscope.judges.evidence import Match, PassageIndex, quote
from veriscope.judges.judge import (
    Extraction,
    Judge,
    Judgement,
    as_claims,
    as_contexts,
    ungrounded,
)
from veriscope.judges.lexical import LexicalScorer, Pair, Scorer, pair_of
from veriscope.model import Author, AuthorKind, Claim, Context, VerdictLabel

SUPPORTED_FROM = 0.5
_PASSAGES = 3


@dataclass(frozen=True)
class _Case:
    """A claim with the passages that it may rest on, the likeliest first, paired for scoring."""

    claim: Claim
    matches: Sequence[Match]
    pairs: Sequence[Pair]


class LocalJudge(Judge):
    """Decides on this machine. The same input gives the same verdicts.

    A `scorer` gives the probability that a passage bears a claim out; the judge does the rest:
    claims, passages, labels and quotes. A claim's `support` is that of its best passage, and it
    is SUPPORTED from one half on. A figure that the context contradicts refutes it.
    """

    def __init__(self, scorer: Scorer | None = None, name: str = "local") -> None:
        self.name = name
        self._scorer = scorer or LexicalScorer()
        version = f"{self._scorer.name}/{self._scorer.version}"
        self._author = Author(AuthorKind.MODEL, name, version)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._scorer.name!r})"

    async def extract_claims(self, response: str) -> Extraction:
        """Find sentences and clauses that claim something."""
        return Extraction(rule_claims(response))

    async def verify(
        self, claims: Sequence[Claim | str], context: Sequence[Context | str]
    ) -> list[Judgement]:
        """Score every claim against its likeliest passages, in a thread of its own."""
        wanted, sources = as_claims(claims), as_contexts(context)
        if not sources or not wanted:
            return ungrounded(wanted, self._author)
        return await asyncio.to_thread(self._verify, wanted, sources)

    def _verify(self, claims: Sequence[Claim], sources: Sequence[Context]) -> list[Judgement]:
        index = PassageIndex(sources)
        cases = [self._case(claim, index) for claim in claims]
        pairs = [pair for case in cases for pair in case.pairs]
        scores = iter(self._scorer.score(pairs))
        return [
            overruled(case.claim, self._judgement(case, [next(scores) for _ in case.pairs]), index)
            for case in cases
        ]

    def _case(self, claim: Claim, index: PassageIndex) -> _Case:
        matches = index.best(claim.text, _PASSAGES)
        return _Case(claim, matches, [pair_of(claim.text, match) for match in matches])

    def _judgement(self, case: _Case, scores: Sequence[float]) -> Judgement:
        if not scores:
            return ungrounded([case.claim], self._author, "no passage shares a word with it")[0]
        best = max(range(len(scores)), key=lambda number: scores[number])
        support = scores[best]
        supported = support >= SUPPORTED_FROM
        return Judgement(
            label=VerdictLabel.SUPPORTED if supported else VerdictLabel.NOT_ENOUGH_INFO,
            confidence=support if supported else 1.0 - support,
            evidence=[quote(case.claim.text, case.matches[best].passage)],
            reasoning=_reason(case.pairs[best]),
            support=support,
            author=self._author,
        )


def _reason(pair: Pair) -> str:
    parts = [f"the passage holds {pair.coverage:.0%} of the claim's words"]
    if pair.figures:
        parts.append(f"lacks {pair.figures} of its figures")
    if pair.names:
        parts.append(f"lacks {pair.names} of its names")
    return ", ".join(parts)
