"""One implementation behind async, sync and batch; and inside running event loops."""

import asyncio

import pytest

from veriscope.grounding import HallucinationEvaluator, RAGTestCase, run_batch
from veriscope.judges import Judge, JudgeAPIError, Judgement, JudgeResponseError, ScriptedJudge
from veriscope.judges.judge import Extraction

CASE = RAGTestCase("q", "A is. B is.", ["A is."])


def judge():
    return ScriptedJudge(["A is.", "B is."], ["SUPPORTED", {"label": "REFUTED", "tokens": 4}])


def test_sync_async_and_batch_give_the_same():
    evaluator = HallucinationEvaluator()
    by_await = asyncio.run(evaluator.evaluate(CASE, judge()))
    assert evaluator.evaluate_sync(CASE, judge()) == by_await
    assert run_batch([CASE], evaluator, judge()) == [by_await]


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_inside_a_running_loop(loop):
    import uvloop

    factory = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}[loop]

    async def handler():
        evaluator = HallucinationEvaluator()
        return evaluator.evaluate_sync(CASE, judge()), run_batch([CASE], evaluator, judge())

    with asyncio.Runner(loop_factory=factory) as runner:
        one, batch = runner.run(handler())
    assert [one] == batch


class Picky(Judge):
    """Fails on the responses that name a failure."""

    def __init__(self):
        self.most = self.now = 0

    async def extract_claims(self, response):
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.001)
        self.now -= 1
        if "down" in response:
            raise JudgeAPIError("endpoint is down", 503)
        if "bug" in response:
            raise KeyError("oops")
        return Extraction([response])

    async def verify(self, claims, context):
        return [Judgement("SUPPORTED", tokens=1) for _ in claims]


def cases(*responses):
    return [RAGTestCase("q", response, ["source"]) for response in responses]


def test_a_batch_keeps_the_order_and_turns_errors_into_items():
    results = run_batch(cases("one", "down", "two", "bug"), HallucinationEvaluator(), Picky())
    assert [result.score for result in results] == [1.0, None, 1.0, None]
    assert [result.passed for result in results] == [True, False, True, False]
    assert [result.error for result in results] == [
        None,
        "JudgeAPIError: endpoint is down",
        None,
        "KeyError: 'oops'",
    ]
    assert {result.evaluator_name for result in results} == {"hallucination"}


def test_fail_fast_raises_the_error():
    with pytest.raises(JudgeAPIError, match="down"):
        run_batch(cases("one", "down", "two"), HallucinationEvaluator(), Picky(), fail_fast=True)


def test_a_batch_is_concurrent_and_bounded():
    picky = Picky()
    results = run_batch(
        cases(*(f"answer {i}" for i in range(600))), HallucinationEvaluator(), picky
    )
    assert [row.raw_response["claims"][0]["claim"] for row in results] == [
        f"answer {i}" for i in range(600)
    ]
    assert 1 < picky.most <= 256


def test_an_empty_batch():
    assert run_batch([], HallucinationEvaluator(), Picky()) == []


def test_the_evaluators_own_threshold_stays():
    class Half(Picky):
        async def verify(self, claims, context):
            return [Judgement("NOT_ENOUGH_INFO") for _ in claims]

    (result,) = run_batch(cases("one"), HallucinationEvaluator(0.0), Half())
    assert (result.score, result.passed) == (0.0, True)


def test_a_judge_that_answers_in_another_length_is_an_error():
    class Short(Picky):
        async def verify(self, claims, context):
            return []

    (result,) = run_batch(cases("one"), HallucinationEvaluator(), Short())
    assert result.error == "JudgeResponseError: judge gave 0 verdicts for 1 claims"
    with pytest.raises(JudgeResponseError):
        HallucinationEvaluator().evaluate_sync(CASE, Short())


def test_a_judge_needs_no_more_than_the_two_verbs():
    class Duck:
        name = "duck"
        extract_claims = Picky.extract_claims
        verify = Picky.verify
        most = now = 0

    (result,) = run_batch(cases("one"), HallucinationEvaluator(), Duck())
    assert result.score == 1.0
