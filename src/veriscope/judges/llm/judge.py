"""A judge that asks a language model: claims and verdicts as JSON, one more try, no guess."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial

from veriscope.judges.arithmetic import find_conflict, overruled
from veriscope.judges.cache import digest
from veriscope.judges.evidence import PassageIndex, nearest_passages
from veriscope.judges.judge import (
    Extraction,
    Judge,
    Judgement,
    as_claims,
    as_contexts,
    ungrounded,
)
from veriscope.judges.llm.asking import Asker, Question
from veriscope.judges.llm.endpoint import Endpoint
from veriscope.judges.llm.prompt import Prompt, load_prompt
from veriscope.judges.llm.replies import VerdictReply, read_claims, read_verdict, read_verdicts
from veriscope.judges.places import placed
from veriscope.judges.quotes import locate
from veriscope.judges.usage import Usage
from veriscope.model import Author, AuthorKind, Claim, Context, VerdictLabel


class LLMJudge(Judge):
    """What judges behind every kind of endpoint have in common."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.name = endpoint.name
        self.options = endpoint.options
        self._asker = Asker(endpoint)
        many = self.options.claims_per_call > 1
        self._prompt = load_prompt("verify_many" if many else "verify")
        self._author = Author(AuthorKind.MODEL, self.name, self._prompt.id)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    @property
    def usage(self) -> Usage:
        """What this judge has spent since it was made."""
        return self._asker.ledger.total

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Keep the connections for further calls from this event loop."""
        async with self._asker.transport.opened():
            yield

    async def extract_claims(self, response: str) -> Extraction:
        """Ask for the atomic claims of `response`; a blank one is not asked about."""
        if not response.strip():
            return Extraction()
        prompt = load_prompt("extract")
        key = self._key(prompt, [response])
        question = Question(prompt, {"answer": [response]}, read_claims, key)
        (answer,) = await self._asker.ask_all([question])
        return Extraction(placed(answer.value, response), answer.tokens)

    async def verify(
        self, claims: Sequence[Claim | str], context: Sequence[Context | str]
    ) -> list[Judgement]:
        """Ask about every claim, many at once; an error ends the rest and is raised."""
        wanted, sources = as_claims(claims), as_contexts(context)
        if not sources:
            return ungrounded(wanted, self._author)
        size = self.options.claims_per_call
        groups = [wanted[start : start + size] for start in range(0, len(wanted), size)]
        state = digest([source.text for source in sources])
        questions = [self._question(group, sources, state) for group in groups]
        answers = await self._asker.ask_all(questions)
        out: list[Judgement] = []
        for group, answer in zip(groups, answers, strict=True):
            shares = _shares(answer.tokens, len(group))
            for reply, tokens in zip(answer.value, shares, strict=True):
                out.append(self._judgement(reply, tokens, sources))
        if not self.options.arithmetic:
            return out
        index = PassageIndex(sources)
        return [
            found
            if found.label is VerdictLabel.REFUTED
            else overruled(found, find_conflict(claim.text, index))
            for claim, found in zip(wanted, out, strict=True)
        ]

    def _question(
        self, claims: Sequence[Claim], sources: Sequence[Context], state: bytes
    ) -> Question:
        texts = [claim.text for claim in claims]
        passages = nearest_passages(texts, sources, self.options.context_chars)
        many = self.options.claims_per_call > 1
        read = partial(read_verdicts, count=len(texts)) if many else lambda v: [read_verdict(v)]
        blocks = {"context": passages, "claim": texts}
        return Question(self._prompt, blocks, read, self._key(self._prompt, texts, state))

    def _judgement(self, reply: VerdictReply, tokens: int, sources: Sequence[Context]) -> Judgement:
        quote = locate(reply.evidence, sources)
        sure = reply.confidence
        supported = reply.label is VerdictLabel.SUPPORTED
        return Judgement(
            label=reply.label,
            confidence=1.0 if sure is None else sure,
            evidence=[quote] if quote else [],
            support=None if sure is None else sure if supported else 1.0 - sure,
            author=self._author,
            tokens=tokens,
        )

    def _key(self, prompt: Prompt, texts: Sequence[str], state: bytes = b"") -> bytes:
        """Digest what a reply depends on: judge, model, prompt, settings and content."""
        options = self.options
        settings = (options.temperature, options.max_output_tokens, options.context_chars)
        endpoint = self._asker.endpoint
        judge = (endpoint.kind, endpoint.url, endpoint.model)
        return digest(judge, prompt.id, repr(settings), state, texts)


def _shares(tokens: int, count: int) -> list[int]:
    """Divide the tokens of one call among its claims; the shares add up to the tokens."""
    share, rest = divmod(tokens, count)
    return [share + (number < rest) for number in range(count)]
