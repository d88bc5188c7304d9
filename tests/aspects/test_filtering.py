"""Which aspects are kept, and the cause of each that is not."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.aspects.samples import aspect, at
from veriscope.aspects import OffsetUnit, TermLists, build_filtered_aspects
from veriscope.aspects.terms import ALLOW_TERMS, STOP_TERMS
from veriscope.errors import InputError

KO = "배터리가 오래가고 뷰도 좋아요 ㅋㅋ 하지만 앱은 별로"
EN = "The app is fine, as is the UI, but the battery dies."


def causes(text, *aspects, **more):
    return [f["cause"] for f in build_filtered_aspects(text, list(aspects), **more)["filtered"]]


def test_the_shape_of_the_result() -> None:
    given_aspects = [
        at(KO, "배터리"),
        {**at(KO, "ㅋㅋ"), "polarity": "positive"},
        aspect("카메라", 0, 3),
    ]
    found = build_filtered_aspects(KO, given_aspects)
    assert set(found) == {"raw", "filtered", "kept_terms", "dropped_terms"}
    assert found["raw"] == given_aspects
    assert found["filtered"] == [
        {
            "term": "배터리",
            "span": {"start": 0, "end": 3},
            "action": "keep",
            "drop_reason": None,
            "cause": None,
        },
        {
            "term": "ㅋㅋ",
            "span": {"start": 17, "end": 19},
            "action": "drop",
            "drop_reason": "other_not_target",
            "cause": "filter",
        },
        {
            "term": "카메라",
            "span": {"start": 0, "end": 3},
            "action": "drop",
            "drop_reason": "other_not_target",
            "cause": "H1",
        },
    ]
    assert found["kept_terms"] == ["배터리"]
    assert found["dropped_terms"] == ["ㅋㅋ", "카메라"]


def test_the_lists_are_those_of_the_contract() -> None:
    assert {"ㅋㅋ", "ㅎㅎ", "ㅠㅠ", "아", "야", "언제", "하지만", "그러나"} == STOP_TERMS
    assert {"뷰", "AS", "as", "ui", "UI", "앱", "app"} == ALLOW_TERMS


@pytest.mark.parametrize("term", sorted(STOP_TERMS))
def test_a_stop_term_is_no_target_where_it_stands(term: str) -> None:
    text = f"음식 {term} 서비스"
    assert causes(text, at(text, term)) == ["filter"]


@pytest.mark.parametrize("term", sorted(ALLOW_TERMS))
def test_an_allowed_term_may_be_short(term: str) -> None:
    text = f"{term} 좋음"
    assert causes(text, at(text, term)) == [None]


def test_the_allow_list_never_excuses_the_span() -> None:
    assert causes(EN, aspect("app", 5, 8), aspect("뷰", 0, 1)) == ["H2", "H1"]


def test_one_character_is_too_short_and_two_are_enough() -> None:
    text = "면과 국물"
    assert causes(text, at(text, "면"), at(text, "국물")) == ["filter", None]


def test_letter_case_counts_everywhere() -> None:
    assert causes(EN, at(EN, "UI"), aspect("Ui", 27, 29), aspect("battery".upper(), 39, 46)) == [
        None, "H1", "H1",
    ]  # fmt: skip


def test_extra_allow_excuses_length_and_stop_words() -> None:
    text = "아 면이 좋다"
    both = (at(text, "아"), at(text, "면"))
    assert causes(text, *both) == ["filter", "filter"]
    assert causes(text, *both, extra_allow={"아", "면"}) == [None, None]
    assert causes(text, *both, extra_allow="면") == ["filter", None]
    assert causes(text, aspect("면", 0, 1), extra_allow=["면"]) == ["H2"]


def test_extra_allow_of_something_else_is_an_error() -> None:
    with pytest.raises(InputError, match="extra_allow: must hold strings"):
        build_filtered_aspects("a", [], extra_allow=[1])


def test_both_lists_can_be_replaced() -> None:
    lists = TermLists(allow=frozenset({"면"}), stop=frozenset({"배터리"}))
    assert causes(KO, at(KO, "배터리"), at(KO, "앱"), lists=lists) == ["filter", "filter"]


def test_invented_goes_before_misaligned_before_filter() -> None:
    # Each is a stop term too, so the first cause that holds is the one that is told.
    text = "하지만 맛있다"
    assert causes(text, aspect("그러나", 0, 3)) == ["H1"]
    assert causes(text, aspect("하지만", 1, 4)) == ["H2"]
    assert causes(text, aspect("하지만", 0, 3)) == ["filter"]


BROKEN = [
    None, {}, {"start": 4}, {"end": 8}, {"start": None, "end": None}, {"start": -4, "end": 8},
    {"start": -5, "end": -1}, {"start": 8, "end": 4}, {"start": 4, "end": 4},
    {"start": "4", "end": "8"}, {"start": 4.0, "end": 8.0}, {"start": True, "end": 8},
    [4, 8], "4-8", 4, {"start": [4], "end": {"x": 8}}, {"start": 10**30, "end": 10**31},
]  # fmt: skip


@pytest.mark.parametrize("span", BROKEN, ids=str)
@pytest.mark.parametrize(("term", "cause"), [("food", "H2"), ("wine", "H1"), ("", "filter")])
def test_a_broken_span_is_a_mismatch_and_stays_as_it_is(span, term: str, cause: str) -> None:
    found = build_filtered_aspects("The food here", [{"term": term, "span": span}])
    assert found["filtered"][0]["cause"] == cause
    assert found["filtered"][0]["span"] == span
    assert found["raw"] == [{"term": term, "span": span}]


def test_a_missing_span_is_a_mismatch() -> None:
    assert causes("The food here", {"term": "food"}, "food", "wine") == ["H2", "H2", "H1"]


def test_an_end_beyond_the_text_is_the_text_s_end() -> None:
    assert causes("good food", aspect("food", 5, 99)) == [None]


@pytest.mark.parametrize(
    "odd", [None, 7, [], True, {"span": {"start": 0, "end": 2}}, {"term": None}]
)
def test_an_aspect_without_a_term_is_filtered(odd: object) -> None:
    assert causes("good food", odd) == ["filter"]


@pytest.mark.parametrize("term", [5, 1.5, True, ["food"], {"a": 1}])
def test_a_term_that_is_no_string_is_kept_as_given_and_filtered(term: object) -> None:
    found = build_filtered_aspects("food", [{"term": term, "span": {"start": 0, "end": 4}}])
    assert found["filtered"][0]["cause"] == "filter"
    assert found["dropped_terms"] == [term]


def test_no_aspects_and_an_empty_text() -> None:
    empty = {"raw": [], "filtered": [], "kept_terms": [], "dropped_terms": []}
    assert build_filtered_aspects("", []) == empty
    assert build_filtered_aspects("text", None) == empty
    assert causes("", aspect("food", 0, 4), aspect("", 0, 0)) == ["H1", "filter"]


@pytest.mark.parametrize(("text", "aspects"), [(None, []), (3, []), ("a", "food"), ("a", {"a": 1})])
def test_what_is_no_text_or_no_list_is_named(text, aspects) -> None:
    with pytest.raises(InputError, match=r"text: must be|aspects: must be"):
        build_filtered_aspects(text, aspects)


def test_emoji_count_one_character_each() -> None:
    text = "🍕🍕 피자 맛 최고 👨‍👩‍👧 family"
    assert causes(text, at(text, "피자"), at(text, "family"), at(text, "👨‍👩‍👧")) == [None] * 3
    assert causes(text, aspect("피자", 5, 7)) == ["H2"]


def test_carriage_returns_are_characters_of_the_text() -> None:
    text = "Good food.\r\nBad wine."
    assert causes(text, aspect("wine", 16, 20), aspect("wine", 15, 19)) == [None, "H2"]


COMPOSED = "Café: 카페 라떼"
DECOMPOSED = unicodedata.normalize("NFD", COMPOSED)


@pytest.mark.parametrize("text", [COMPOSED, DECOMPOSED], ids=["nfc", "nfd"])
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_both_forms_of_a_text_agree_with_both_forms_of_a_term(text: str, form: str) -> None:
    for word in ("Café", "라떼"):
        inside = next(w for w in text.replace(":", "").split() if same(w, word))
        start = text.index(inside)
        term = unicodedata.normalize(form, word)
        right = aspect(term, start, start + len(inside))
        wrong = aspect(term, start + 1, start + 1 + len(inside))
        assert causes(text, right, wrong) == [None, "H2"]
    assert causes(text, aspect(unicodedata.normalize(form, "케이크"), 0, 3)) == ["H1"]


def same(a: str, b: str) -> bool:
    return unicodedata.normalize("NFC", a) == unicodedata.normalize("NFC", b)


def test_lists_hold_in_both_forms() -> None:
    text = unicodedata.normalize("NFD", "뷰 하지만")
    short, stop = text.split()
    assert causes(text, at(text, short), at(text, stop)) == [None, "filter"]


def test_a_lone_half_of_a_pair_does_no_harm() -> None:
    text = "bad \ud83d food"
    for unit in OffsetUnit:
        assert causes(text, aspect("battery", 0, 7), unit=unit) == ["H1"]


WORDS = st.text(alphabet="ab 아야면🍕", max_size=12)


@given(text=WORDS, term=WORDS, start=st.integers(-2, 14), end=st.integers(-2, 14))
def test_the_rule_in_one_line(text: str, term: str, start: int, end: int) -> None:
    usable = 0 <= start <= end
    aligned = usable and text[start:end] == term
    target = term in ALLOW_TERMS or (len(term) >= 2 and term not in STOP_TERMS)
    if not term:
        cause = "filter"
    elif aligned:
        cause = None if target else "filter"
    else:
        cause = "H2" if term in text else "H1"
    assert causes(text, aspect(term, start, end)) == [cause]
