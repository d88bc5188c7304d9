"""The grounding check: records in, assessments out, failures as values."""

import asyncio

import pytest

from veriscope.errors import BudgetError, JudgeAPIError, JudgeError, JudgeResponseError
from veriscope.grounding import GroundingCheck, HallucinationEvaluator
from veriscope.judges import Extraction, Judge, Judgement, ScriptedJudge, make_judge
from veriscope.model import Assessment, Context, Record

BERN = Record(
    "Bern lies on the Aare. It has a zoo with pandas.",
    id="r1",
    contexts=[Context("Bern lies on the Aare.", "guide")],
    groups={"lang": "en"},
    model="m",
)


def test_a_record_becomes_an_assessment():
    (found,) = GroundingCheck(make_judge("lexical")).assess([BERN])
    assert (found.record_id, found.check, found.model) == ("r1", "grounding", "m")
    assert found.groups == {"lang": "en"}
    assert [(claim.id, claim.source_span) for claim in found.claims] == [
        ("c0", (0, 22)),
        ("c1", (23, 48)),
    ]
    assert [verdict.claim_id for verdict in found.verdicts] == ["c0", "c1"]
    assert [verdict.label for verdict in found.verdicts] == ["SUPPORTED", "NOT_ENOUGH_INFO"]
    assert found.verdicts[0].evidence[0].source_id == "guide"
    assert (found.score, found.flagged) == (0.5, True)
    assert found.measures == {"claims": 2, "hallucinated": 1, "tokens": 0}
    assert found.failures == ()


def test_assessments_round_trip_through_json():
    (found,) = GroundingCheck().assess([BERN])
    assert Assessment.from_json(found.to_json()) == found


def test_what_it_costs_is_a_measure():
    judge = ScriptedJudge(["a"], [{"label": "SUPPORTED", "tokens": 5}], extract_tokens=2)
    (found,) = GroundingCheck(judge).assess([BERN])
    assert found.measures["tokens"] == 7
    assert not found.flagged


def test_the_evaluators_settings_hold():
    judge = ScriptedJudge(["a"], [{"label": "SUPPORTED", "confidence": 0.5}])
    (found,) = GroundingCheck(judge, HallucinationEvaluator(min_confidence=0.8)).assess([BERN])
    assert (found.score, found.flagged, found.measures["hallucinated"]) == (0.0, True, 1)
    assert found.verdicts[0].label == "SUPPORTED"


TIMEOUT = JudgeAPIError("slow")
TIMEOUT.__cause__ = TimeoutError()


@pytest.mark.parametrize(
    ("error", "cause", "retryable"),
    [
        (JudgeAPIError("x", 429), "rate_limited", True),
        (JudgeAPIError("x", 503), "unavailable", True),
        (JudgeAPIError("x"), "unavailable", True),
        (TIMEOUT, "timeout", True),
        (JudgeAPIError("x", 401), "denied", False),
        (JudgeAPIError("x", 400), "denied", False),
        (JudgeResponseError("x"), "bad_reply", True),
        (BudgetError("x"), "budget", True),
        (JudgeError("x"), "internal", False),
    ],
)
def test_a_judges_failure_is_a_value_with_its_cause(error, cause, retryable):
    for judge, stage in (
        (ScriptedJudge(error), "extract"),
        (ScriptedJudge(["a"], [error]), "verify"),
    ):
        (found,) = GroundingCheck(judge).assess([BERN])
        (failure,) = found.failures
        assert (failure.stage, failure.cause, failure.retryable) == (stage, cause, retryable)
        assert failure.message == f"{type(error).__name__}: {error}"
        assert (found.score, found.flagged, found.claims) == (None, False, ())
        assert Assessment.from_json(found.to_json()) == found


def test_a_fault_of_the_program_is_not_hidden():
    with pytest.raises(KeyError):
        GroundingCheck(ScriptedJudge(KeyError("bug"))).assess([BERN])


def test_one_assessment_a_record_in_order_whatever_fails():
    class Odd(Judge):
        async def extract_claims(self, response):
            await asyncio.sleep(0.001 * (len(response) % 3))
            if response.endswith("1"):
                raise JudgeAPIError("no", 500)
            return Extraction([response])

        async def verify(self, claims, context):
            return [Judgement("SUPPORTED") for _ in claims]

    records = [Record(f"answer {i}", id=str(i), contexts=["x"]) for i in range(200)]
    found = GroundingCheck(Odd()).assess(records)
    assert [item.record_id for item in found] == [record.id for record in records]
    assert [bool(item.failures) for item in found] == [i % 10 == 1 for i in range(200)]
    assert GroundingCheck(Odd()).assess([]) == []


def test_it_applies_where_there_are_contexts():
    assert GroundingCheck.applies(BERN)
    assert not GroundingCheck.applies(Record("x"))
    (found,) = GroundingCheck().assess([Record("Bern lies on the Aare.")])
    assert (found.score, found.flagged) == (0.0, True)
    assert found.verdicts[0].author.name == "empty-context"


def test_inside_a_running_loop():
    async def handler():
        return GroundingCheck().assess([BERN])

    assert asyncio.run(handler()) == GroundingCheck().assess([BERN])
