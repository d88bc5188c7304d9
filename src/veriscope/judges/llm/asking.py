"""A question to a language model, from the cache or from its endpoint, paid for and read."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from veriscope.errors import InputError, JudgeResponseError
from veriscope.judges.llm.endpoint import Endpoint, Reply, Turn
from veriscope.judges.llm.prompt import Prompt
from veriscope.judges.llm.replies import BadReplyError, read_object
from veriscope.judges.llm.transport import Transport
from veriscope.judges.prices import Prices
from veriscope.judges.running import gather
from veriscope.judges.usage import Ledger, Usage

_SHOWN = 2_000
_BYTES_PER_TOKEN = 4


@dataclass(frozen=True)
class Question:
    """One thing to ask: the prompt, what goes into its slots, and how the reply is read.

    `read` raises `BadReplyError` for what it cannot use. `key` names the question in the cache.
    """

    prompt: Prompt
    blocks: Mapping[str, Sequence[str]]
    read: Callable[[Mapping[str, Any]], Any]
    key: bytes


@dataclass(frozen=True)
class Answer:
    """What was read, and the tokens that were spent on it just now."""

    value: Any
    tokens: int = 0


class Asker:
    """Asks one endpoint."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self.options = options = endpoint.options
        self.ledger = Ledger()
        self.transport = Transport(
            endpoint.url,
            concurrency=options.concurrency,
            timeout=options.timeout,
            retries=options.retries,
            requests_per_minute=options.requests_per_minute,
            tokens_per_minute=options.tokens_per_minute,
        )
        self._prices = options.prices or Prices.load()
        budget = options.budget
        limited = budget is not None and budget.max_cost is not None
        if limited and self._prices.cost(endpoint.model, 0, 0) is None:
            raise InputError(
                f"a limit in dollars needs a price for {endpoint.model!r}: give a price file, or "
                "limit the tokens",
                field="max_cost",
            )

    async def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        """Answer all in order: what the cache knows for nothing, the rest at once."""
        out = self._recall(questions)
        missing = [number for number in range(len(questions)) if number not in out]
        self.ledger.add(Usage(cached=len(out)))
        if missing:
            async with self.transport.opened():
                fresh = await gather(self._ask(questions[number]) for number in missing)
            out.update(zip(missing, fresh, strict=True))
        return [out[number] for number in range(len(questions))]

    def _recall(self, questions: Sequence[Question]) -> dict[int, Answer]:
        if self.options.cache is None:
            return {}
        known = self.options.cache.get_many([question.key for question in questions])
        found = {}
        for number, question in enumerate(questions):
            value = known.get(question.key)
            answer = _read(question, value) if isinstance(value, dict) else None
            # What can no longer be read is asked anew, and written over.
            if answer is not None and not isinstance(answer, BadReplyError):
                found[number] = Answer(answer.value)
        return found

    async def _ask(self, question: Question) -> Answer:
        """Ask, and where the reply cannot be read say so and ask once more."""
        turns = [Turn("user", question.prompt.render(question.blocks))]
        reply, answer = await self._try(question, turns)
        spent = reply.tokens
        if isinstance(answer, BadReplyError):
            turns.append(Turn("assistant", reply.text[:_SHOWN].strip() or "(nothing)"))
            turns.append(Turn("user", question.prompt.repair))
            reply, answer = await self._try(question, turns)
            spent += reply.tokens
        if isinstance(answer, BadReplyError):
            shown = reply.text[:_SHOWN]
            raise JudgeResponseError(f"reply could not be read: {answer}; it was: {shown}")
        return Answer(answer.value, spent)

    async def _try(
        self, question: Question, turns: Sequence[Turn]
    ) -> tuple[Reply, Answer | BadReplyError]:
        reply = await self._send(question.prompt, turns)
        try:
            value = read_object(reply.text)
        except BadReplyError as problem:
            return reply, problem
        answer = _read(question, value)
        if self.options.cache is not None and isinstance(answer, Answer):
            self.options.cache.put(question.key, value)
        return reply, answer

    async def _send(self, prompt: Prompt, turns: Sequence[Turn]) -> Reply:
        """Post one request; what it costs is counted also where the reply is of no use."""
        headers = self.endpoint.headers()
        body = self.endpoint.body(prompt, turns)
        size = len(prompt.system) + sum(
            len(turn.text.encode("utf-8", "surrogatepass")) for turn in turns
        )
        estimate = size // _BYTES_PER_TOKEN + 1
        begin = time.monotonic()
        with self._reserved(estimate):
            text = await self.transport.post(body, headers, estimate)
        reply = _words(self.endpoint, text)
        self._count(reply, estimate, time.monotonic() - begin)
        return reply

    def _reserved(self, tokens: int) -> AbstractContextManager[None]:
        if self.options.budget is None:
            return nullcontext()
        cost = self._prices.cost(self.endpoint.model, tokens, 0)
        return self.options.budget.reserved(tokens, cost or 0.0)

    def _count(self, reply: Reply, estimate: int, seconds: float) -> None:
        cost = None
        if reply.metered:
            cost = self._prices.cost(
                self.endpoint.model, reply.input_tokens or 0, reply.output_tokens or 0
            )
        self.ledger.add(
            Usage(
                requests=1,
                unmetered=int(not reply.metered),
                input_tokens=reply.input_tokens or 0,
                output_tokens=reply.output_tokens or 0,
                seconds=seconds,
                cost=cost,
            )
        )
        if self.options.budget is not None:
            # A budget must hold also where the endpoint does not count.
            guess = self._prices.cost(self.endpoint.model, estimate, len(reply.text) // 4)
            spent = reply.tokens if reply.metered else estimate + len(reply.text) // 4
            self.options.budget.charge(spent, cost if cost is not None else guess or 0.0)


def _read(question: Question, value: Mapping[str, Any]) -> Answer | BadReplyError:
    try:
        return Answer(question.read(value))
    except BadReplyError as problem:
        return problem


def _words(endpoint: Endpoint, text: str) -> Reply:
    """Return the model's words; where the response holds none, the response itself."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return Reply(text)
    return endpoint.read(body) if isinstance(body, dict) else Reply(text)
