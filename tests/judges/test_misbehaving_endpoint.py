"""An endpoint that misbehaves on order: nothing hangs, nothing counts twice, causes are kept."""

import asyncio

import pytest

from tests.endpoints import Answer, verdict
from veriscope.judges import Budget, JudgeAPIError, LLMOptions, OpenAIJudge
from veriscope.judges.llm import transport

CLAIMS = ["one", "two", "three"]


@pytest.fixture(autouse=True)
def waits(monkeypatch):
    """Record the waits between tries instead of sitting them out."""
    seen = []

    async def sleep(seconds):
        seen.append(seconds)

    monkeypatch.setattr(
        transport.Transport.__init__,
        "__kwdefaults__",
        {**transport.Transport.__init__.__kwdefaults__, "sleep": sleep},
    )
    return seen


def verify(endpoint, claims=("one",), **options):
    subject = OpenAIJudge("tiny", endpoint.url, options=LLMOptions(**options))
    return asyncio.run(subject.verify(list(claims), ["a source"])), subject


def failing(endpoint, claims=("one",), **options):
    with pytest.raises(JudgeAPIError) as caught:
        verify(endpoint, claims, **options)
    return caught.value


def test_429_is_tried_again_after_the_time_that_it_asks_for(endpoint, waits):
    endpoint.script = [Answer(status=429, headers={"Retry-After": "7"})] * 2
    (found,), subject = verify(endpoint)
    assert found.label == "SUPPORTED"
    assert waits == [7.0, 7.0]
    assert len(endpoint.requests) == 3
    assert (found.tokens, subject.usage.tokens, subject.usage.requests) == (10, 10, 1)


def test_retry_after_0_is_at_once(endpoint, waits):
    endpoint.script = [Answer(status=429, headers={"Retry-After": "0"})]
    verify(endpoint)
    assert waits == [0.0]


def test_an_endpoint_that_asks_for_an_hour_is_not_waited_for(endpoint, waits):
    endpoint.default = Answer(status=429, headers={"Retry-After": "3600"})
    assert failing(endpoint).status_code == 429
    assert waits == []
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 529])
def test_what_may_pass_is_tried_again_with_growing_waits(endpoint, waits, status):
    endpoint.default = Answer("overloaded", status=status)
    error = failing(endpoint, retries=4)
    assert error.status_code == status
    assert "overloaded" in str(error)
    assert len(endpoint.requests) == 5
    longest = [0.5, 1.0, 2.0, 4.0]
    assert all(most / 2 <= wait <= most for wait, most in zip(waits, longest, strict=True))


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404, 422])
def test_what_will_not_pass_is_not_tried_again(endpoint, waits, status):
    endpoint.default = Answer('{"error": "no such thing"}', status=status)
    error = failing(endpoint)
    assert error.status_code == status
    assert "no such thing" in str(error)
    assert (len(endpoint.requests), waits) == (1, [])


def test_a_connection_cut_in_the_middle(endpoint):
    answer = verdict()
    endpoint.script = [Answer(answer.body, cut=20), Answer(answer.body, cut=0)]
    (found,), subject = verify(endpoint)
    assert found.label == "SUPPORTED"
    assert len(endpoint.requests) == 3
    assert subject.usage.requests == 1
    endpoint.default = Answer(answer.body, cut=20)
    error = failing(endpoint, retries=1)
    assert error.status_code is None
    assert "connection broke" in str(error)


def test_nobody_listens(endpoint):
    endpoint.close()
    error = failing(endpoint, retries=2)
    assert error.status_code is None
    assert "connection broke" in str(error)


def test_a_reply_that_never_ends(endpoint):
    endpoint.default = Answer("{", drip=True)
    error = failing(endpoint, timeout=0.2, retries=1)
    assert "no whole reply within 0.2 s" in str(error)
    assert isinstance(error.__cause__, TimeoutError)
    assert len(endpoint.requests) == 2


def test_a_reply_that_never_begins(endpoint):
    endpoint.script = [Answer(verdict().body, delay=60)]
    (found,), _ = verify(endpoint, timeout=1.0)
    assert found.label == "SUPPORTED"


def test_a_reply_without_measure(endpoint, monkeypatch):
    monkeypatch.setattr(transport, "LONGEST_REPLY", 1000)
    endpoint.default = Answer("x" * 2000)
    assert "longer than 1000 bytes" in str(failing(endpoint))
    assert len(endpoint.requests) == 1


def test_one_failure_cancels_the_other_claims(endpoint):
    def answer(request):
        if "two" in request.user:
            return Answer(status=400)
        return Answer(verdict().body, until=1_000_000)

    endpoint.default = answer
    assert failing(endpoint, CLAIMS).status_code == 400


def test_cancelling_ends_the_requests(endpoint):
    endpoint.default = Answer(verdict().body, delay=60)

    async def work():
        subject = OpenAIJudge("tiny", endpoint.url)
        task = asyncio.ensure_future(subject.verify(CLAIMS, ["a source"]))
        await asyncio.to_thread(endpoint.wait_for, 3)
        assert len(endpoint.requests) == 3
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(work())


def test_failed_tries_count_no_tokens_and_free_the_budget(endpoint):
    endpoint.script = [Answer(status=500)] * 3
    budget = Budget(max_tokens=2_000)
    _, subject = verify(endpoint, CLAIMS, budget=budget)
    assert subject.usage.tokens == 30
    with budget.reserved(1_970, 0.0):
        pass


def test_requests_per_minute_space_the_requests_out(endpoint, waits):
    verify(endpoint, CLAIMS, requests_per_minute=60)
    assert len(waits) == 2
    assert 0.0 < waits[0] <= 1.0 < waits[1] <= 2.0


def test_tokens_per_minute_count_the_estimate(endpoint, waits):
    verify(endpoint, CLAIMS, tokens_per_minute=600)
    assert len(waits) == 2
    assert waits[1] > waits[0] > 10


def test_tries_again_count_against_the_pace(endpoint, waits):
    endpoint.script = [Answer(status=429, headers={"Retry-After": "0"})]
    verify(endpoint, requests_per_minute=6)
    assert waits[0] == 0.0
    assert 5.0 < waits[1] <= 10.0
