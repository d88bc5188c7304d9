"""The boundary behind which everything lives that decides on claims: two verbs, batch in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from veriscope.errors import InputError, JudgeResponseError
from veriscope.judges.usage import Usage
from veriscope.model import Author, Claim, Context, Verdict, VerdictLabel


@dataclass(frozen=True)
class Extraction:
    """The claims of a response, and the tokens that finding them cost.

    Claims may be given as texts.
    """

    claims: Sequence[Claim] = ()
    tokens: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "claims", tuple(as_claims(self.claims)))


@dataclass(frozen=True)
class Judgement(Verdict):
    """A verdict with what it cost, and with the votes behind it where several judges gave one.

    `tokens` counts what was spent for this verdict in this run, so that one from the cache is
    free. `author` says who decided: the model, or the rule that overruled it.
    """

    tokens: int = 0
    votes: Sequence[Verdict] = ()

    @property
    def agreement(self) -> float | None:
        """The share of votes for the label that won; `None` where nobody voted."""
        if not self.votes:
            return None
        return sum(vote.label is self.label for vote in self.votes) / len(self.votes)

    def stored(self, claim_id: str | None = None) -> Verdict:
        """Return the verdict as it is kept: without costs and votes, under its claim's id."""
        return Verdict(
            label=self.label,
            confidence=self.confidence,
            evidence=self.evidence,
            reasoning=self.reasoning,
            claim_id=claim_id or self.claim_id,
            support=self.support,
            author=self.author,
        )

    @classmethod
    def of(cls, verdict: Verdict) -> Judgement:
        """Return `verdict` as a judgement that cost nothing, unless it is one already."""
        if isinstance(verdict, Judgement):
            return verdict
        return cls(
            label=verdict.label,
            confidence=verdict.confidence,
            evidence=verdict.evidence,
            reasoning=verdict.reasoning,
            claim_id=verdict.claim_id,
            support=verdict.support,
            author=verdict.author,
        )


class Judge(ABC):
    """Finds the claims of a response, and says of each whether a context bears it out.

    A judge of your own writes the two verbs. Both raise `JudgeError` where they cannot decide;
    they never guess. `verify` returns as many judgements as it was given claims, in their order.
    Every judge can be used from any number of event loops and threads.
    """

    name: str = "judge"

    @property
    def usage(self) -> Usage:
        """What this judge has spent since it was made; nothing, unless it says otherwise."""
        return Usage()

    @abstractmethod
    async def extract_claims(self, response: str) -> Extraction:
        """Return the claims of `response`, each with its place in it where it has one."""

    @abstractmethod
    async def verify(
        self, claims: Sequence[Claim | str], context: Sequence[Context | str]
    ) -> list[Judgement]:
        """Return one judgement for each claim, in the order of the claims."""

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Keep open what the verbs would open one by one, such as connections."""
        yield


def as_claims(claims: Sequence[Claim | str]) -> list[Claim]:
    """Return claims given as texts or as claims, as claims."""
    if isinstance(claims, str):
        raise InputError("must be a list of claims, not one string", field="claims")
    return [Claim(claim) if isinstance(claim, str) else claim for claim in claims]


def as_contexts(context: Sequence[Context | str]) -> list[Context]:
    """Return the sources that hold any text; one without an id is named by its position from 0."""
    if isinstance(context, str):
        raise InputError("must be a list of strings or documents, not one string", field="context")
    sources = [Context(item) if isinstance(item, str) else item for item in context]
    return [
        source if source.id is not None else Context(source.text, str(i), source.metadata)
        for i, source in enumerate(sources)
        if source.text.strip()
    ]


def ungrounded(
    claims: Sequence[Claim], author: Author, reasoning: str = "the context is empty"
) -> list[Judgement]:
    """Judge claims for which there is nothing that could bear them out."""
    return [
        Judgement(
            VerdictLabel.NOT_ENOUGH_INFO,
            support=0.0,
            reasoning=reasoning,
            author=author,
        )
        for _ in claims
    ]


def check_length(judgements: Sequence[Verdict], claims: Sequence[Claim], name: str) -> None:
    """Refuse an answer of another length than the question."""
    if len(judgements) != len(claims):
        raise JudgeResponseError(f"{name} gave {len(judgements)} verdicts for {len(claims)} claims")
