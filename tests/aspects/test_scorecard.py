"""The scorecard of one sample."""

import json

import pytest

from tests.aspects.samples import FILTERED, INVENTED, KEPT, MISALIGNED, TEXT, at, entry
from veriscope.aspects import ate_score, build_filtered_aspects, make_scorecard
from veriscope.aspects.scorecard import entry_of_scorecard
from veriscope.errors import InputError


def score(*aspects):
    return ate_score(build_filtered_aspects(TEXT, list(aspects))["filtered"])


def test_nothing_kept_has_no_rate_but_a_flag() -> None:
    assert score(INVENTED) == {
        "aspect_judgements": [],
        "valid_aspect_rate": None,
        "span_ok_rate": None,
        "hallucination_flag": True,
    }


def test_no_aspects_have_neither() -> None:
    assert score() == {
        "aspect_judgements": [],
        "valid_aspect_rate": None,
        "span_ok_rate": None,
        "hallucination_flag": False,
    }


def test_one_judgement_for_each_that_is_kept() -> None:
    found = score(KEPT, INVENTED, at(TEXT, "screen"))
    assert [j["term"] for j in found["aspect_judgements"]] == ["배터리", "screen"]
    assert (found["valid_aspect_rate"], found["span_ok_rate"]) == (1.0, 1.0)
    assert found["hallucination_flag"] is True
    assert score(KEPT)["hallucination_flag"] is False


def test_items_without_a_cause_are_accepted() -> None:
    items = [{"term": "a", "span": None, "action": "drop", "drop_reason": "other_not_target"}]
    assert ate_score(items)["hallucination_flag"] is True


def test_the_whole_card() -> None:
    more = {"text_id": "t1", "run_id": "r1", "profile": "smoke", "mode": "abl", "case_type": "neg"}
    card = make_scorecard(entry(KEPT, MISALIGNED, **more, split="test"))
    assert set(card) == {"run_id", "profile", "meta", "ate", "inputs", "ate_score", "summary"}
    assert (card["run_id"], card["profile"]) == ("r1", "smoke")
    assert card["meta"] == {
        "text_id": "t1",
        "mode": "abl",
        "input_text": TEXT,
        "case_type": "neg",
        "split": "test",
        "profile": "smoke",
    }
    found = build_filtered_aspects(TEXT, [KEPT, MISALIGNED])
    assert card["inputs"]["ate_debug"] == {"raw": found["raw"], "filtered": found["filtered"]}
    assert card["inputs"]["filtered_aspects"] == found["filtered"]
    assert card["ate"] == ate_score(found["filtered"]) == card["ate_score"]
    assert card["summary"] == {"quality_pass": False, "fail_reasons": ["misaligned_span"]}
    json.dumps(card, allow_nan=False)


def test_the_copy_is_a_copy() -> None:
    card = make_scorecard(entry(KEPT))
    card["ate"]["aspect_judgements"].append("x")
    card["inputs"]["filtered_aspects"][0]["action"] = "x"
    assert len(card["ate_score"]["aspect_judgements"]) == 1
    assert card["inputs"]["ate_debug"]["filtered"][0]["action"] == "keep"


def test_defaults() -> None:
    card = make_scorecard({"text": "a"})
    assert (card["profile"], card["meta"]["profile"]) == ("regression", "regression")
    assert card["meta"]["text_id"] is None
    assert card["inputs"]["filtered_aspects"] == []
    assert card["summary"] == {"quality_pass": True, "fail_reasons": []}
    assert make_scorecard({"text": "a", "aspects": None, "profile": None}) == card


def test_each_cause_fails_the_summary_once_in_order() -> None:
    card = make_scorecard(entry(FILTERED, MISALIGNED, INVENTED, MISALIGNED))
    reasons = ["invented_term", "misaligned_span", "no_valid_target"]
    assert card["summary"] == {"quality_pass": False, "fail_reasons": reasons}


def test_extra_allow_of_the_entry_counts() -> None:
    assert make_scorecard(entry(FILTERED, extra_allow=["가"]))["summary"]["quality_pass"] is True


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({}, "text"), ({"text": None}, "text"), ({"text": "a", "aspects": "b"}, "aspects")],
)
def test_a_wrong_entry_is_named(wrong, field: str) -> None:
    with pytest.raises(InputError) as caught:
        make_scorecard(wrong)
    assert caught.value.field == field


def test_an_entry_that_is_no_object() -> None:
    with pytest.raises(InputError, match="must be an object"):
        make_scorecard([])


def test_a_card_gives_its_model_output_back() -> None:
    given = entry(KEPT, MISALIGNED, text_id="t1", run_id="r", profile="smoke", split="dev")
    assert entry_of_scorecard(make_scorecard(given)) == given


@pytest.mark.parametrize("meta", [None, "x", {}, {"input_text": 3}])
def test_a_card_without_its_text_does_not(meta: object) -> None:
    assert entry_of_scorecard({**make_scorecard(entry(KEPT)), "meta": meta}) is None
