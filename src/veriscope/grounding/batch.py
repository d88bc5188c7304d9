"""Many test cases through one evaluator and one judge."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import TypeVar

from veriscope.grounding.case import RAGTestCase
from veriscope.grounding.evaluator import Evaluator
from veriscope.grounding.result import EvaluationResult
from veriscope.judges.judge import Judge
from veriscope.judges.running import gather, run_sync

S = TypeVar("S")
T = TypeVar("T")
CASES_AT_ONCE = 256


def run_batch(
    test_cases: Iterable[RAGTestCase],
    evaluator: Evaluator,
    judge: Judge,
    fail_fast: bool = False,
) -> list[EvaluationResult]:
    """Evaluate many test cases; one result each, in their order.

    What fails is a result with `error` and without a score, and the others go on; with
    `fail_fast` the first error stops the batch and is raised. The threshold is the evaluator's.
    """
    cases = list(test_cases)

    async def work() -> list[EvaluationResult | Exception]:
        async with opened(judge):
            return await each(cases, lambda case: evaluator.evaluate(case, judge), fail_fast)

    done = run_sync(work)
    return [_result(evaluator, item) for item in done]


def _result(evaluator: Evaluator, done: EvaluationResult | Exception) -> EvaluationResult:
    return EvaluationResult.failed(evaluator.name, done) if isinstance(done, Exception) else done


def opened(judge: object) -> AbstractAsyncContextManager[None]:
    """Keep a judge's connections for a while; a judge that only has the two verbs keeps none."""
    return judge.opened() if isinstance(judge, Judge) else nullcontext()


async def each(
    items: Sequence[S], work: Callable[[S], Awaitable[T]], fail_fast: bool = False
) -> list[T | Exception]:
    """Do `work` on every item, a bounded number at once; what failed is in its place, as a value.

    With `fail_fast` the first error is raised instead, and ends the rest.
    """
    room = asyncio.Semaphore(CASES_AT_ONCE)

    async def one(item: S) -> T | Exception:
        async with room:
            if fail_fast:
                return await work(item)
            (done,) = await asyncio.gather(work(item), return_exceptions=True)
        if isinstance(done, BaseException) and not isinstance(done, Exception):
            raise done
        return done

    return await gather(one(item) for item in items)
