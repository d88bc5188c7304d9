"""Spans that are mended, and those that must not be."""

import copy
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.aspects.samples import aspect, at
from veriscope.aspects import OffsetUnit, make_scorecard, repair_aspects, repair_entry


def repaired(text, *aspects, **more):
    found = repair_aspects(text, list(aspects), **more)
    return [a.get("span") for a in found["aspects"]], found["repairs"]


def test_a_term_that_occurs_once_gets_its_span_back() -> None:
    text = "화면은 밝은데 배터리가 약해요"
    spans, repairs = repaired(text, aspect("배터리", 5, 8), at(text, "화면"))
    assert spans == [{"start": 8, "end": 11}, {"start": 0, "end": 2}]
    assert repairs == [
        {
            "index": 0,
            "term": "배터리",
            "claimed": {"start": 5, "end": 8},
            "span": {"start": 8, "end": 11},
            "reason": "misaligned",
        }
    ]


@pytest.mark.parametrize("span", [None, {}, {"start": -1, "end": 3}, "x", {"start": 9, "end": 2}])
def test_a_broken_span_is_mended_too(span: object) -> None:
    assert repaired("good food", {"term": "food", "span": span})[0] == [{"start": 5, "end": 9}]


def test_a_missing_span_and_a_bare_string_get_one() -> None:
    right = {"start": 5, "end": 9}
    assert repaired("good food", {"term": "food"}, "food")[0] == [right, right]


@pytest.mark.parametrize("text", ["food and food", "foodfood", "aaa"])
def test_a_term_that_occurs_more_often_stays(text: str) -> None:
    term = "aa" if text == "aaa" else "food"
    wrong = aspect(term, 0, 1)
    assert repaired(text, wrong) == ([wrong["span"]], [])


def test_an_invented_and_an_empty_term_stay() -> None:
    both = aspect("wine", 0, 4), aspect("", 2, 1)
    assert repaired("good food", *both) == ([a["span"] for a in both], [])


def test_the_same_word_in_other_case_is_not_moved_to_another_mention() -> None:
    text = "Service was slow; the service charge was not."
    assert repaired(text, aspect("service", 0, 7))[1] == []
    assert repaired(text, aspect("service", 1, 8))[0] == [{"start": 22, "end": 29}]


def test_nothing_else_of_the_aspect_changes_and_nothing_is_changed_in_place() -> None:
    given_aspects = [{"term": "food", "span": {"start": 0, "end": 4}, "polarity": "pos", "x": [1]}]
    before = copy.deepcopy(given_aspects)
    found = repair_aspects("good food", given_aspects)
    assert found["aspects"] == [{**before[0], "span": {"start": 5, "end": 9}}]
    assert given_aspects == before


def test_repair_is_done_once() -> None:
    entry = {"text_id": "a", "text": "good food", "aspects": [aspect("food", 0, 4)], "run_id": "r"}
    once = repair_entry(entry)
    assert {key: once[key] for key in ("text_id", "text", "run_id")} == {
        "text_id": "a", "text": "good food", "run_id": "r",
    }  # fmt: skip
    assert repair_entry(once) == {**once, "repairs": []}
    assert make_scorecard(once)["summary"]["quality_pass"] is True


def test_spans_in_another_unit_come_out_in_characters() -> None:
    text = "🍕 피자 맛"
    spans, repairs = repaired(text, aspect("피자", 3, 5), unit=OffsetUnit.UTF16)
    assert spans == [{"start": 2, "end": 4}]
    assert [r["reason"] for r in repairs] == ["unit"]
    assert repaired(text, aspect("피자", 2, 4), unit=OffsetUnit.CHARACTERS)[1] == []


def test_a_place_in_a_decomposed_text_is_one_of_that_text() -> None:
    text = unicodedata.normalize("NFD", "아주 좋은 카페 라떼")
    spans, _ = repaired(text, aspect("카페", 0, 2))
    start, end = spans[0]["start"], spans[0]["end"]
    assert unicodedata.normalize("NFC", text[start:end]) == "카페"


def test_two_spellings_of_one_word_are_two_places() -> None:
    text = "caf\u00e9 cafe\u0301"
    assert repaired(text, aspect("caf\u00e9", 1, 2))[1] == []


WORDS = st.text(alphabet="ab 가🍕e\u0301", max_size=10)


@given(text=WORDS, term=WORDS, start=st.integers(-1, 11), size=st.integers(0, 11))
def test_what_is_mended_is_right(text: str, term: str, start: int, size: int) -> None:
    for span in repaired(text, aspect(term, start, start + size))[1]:
        found = text[span["span"]["start"] : span["span"]["end"]]
        assert unicodedata.normalize("NFC", found) == unicodedata.normalize("NFC", term)
        assert text.count(term) <= 1


def test_a_long_hostile_text_takes_linear_time() -> None:
    text = "a" * 200_000
    terms = ["a" * 100_000, "a" * 99_999 + "b", "b" + "a" * 99_999]
    many = [aspect(term, 5, 9) for term in terms]
    assert repaired(text, *many)[1] == []
    marks = "e" + "\u0301" * 100_000
    assert repaired(marks, aspect("\u0301" * 50_000, 0, 1))[1] == []
