"""A cheap judge first: only what it leaves open goes on, and the report adds up."""

import asyncio

import pytest

from tests.endpoints import verdict
from veriscope.errors import InputError
from veriscope.judges import (
    CascadeJudge,
    JudgeAPIError,
    LLMOptions,
    LocalJudge,
    OpenAIJudge,
    Price,
    Prices,
    ScriptedJudge,
)


def scripted(**confidences):
    claims = list(confidences)
    rows = [
        {"label": "SUPPORTED", "confidence": value, "tokens": 10} for value in confidences.values()
    ]
    return ScriptedJudge(claims, rows)


def verify(judge, claims, context=("a source",)):
    return asyncio.run(judge.verify(list(claims), list(context)))


def test_only_the_undecided_go_to_the_second_judge():
    first = scripted(a=0.95, b=0.5, c=0.8, d=0.79)
    second = ScriptedJudge(["b", "d"], ["REFUTED", "REFUTED"])
    cascade = CascadeJudge([first, second])
    found = verify(cascade, "abcd")
    assert [str(item.label) for item in found] == ["SUPPORTED", "REFUTED", "SUPPORTED", "REFUTED"]
    assert [item.tokens for item in found] == [10, 10, 10, 10]
    tiers = cascade.report.tiers
    assert [(tier.asked, tier.decided) for tier in tiers] == [(4, 2), (2, 2)]
    assert cascade.report.spared == 2


def test_the_second_judge_is_not_called_for_nothing():
    second = ScriptedJudge(["a"], ["REFUTED"])
    verify(CascadeJudge([scripted(a=0.9), second]), "a")
    assert second.calls == []


def test_three_tiers_and_the_last_always_decides():
    judges = [scripted(a=0.1, b=0.9), scripted(a=0.2), scripted(a=0.3)]
    cascade = CascadeJudge(judges)
    found = verify(cascade, "ab")
    assert [item.confidence for item in found] == [0.3, 0.9]
    assert found[0].tokens == 30
    assert [(tier.asked, tier.decided) for tier in cascade.report.tiers] == [(2, 1), (1, 0), (1, 1)]


def test_what_a_rule_decided_is_decided():
    claim = "The tower is 320 metres tall."
    second = ScriptedJudge([claim], ["SUPPORTED"])
    cascade = CascadeJudge([LocalJudge(), second], decided_from=1.0)
    (found,) = verify(cascade, [claim], ["The tower is 330 metres tall."])
    assert (found.label, second.calls) == ("REFUTED", [])


def test_cost_and_saving_are_reported(endpoint):
    endpoint.default = verdict("SUPPORTED")
    prices = Prices("2026-01", {"tiny": Price(input=1000.0, output=2000.0)})
    dear = OpenAIJudge("tiny", endpoint.url, options=LLMOptions(prices=prices))
    cascade = CascadeJudge([scripted(a=0.9, b=0.9, c=0.9, d=0.1), dear])
    verify(cascade, "abcd")
    report = cascade.report
    assert len(endpoint.requests) == 1
    assert report.tiers[1].usage.cost == pytest.approx(0.013)
    assert report.saved == pytest.approx(3 * 0.013)
    assert report.to_dict()["tiers"][1]["usage"]["requests"] == 1
    assert cascade.usage.tokens == 10


def test_a_saving_that_is_not_known_is_none(endpoint):
    dear = OpenAIJudge("tiny", endpoint.url)
    cascade = CascadeJudge([scripted(a=0.9, b=0.1), dear])
    assert cascade.report.saved is None
    verify(cascade, "ab")
    assert cascade.report.tiers[1].usage.cost is None
    assert cascade.report.saved is None


def test_the_first_judge_finds_the_claims_and_errors_pass():
    cascade = CascadeJudge([scripted(a=0.1), ScriptedJudge(["a"], [JudgeAPIError("down", 500)])])
    assert asyncio.run(cascade.extract_claims("a")).claims[0].text == "a"
    with pytest.raises(JudgeAPIError):
        verify(cascade, "a")


def test_wrong_settings():
    with pytest.raises(InputError, match="judges"):
        CascadeJudge([LocalJudge()])
    with pytest.raises(InputError, match="decided_from"):
        CascadeJudge([LocalJudge(), LocalJudge()], decided_from=1.5)
