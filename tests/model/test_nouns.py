"""The nouns: exact round trips, errors that name the field, nothing silently dropped."""

import contextlib
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies as make
from veriscope import Claim, ClaimType, InputError, Record, Score, Verdict, VerdictLabel
from veriscope.model import Assessment, Evidence, Failure, HallucinationReview, ReviewStatus

ROUND_TRIPS = {
    Record: make.records,
    Claim: make.claims,
    Verdict: make.verdicts,
    Evidence: make.evidence,
    Failure: make.failures,
    Assessment: make.assessments,
    Score: make.scores,
}


@given(st.one_of(*ROUND_TRIPS.values()))
def test_json_round_trip_is_exact(noun) -> None:
    kind = type(noun)
    text = noun.to_json()
    assert kind.from_json(text) == noun
    assert kind.from_json(text).to_json() == text
    json.loads(text, parse_constant=pytest.fail)


@pytest.mark.parametrize("kind", ROUND_TRIPS, ids=lambda kind: kind.__name__)
def test_an_unknown_field_is_named(kind) -> None:
    with pytest.raises(InputError) as caught:
        kind.from_dict({"colour": 1})
    assert caught.value.field == "colour"
    assert "unknown field" in str(caught.value)


@given(make.json_values)
def test_whatever_is_read_is_a_record_or_an_input_error(data) -> None:
    with contextlib.suppress(InputError):
        assert Record.from_dict(data).response == data["response"]


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({}, "response"),
        ({"response": 1}, "response"),
        ({"response": "x", "contexts": [{"id": "a"}]}, "contexts[0].text"),
        ({"response": "x", "contexts": [{"text": "a", "url": "b"}]}, "contexts[0].url"),
        ({"response": "x", "verdicts": [{"label": "MAYBE"}]}, "verdicts[0].label"),
        ({"response": "x", "verdicts": {"j": [{"confidence": 1}]}}, "verdicts.j[0].label"),
        ({"response": "x", "verdicts": [{"label": "REFUTED", "confidence": 2}]},
         "verdicts[0].confidence"),
        ({"response": "x", "claims": [{"text": "a", "span": [3, 1]}]}, "claims[0].span"),
        ({"response": "x", "claims": [{"text": "a", "type": "odd"}]}, "claims[0].type"),
        ({"response": "x", "claims": [{"text": "a", "detail": {"kind": "x"}}]},
         "claims[0].detail.kind"),
        ({"response": "x", "probabilities": [0.5, "a"]}, "probabilities[1]"),
        ({"response": "x", "is_nonexistent": 1}, "is_nonexistent"),
        ({"response": "x", "confidence": True}, "confidence"),
        ({"response": "x", "groups": {"a": 1}}, "groups.a"),
    ],
)  # fmt: skip
def test_a_bad_field_is_named_by_its_path(data, field) -> None:
    with pytest.raises(InputError) as caught:
        Record.from_dict(data)
    assert caught.value.field == field


@pytest.mark.parametrize("text", ['{"response": NaN}', "{", "[1]", '"x"', "null", "[" * 100_000])
def test_what_is_no_record_is_an_input_error(text) -> None:
    with pytest.raises(InputError):
        Record.from_json(text)


def test_short_forms_are_read() -> None:
    record = Record.from_dict(
        {"response": "r", "contexts": ["c"], "verdicts": ["CONTRADICTED"], "claims": ["k"]}
    )
    assert record.contexts[0].text == "c"
    assert record.verdicts == (Verdict(VerdictLabel.REFUTED, 1.0),)
    assert record.claims == (Claim("k", None),)


def test_fields_are_read_under_either_name_and_never_under_both() -> None:
    claim = Claim.from_dict({"text": "a", "source_span": [0, 1], "claim_type": "logical"})
    assert claim == Claim("a", (0, 1), ClaimType.LOGICAL)
    assert claim.to_dict() == {"text": "a", "span": [0, 1], "type": "logical"}
    with pytest.raises(InputError, match="given twice"):
        Claim.from_dict({"text": "a", "span": [0, 1], "source_span": [0, 1]})


def test_a_record_without_id_is_named_by_its_content() -> None:
    one, same, other = Record("a"), Record.from_dict({"response": "a"}), Record("b")
    assert one.id == same.id != other.id
    assert Record("a", id="mine").id == "mine"
    assert Record.from_json(one.to_json()) == one


def test_verdict_labels_are_a_closed_set_with_one_alias() -> None:
    assert [label.value for label in VerdictLabel] == ["SUPPORTED", "REFUTED", "NOT_ENOUGH_INFO"]
    assert VerdictLabel.CONTRADICTED is VerdictLabel.REFUTED
    assert VerdictLabel("CONTRADICTED") is VerdictLabel.REFUTED
    assert isinstance(VerdictLabel.SUPPORTED, str)
    assert VerdictLabel.SUPPORTED == "SUPPORTED"
    with pytest.raises(ValueError, match="supported"):
        VerdictLabel("supported")


@pytest.mark.parametrize("confidence", [-0.01, 1.01, math.nan, math.inf, "0.5", None, True])
def test_confidence_outside_zero_to_one_is_an_error(confidence) -> None:
    with pytest.raises(ValueError, match="confidence"):
        Verdict(VerdictLabel.SUPPORTED, confidence)


def test_verdict_and_claim_take_positions() -> None:
    verdict = Verdict(VerdictLabel.SUPPORTED, 0.9, [], "why")
    assert (verdict.label, verdict.confidence, list(verdict.evidence)) == ("SUPPORTED", 0.9, [])
    assert verdict.reasoning == "why"
    assert Verdict("REFUTED", 1).label is VerdictLabel.REFUTED
    claim = Claim("Paris is the capital", (0, 20), ClaimType.FACTUAL)
    assert (claim.text, claim.source_span) == ("Paris is the capital", (0, 20))


@pytest.mark.parametrize("span", [(-1, 2), (2, 1), (0.0, 1), (0,), "ab", (True, 2)])
def test_a_span_that_is_none_is_an_error(span) -> None:
    with pytest.raises(ValueError, match="span"):
        Claim("x", span)


def test_values_are_frozen() -> None:
    with pytest.raises(AttributeError):
        Claim("x").text = "y"


def test_a_score_is_a_value_or_a_reason() -> None:
    with pytest.raises(ValueError, match="a value or a reason"):
        Score("mihr", None, 0)
    with pytest.raises(ValueError, match="a value or a reason"):
        Score("mihr", 0.0, 0, undefined="no claims")
    assert Score("mihr", None, 0, undefined="no claims").value is None


def test_a_review_rejects_a_status_outside_the_four() -> None:
    review = HallucinationReview(1, 2, "a", 0.0, 0.0, 1, 0, 1, [{"value": 1}])
    assert review.status is ReviewStatus.PENDING
    assert HallucinationReview.from_json(review.to_json()) == review
    with pytest.raises(ValueError, match="status"):
        HallucinationReview(1, 2, "a", 0.0, 0.0, 1, 0, 1, status="done")


def test_an_input_error_tells_its_place_and_survives_pickling() -> None:
    import pickle

    error = InputError("is missing", field="id").at("a.jsonl", 3)
    assert str(error) == "a.jsonl:3: id: is missing"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert str(InputError("odd", line=2)) == "line 2: odd"


@pytest.mark.parametrize("number", ["1e999", "-1e999", "9" * 400 + ".5", "1e0400"])
def test_a_number_that_would_be_infinite_is_an_error(number) -> None:
    with pytest.raises(InputError):
        Record.from_json(f'{{"response": "x", "metadata": {{"a": {number}}}}}')
    assert Record.from_json('{"response": "x", "metadata": {"a": 1e-400}}').metadata["a"] == 0.0
