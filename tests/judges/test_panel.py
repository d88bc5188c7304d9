"""Several judges: votes, rules, agreement, errors."""

import asyncio

import pytest

from veriscope.errors import InputError
from veriscope.judges import (
    Judge,
    JudgeAPIError,
    JudgeResponseError,
    LocalJudge,
    PanelJudge,
    ScriptedJudge,
)

S, R, N = "SUPPORTED", "REFUTED", "NOT_ENOUGH_INFO"


def judges(*labels, tokens=0):
    return [
        ScriptedJudge(["a"], [{"label": label, "confidence": 0.9, "tokens": tokens}])
        for label in labels
    ]


def verify(panel, claims=("a",), context=("a source",)):
    return asyncio.run(panel.verify(list(claims), list(context)))


@pytest.mark.parametrize(
    ("labels", "majority", "unanimity"),
    [
        ([S], S, S),
        ([S, S], S, S),
        ([S, S, S], S, S),
        ([S, S, R], S, N),
        ([R, R, N], R, N),
        ([S, R], N, N),
        ([S, R, N], N, N),
        ([S, S, R, R], N, N),
        ([S, S, S, R], S, N),
        ([N, N, N], N, N),
    ],
)
def test_majority_and_unanimity(labels, majority, unanimity):
    (found,) = verify(PanelJudge(judges(*labels)))
    assert found.label == majority
    (found,) = verify(PanelJudge(judges(*labels), rule="unanimity"))
    assert found.label == unanimity


def test_votes_and_agreement_are_reported():
    (found,) = verify(PanelJudge(judges(S, S, R, tokens=5)))
    assert [vote.label for vote in found.votes] == [S, S, R]
    assert found.agreement == pytest.approx(2 / 3)
    assert found.confidence == pytest.approx(0.6)
    assert found.tokens == 15
    assert found.author.name == "panel:scripted,scripted,scripted"
    assert found.author.version == "majority"


def test_disagreement_is_said():
    (found,) = verify(PanelJudge(judges(S, R)))
    assert "do not agree" in found.reasoning
    assert found.agreement == 0.0
    assert found.confidence == pytest.approx(0.55)


def test_the_first_judge_finds_the_claims():
    panel = PanelJudge([ScriptedJudge(["one"]), ScriptedJudge(["two"])])
    found = asyncio.run(panel.extract_claims("x"))
    assert [claim.text for claim in found.claims] == ["one"]
    assert panel.judges[1].calls == []


def test_support_is_the_mean_of_those_who_have_one():
    local = LocalJudge()
    (alone,) = verify(local, ["a source"])
    scripted = ScriptedJudge(["a source"], [S])
    (found,) = verify(PanelJudge([local, scripted]), ["a source"])
    assert found.support == alone.support
    (none,) = verify(PanelJudge([scripted]), ["a source"])
    assert none.support is None


def test_arithmetic_outvotes_everybody():
    claim = "The tower is 320 metres tall."
    liars = [ScriptedJudge([claim], [S]) for _ in range(4)]
    (found,) = verify(
        PanelJudge([*liars, LocalJudge()]), [claim], ["The tower is 330 metres tall."]
    )
    assert (found.label, found.author.name) == (R, "figures")
    assert found.agreement == pytest.approx(1 / 5)


def test_one_judges_error_is_the_panels():
    broken = ScriptedJudge(["a"], [JudgeAPIError("down", 503)])
    with pytest.raises(JudgeAPIError, match="down"):
        verify(PanelJudge([*judges(S, S), broken]))


def test_a_judge_that_answers_in_another_length_is_named():
    class Short(Judge):
        name = "short"

        async def extract_claims(self, response):
            raise AssertionError

        async def verify(self, claims, context):
            return []

    with pytest.raises(JudgeResponseError, match="short gave 0 verdicts for 1 claims"):
        verify(PanelJudge([*judges(S), Short()]))


def test_an_empty_panel_and_another_rule_are_errors():
    with pytest.raises(InputError, match="judges"):
        PanelJudge([])
    with pytest.raises(ValueError, match="plurality"):
        PanelJudge(judges(S), rule="plurality")


def test_no_claims():
    assert verify(PanelJudge(judges(S, S)), []) == []
