"""Budget, prices and usage: a run stops before it costs too much, and counts what it cost."""

import asyncio
import json

import pytest

from tests.endpoints import Answer, chat, claims, verdict
from veriscope.errors import InputError
from veriscope.grounding import HallucinationEvaluator, RAGTestCase, run_batch
from veriscope.judges import (
    Budget,
    BudgetError,
    JudgeError,
    LLMOptions,
    OpenAIJudge,
    PanelJudge,
    Price,
    Prices,
    Usage,
)

PRICES = Prices("2026-01", {"tiny": Price(input=1.0, output=2.0)})
MANY = {"prompt_tokens": 600, "completion_tokens": 400, "total_tokens": 1000}


def judge(endpoint, **options):
    return OpenAIJudge("tiny", endpoint.url, options=LLMOptions(prices=PRICES, **options))


def verify(subject, claim_list=("one",)):
    return asyncio.run(subject.verify(list(claim_list), ["a source"]))


def test_a_run_stops_before_the_request_that_would_be_too_much(endpoint):
    endpoint.default = chat({"verdict": "SUPPORTED"}, MANY)
    subject = judge(endpoint, budget=Budget(max_tokens=2100), concurrency=1)
    for _ in range(2):
        verify(subject)
    with pytest.raises(BudgetError, match="2100 tokens is used up: 2000 spent"):
        verify(subject)
    assert len(endpoint.requests) == 2
    assert issubclass(BudgetError, JudgeError)


def test_what_is_done_is_kept(endpoint):
    endpoint.script = [claims("one"), verdict()]
    endpoint.default = chat({"claims": ["x"]}, {"total_tokens": 10_000})
    budget = Budget(max_tokens=1500)
    cases = [RAGTestCase("q", f"Answer {i}.", ["a source"]) for i in range(3)]
    evaluator = HallucinationEvaluator()
    subject = judge(endpoint, budget=budget)
    results = [run_batch([case], evaluator, subject)[0] for case in cases]
    assert [result.score for result in results] == [1.0, None, None]
    assert [(result.error or "").partition(":")[0] for result in results[1:]] == ["BudgetError"] * 2
    assert len(endpoint.requests) == 3


def test_money_is_a_limit_too(endpoint):
    endpoint.default = chat({"verdict": "SUPPORTED"}, MANY)
    subject = judge(endpoint, budget=Budget(max_cost=0.0016))
    verify(subject)
    assert subject.usage.cost == pytest.approx(0.0014)
    with pytest.raises(BudgetError, match=r"\$0\.0016"):
        verify(subject)


def test_requests_side_by_side_reserve_their_share(endpoint):
    answer = verdict()
    answer.delay = 0.05
    endpoint.default = answer
    subject = judge(endpoint, budget=Budget(max_tokens=1000))
    with pytest.raises(BudgetError):
        verify(subject, [f"claim {i}" for i in range(20)])
    assert len(endpoint.requests) <= 3


def test_one_budget_for_several_judges(endpoint):
    endpoint.default = chat({"verdict": "SUPPORTED"}, MANY)
    budget = Budget(max_tokens=2100)
    panel = PanelJudge([judge(endpoint, budget=budget), judge(endpoint, budget=budget)])
    verify(panel)
    assert panel.usage.tokens == 2000
    with pytest.raises(BudgetError):
        verify(panel)


def test_a_budget_holds_where_the_endpoint_does_not_count(endpoint):
    words = json.dumps({"verdict": "REFUTED"})
    endpoint.default = Answer(json.dumps({"choices": [{"message": {"content": words}}]}))
    subject = judge(endpoint, budget=Budget(max_tokens=1000), concurrency=1)
    claim_list = [f"claim {i}" for i in range(10)]
    with pytest.raises(BudgetError):
        verify(subject, claim_list)
    assert len(endpoint.requests) < 10
    verify(judge(endpoint), ["one"])


def test_a_limit_in_dollars_needs_a_price(endpoint):
    with pytest.raises(InputError, match="price for 'other'"):
        OpenAIJudge("other", endpoint.url, options=LLMOptions(budget=Budget(max_cost=1.0)))


@pytest.mark.parametrize(
    "limits", [{"max_cost": -1}, {"max_tokens": -1}, {"max_cost": float("nan")}]
)
def test_limits_are_not_negative(limits):
    with pytest.raises(InputError, match="must not be negative"):
        Budget(**limits)


def test_a_budget_of_nothing_buys_nothing(endpoint):
    with pytest.raises(BudgetError):
        verify(judge(endpoint, budget=Budget(max_tokens=0)))
    assert endpoint.requests == []


def test_usage_counts_and_adds(endpoint):
    subject = judge(endpoint)
    verify(subject, ["one", "two"])
    usage = subject.usage
    assert (usage.requests, usage.input_tokens, usage.output_tokens) == (2, 14, 6)
    assert usage.tokens == 20
    assert usage.cost == pytest.approx((14 * 1.0 + 6 * 2.0) / 1e6)
    assert usage.seconds > 0
    double = usage + usage
    assert (double.requests, double.tokens, double.cost) == (4, 40, 2 * usage.cost)
    assert (usage + Usage(cost=None)).cost is None
    assert Usage.from_json(usage.to_json()) == usage


def test_the_second_try_is_paid_for_as_well(endpoint):
    endpoint.script = [chat("{}")]
    subject = judge(endpoint)
    (found,) = verify(subject)
    assert (found.tokens, subject.usage.tokens, subject.usage.requests) == (20, 20, 2)


def test_prices_of_the_package():
    prices = Prices.load()
    assert prices.as_of
    assert prices.cost("gpt-4o", 1_000_000, 0) == prices.models["gpt-4o"].input
    assert prices.cost("gpt-4o-2024-08-06", 0, 1_000_000) == prices.models["gpt-4o"].output
    assert prices.cost("claude-sonnet-4-5-20250929", 10, 10) is not None
    assert prices.cost("gpt-4o-mini", 1, 1) != prices.cost("gpt-4o", 1, 1)
    assert prices.cost("gpt-4o-audio", 1, 1) is None
    assert all(price.input > 0 and price.output > 0 for price in prices.models.values())


def test_prices_of_a_user(tmp_path):
    path = tmp_path / "prices.toml"
    path.write_text('as_of = "2027-01"\n[models]\nmine = { input = 1, output = 0 }\n')
    assert Prices.load(path).cost("mine", 2_000_000, 5) == 2.0
    assert Prices.load(path).cost("gpt-4o", 1, 1) is None


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("as_of = ", "not TOML"),
        ('as_of = "x"', "models"),
        ('as_of = "x"\n[models]\nm = { input = "1", output = 2 }', r"models\.m\.input"),
        ('as_of = "x"\n[models]\nm = { input = 1 }', r"models\.m\.output"),
        ('as_of = "x"\n[models]\nm = { input = -1, output = 1 }', "negative"),
    ],
)
def test_wrong_prices_are_named(tmp_path, text, problem):
    path = tmp_path / "prices.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=rf"prices\.toml.*{problem}"):
        Prices.load(path)
    with pytest.raises(InputError, match="missing"):
        Prices.load(tmp_path / "missing.toml")
