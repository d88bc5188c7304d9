"""The claims of one response, each with its verdict: what every grounding score is read from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from veriscope.grounding.case import RAGTestCase
from veriscope.judges.claims import rule_claims
from veriscope.judges.judge import (
    Extraction,
    Judge,
    Judgement,
    as_contexts,
    check_length,
    ungrounded,
)
from veriscope.judges.places import placed
from veriscope.model import Author, AuthorKind, Claim

EMPTY_CONTEXT = Author(AuthorKind.RULE, "empty-context", "1")


@dataclass(frozen=True)
class Audit:
    """Claims and judgements in the same order, and the tokens that both verbs cost."""

    claims: Sequence[Claim] = ()
    judgements: Sequence[Judgement] = ()
    tokens: int = 0


async def audit(case: RAGTestCase, judge: Judge) -> Audit:
    """Have a judge find and verify the claims of a response.

    A blank response has no claims and an empty context bears out none: in both cases the judge is
    not called, and the claims of the second are found by rule.
    """
    return await verify(case, await extract(case, judge), judge)


async def extract(case: RAGTestCase, judge: Judge) -> Extraction:
    """Find the claims of a response, each with a place where one can be found."""
    if not case.response.strip():
        return Extraction()
    if not as_contexts(case.documents):
        return Extraction(rule_claims(case.response))
    found = await judge.extract_claims(case.response)
    return Extraction(_claims_of(found, case.response), found.tokens)


async def verify(case: RAGTestCase, extraction: Extraction, judge: Judge) -> Audit:
    """Verify claims against the context of the case."""
    claims, contexts = extraction.claims, as_contexts(case.documents)
    if not claims:
        return Audit(tokens=extraction.tokens)
    if not contexts:
        return Audit(claims, ungrounded(claims, EMPTY_CONTEXT), extraction.tokens)
    verdicts = await judge.verify(claims, contexts)
    check_length(verdicts, claims, judge.name)
    judgements = [Judgement.of(verdict) for verdict in verdicts]
    tokens = extraction.tokens + sum(judgement.tokens for judgement in judgements)
    return Audit(claims, judgements, tokens)


def _claims_of(extraction: Extraction, response: str) -> list[Claim]:
    """Return the claims of an extraction, each with a place where one can be found."""
    claims = list(extraction.claims)
    if all(claim.source_span for claim in claims):
        return claims
    found = placed([claim.text for claim in claims], response)
    return [
        claim if claim.source_span else replace(claim, source_span=place.source_span)
        for claim, place in zip(claims, found, strict=True)
    ]
