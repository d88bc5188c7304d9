"""The public double: it says what it was told, and nothing by default."""

import asyncio

import pytest

from veriscope import VerdictLabel
from veriscope.errors import InputError
from veriscope.judges import JudgeError, JudgeResponseError, ScriptedJudge


def extract(judge, response="text"):
    return asyncio.run(judge.extract_claims(response))


def verify(judge, claims, context=("a source",)):
    return asyncio.run(judge.verify(claims, list(context)))


def test_claims_and_tokens_are_as_scripted():
    judge = ScriptedJudge(claims=["The sky is blue", "Up is down"], extract_tokens=7)
    found = extract(judge, "We know: The sky is blue.")
    assert [claim.text for claim in found.claims] == ["The sky is blue", "Up is down"]
    assert [claim.source_span for claim in found.claims] == [(9, 24), None]
    assert found.tokens == 7


def test_verdicts_are_found_by_the_claims_text_whatever_the_order():
    judge = ScriptedJudge(claims=["a", "b"], verdicts=["SUPPORTED", "REFUTED"])
    labels = [judgement.label for judgement in verify(judge, ["b", "a", "b"])]
    assert labels == [VerdictLabel.REFUTED, VerdictLabel.SUPPORTED, VerdictLabel.REFUTED]


def test_of_equal_claims_each_has_its_own_verdict():
    judge = ScriptedJudge(claims=["a", "a"], verdicts=["SUPPORTED", "REFUTED"])
    labels = [str(judgement.label) for judgement in verify(judge, ["a", "a", "a"])]
    assert labels == ["SUPPORTED", "REFUTED", "REFUTED"]


def test_a_dict_says_everything():
    script = {"label": "SUPPORTED", "confidence": 0.25, "evidence": "a source", "tokens": 3}
    (judgement,) = verify(ScriptedJudge(claims=["a"], verdicts=[script]), ["a"])
    assert (judgement.label, judgement.confidence, judgement.tokens) == ("SUPPORTED", 0.25, 3)
    (quote,) = judgement.evidence
    assert (quote.text, quote.source_id, quote.span) == ("a source", "0", (0, 8))
    assert judgement.support is None


def test_contradicted_is_read_as_refuted():
    (judgement,) = verify(ScriptedJudge(claims=["a"], verdicts=["CONTRADICTED"]), ["a"])
    assert judgement.label is VerdictLabel.REFUTED


@pytest.mark.parametrize("error", [RuntimeError("boom"), JudgeError("no")])
def test_scripted_exceptions_are_raised_as_they_are(error):
    with pytest.raises(type(error)) as caught:
        extract(ScriptedJudge(claims=error))
    assert caught.value is error
    with pytest.raises(type(error)) as caught:
        verify(ScriptedJudge(claims=["a", "b"], verdicts=["SUPPORTED", error]), ["a", "b"])
    assert caught.value is error


def test_calls_are_listed_in_order_also_those_that_raise():
    judge = ScriptedJudge(claims=["a"], verdicts=[RuntimeError("boom")])
    extract(judge)
    with pytest.raises(RuntimeError):
        verify(judge, ["a"])
    assert judge.calls == ["extract_claims", "verify"]


def test_a_claim_without_a_script_is_an_error():
    with pytest.raises(JudgeResponseError, match="'b'"):
        verify(ScriptedJudge(claims=["a"], verdicts=["SUPPORTED"]), ["b"])


@pytest.mark.parametrize(
    "script", ["MAYBE", {"confidence": 1.0}, {"label": "SUPPORTED", "mood": 1}, {"label": "maybe"}]
)
def test_a_script_outside_the_closed_set_is_an_error(script):
    with pytest.raises(InputError):
        verify(ScriptedJudge(claims=["a"], verdicts=[script]), ["a"])


def test_more_verdicts_than_claims_are_an_error():
    with pytest.raises(InputError, match="2 verdicts for 1 claims"):
        ScriptedJudge(claims=["a"], verdicts=["SUPPORTED", "REFUTED"])


def test_one_string_is_no_list():
    judge = ScriptedJudge(claims=["a"], verdicts=["SUPPORTED"])
    with pytest.raises(InputError, match="claims"):
        verify(judge, "a")
    with pytest.raises(InputError, match="context"):
        asyncio.run(judge.verify(["a"], "a source"))
