"""Hallucination and faithfulness: every rule and number of the two evaluators."""

import asyncio
import dataclasses

import pytest

from veriscope.grounding import (
    EvaluationResult,
    Evaluator,
    FaithfulnessEvaluator,
    HallucinationEvaluator,
    RAGTestCase,
)
from veriscope.judges import JudgeAPIError, ScriptedJudge

BOTH = [HallucinationEvaluator, FaithfulnessEvaluator]
CASE = RAGTestCase(query="q", response="A is. B is. C is. D is. E is.", context=["A is. B is."])
S, R, N = "SUPPORTED", "REFUTED", "NOT_ENOUGH_INFO"


def scripted(*verdicts, **more):
    return ScriptedJudge([f"{letter} is." for letter in "ABCDE"[: len(verdicts)]], verdicts, **more)


def run(evaluator, judge, case=CASE):
    return asyncio.run(evaluator.evaluate(case, judge))


def test_names_and_thresholds():
    assert (HallucinationEvaluator().name, HallucinationEvaluator().threshold) == (
        "hallucination",
        0.8,
    )
    assert (FaithfulnessEvaluator().name, FaithfulnessEvaluator().threshold) == (
        "faithfulness",
        0.7,
    )
    assert Evaluator.threshold == 0.7
    assert all(kind().description for kind in BOTH)
    assert repr(HallucinationEvaluator(0.9)) == (
        "HallucinationEvaluator(name='hallucination', threshold=0.9)"
    )


def test_refuted_and_unknown_are_hallucinated():
    result = run(HallucinationEvaluator(), scripted(S, R, N, S, S))
    assert result.score == 3 / 5
    assert not result.passed
    raw = result.raw_response
    assert [row["verdict"] for row in raw["claims"]] == [S, "CONTRADICTED", N, S, S]
    assert raw["total_claims"] == 5
    assert raw["hallucination_count"] == 2
    assert raw["hallucinated_claims"] == [raw["claims"][1], raw["claims"][2]]
    assert result.reasoning == "2 of 5 claims hallucinated: 'B is.'; 'C is.'"


def test_a_row_holds_claim_verdict_evidence_confidence_and_span():
    script = {"label": S, "confidence": 0.5, "evidence": "A is."}
    result = run(HallucinationEvaluator(), scripted(script))
    assert result.raw_response["claims"] == [
        {"claim": "A is.", "verdict": S, "evidence": "A is.", "confidence": 0.5, "span": (0, 5)}
    ]
    assert result.reasoning == "no hallucinations detected"
    assert result.score == 1.0


def test_the_score_is_counted_down_so_that_no_rounding_misses_a_threshold():
    assert 1 - 9 / 10 < 0.1
    judge = ScriptedJudge([f"c{i}" for i in range(10)], [R] * 9 + [S])
    result = run(HallucinationEvaluator(0.1), judge)
    assert (result.score, result.passed) == (0.1, True)


@pytest.mark.parametrize(("total", "bad"), [(5, 1), (10, 2), (15, 3), (20, 4), (25, 5), (35, 7)])
def test_exactly_at_the_default_threshold_passes(total, bad):
    judge = ScriptedJudge([f"c{i}" for i in range(total)], [R] * bad + [S] * (total - bad))
    assert run(HallucinationEvaluator(), judge).passed


def test_faithfulness_counts_the_supported():
    result = run(FaithfulnessEvaluator(), scripted(S, R, N, S, S))
    assert result.score == 3 / 5
    assert result.raw_response["supported_claims"] == 3
    assert result.raw_response["total_claims"] == 5
    assert result.reasoning == "3 of 5 claims supported"
    assert not result.passed


@pytest.mark.parametrize("kind", BOTH)
def test_no_claims_pass_unless_told_otherwise(kind):
    judge = ScriptedJudge()
    result = run(kind(), judge)
    assert (result.score, result.passed) == (1.0, True)
    assert "no claims" in result.reasoning
    assert judge.calls == ["extract_claims"]
    failed = run(kind(0.0, empty_claims="fail"), judge)
    assert (failed.score, failed.passed) == (0.0, False)
    assert "no claims" in failed.reasoning
    assert failed.raw_response["claims"] == []
    assert failed.raw_response["total_claims"] == 0


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("response", ["", " \n\t", "\u00a0"])
def test_a_blank_response_makes_no_call(kind, response):
    judge = scripted(S)
    result = run(kind(), judge, RAGTestCase("q", response, ["A is."]))
    assert (result.score, result.passed, result.tokens_used) == (1.0, True, 0)
    assert "no claims" in result.reasoning
    assert judge.calls == []


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("context", [[], [""], ["  ", "\n"], [{"id": "d", "text": ""}]])
def test_an_empty_context_bears_out_nothing_and_makes_no_call(kind, context):
    judge = scripted(S, S)
    result = run(kind(), judge, RAGTestCase("q", "A is. B is.", context))
    assert (result.score, result.passed, result.tokens_used) == (0.0, False, 0)
    assert judge.calls == []
    rows = result.raw_response["claims"]
    assert [(row["claim"], row["verdict"], row["span"]) for row in rows] == [
        ("A is.", N, (0, 5)),
        ("B is.", N, (6, 11)),
    ]


def test_an_empty_context_without_claims_passes():
    result = run(HallucinationEvaluator(), scripted(S), RAGTestCase("q", "Hello!", []))
    assert (result.score, result.passed) == (1.0, True)


def test_min_confidence_is_strict():
    verdicts = [{"label": S, "confidence": c} for c in (0.79, 0.8, 0.81)]
    sure = run(HallucinationEvaluator(min_confidence=0.8), scripted(*verdicts))
    assert sure.raw_response["hallucination_count"] == 1
    assert sure.raw_response["hallucinated_claims"][0]["claim"] == "A is."
    assert sure.raw_response["claims"][0]["verdict"] == S
    assert run(HallucinationEvaluator(), scripted(*verdicts)).score == 1.0
    faithful = run(FaithfulnessEvaluator(min_confidence=0.8), scripted(*verdicts))
    assert faithful.raw_response["supported_claims"] == 2


def test_tokens_are_those_of_extraction_and_every_verification():
    verdicts = [{"label": S, "tokens": 10}, {"label": R, "tokens": 5}, S]
    assert run(HallucinationEvaluator(), scripted(*verdicts, extract_tokens=100)).tokens_used == 115
    nothing = ScriptedJudge(extract_tokens=9)
    assert run(HallucinationEvaluator(), nothing).tokens_used == 9


def test_an_error_propagates_without_a_partial_result():
    with pytest.raises(JudgeAPIError, match="down"):
        run(HallucinationEvaluator(), scripted(S, JudgeAPIError("down", 503), S))


@pytest.mark.parametrize("bad", [-0.1, 1.1, float("nan"), float("inf"), "0.5", True])
def test_thresholds_lie_between_0_and_1(bad):
    for kind in BOTH:
        with pytest.raises(ValueError, match="threshold"):
            kind(threshold=bad)
        with pytest.raises(ValueError, match="min_confidence"):
            kind(min_confidence=bad)


def test_empty_claims_is_a_closed_set():
    with pytest.raises(ValueError, match="maybe"):
        HallucinationEvaluator(empty_claims="maybe")


@pytest.mark.parametrize("threshold", [0, 0.0, 1, 1.0])
def test_the_ends_are_allowed(threshold):
    assert HallucinationEvaluator(threshold).threshold == threshold
    assert HallucinationEvaluator(threshold).is_passing(threshold)


def test_results_are_frozen_and_round_trip():
    result = run(HallucinationEvaluator(), scripted(S, R))
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.score = 1.0
    again = EvaluationResult.from_json(result.to_json())
    assert again.score == result.score
    assert again.raw_response["hallucination_count"] == 1


class Shouting(Evaluator):
    name = "shouting"
    description = "Whether the response does not shout."

    async def evaluate(self, test_case, judge):
        score = 1.0 - float(test_case.response.isupper())
        return EvaluationResult(self.name, score, self.is_passing(score))


def test_an_evaluator_of_your_own():
    evaluator = Shouting()
    assert evaluator.threshold == 0.7
    assert evaluator.evaluate_sync(RAGTestCase("q", "LOUD", []), ScriptedJudge()).passed is False
    assert repr(Shouting(0.5)) == "Shouting(name='shouting', threshold=0.5)"
    with pytest.raises(TypeError):
        Evaluator()
