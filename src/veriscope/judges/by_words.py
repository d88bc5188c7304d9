"""Verdicts from a scorer of pairs: a claim beside each of its likeliest passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veriscope.judges.evidence import Match, PassageIndex, quote
from veriscope.judges.judge import Judgement, ungrounded
from veriscope.judges.lexical import Pair, Scorer, pair_of
from veriscope.model import Author, Claim, VerdictLabel

SUPPORTED_FROM = 0.5
_PASSAGES = 3


@dataclass(frozen=True)
class _Case:
    """A claim with the passages that it may rest on, the likeliest first, paired for scoring."""

    claim: Claim
    matches: Sequence[Match]
    pairs: Sequence[Pair]


def judge_by_words(
    claims: Sequence[Claim], index: PassageIndex, scorer: Scorer, author: Author
) -> list[Judgement]:
    """Return one judgement for each claim: the support of its best passage."""
    cases = [_case(claim, index) for claim in claims]
    pairs = [pair for case in cases for pair in case.pairs]
    scores = iter(scorer.score(pairs))
    return [_judgement(case, [next(scores) for _ in case.pairs], author) for case in cases]


def _case(claim: Claim, index: PassageIndex) -> _Case:
    matches = index.best(claim.text, _PASSAGES)
    return _Case(claim, matches, [pair_of(claim.text, match) for match in matches])


def _judgement(case: _Case, scores: Sequence[float], author: Author) -> Judgement:
    if not scores:
        return ungrounded([case.claim], author, "no passage shares a word with it")[0]
    best = max(range(len(scores)), key=lambda number: scores[number])
    support = scores[best]
    supported = support >= SUPPORTED_FROM
    return Judgement(
        label=VerdictLabel.SUPPORTED if supported else VerdictLabel.NOT_ENOUGH_INFO,
        confidence=support if supported else 1.0 - support,
        evidence=[quote(case.claim.text, case.matches[best].passage)],
        reasoning=_reason(case.pairs[best]),
        support=support,
        author=author,
    )


def _reason(pair: Pair) -> str:
    parts = [f"the passage holds {pair.coverage:.0%} of the claim's words"]
    if pair.figures:
        parts.append(f"lacks {pair.figures} of its figures")
    if pair.names:
        parts.append(f"lacks {pair.names} of its names")
    return ", ".join(parts)
