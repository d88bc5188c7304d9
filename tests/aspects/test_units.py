"""What spans count, recognised and converted."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.aspects.samples import aspect
from veriscope.aspects import OffsetUnit, build_filtered_aspects, detect_unit
from veriscope.aspects.offsets import clusters, positions

TEXTS = [
    "🍕🍕 피자가 맛있고 배달이 빨라요 👍",
    "Crème brûlée 😋 and a naïve waiter",
    "조식 😊 뷰 최고 family",
]
TERMS = ["배달", "waiter", "family"]


def counted(text: str, unit: OffsetUnit) -> int:
    """Count a text the long way round."""
    if unit is OffsetUnit.UTF16:
        return len(text.encode("utf-16-le")) // 2
    if unit is OffsetUnit.BYTES:
        return len(text.encode())
    if unit is OffsetUnit.CHARACTERS:
        return len(text)
    return len(unicodedata.normalize("NFC" if unit is OffsetUnit.NFC else "NFD", text))


def spans_in(unit: OffsetUnit) -> list[tuple[str, list]]:
    out = []
    for text, term in zip(TEXTS, TERMS, strict=True):
        start = text.index(term)
        begin, end = counted(text[:start], unit), counted(text[: start + len(term)], unit)
        out.append((text, [aspect(term, begin, end)]))
    return out


# A text in NFC counts alike in characters and in NFC characters.
OTHER = [OffsetUnit.UTF16, OffsetUnit.BYTES, OffsetUnit.NFD]


@pytest.mark.parametrize("unit", [OffsetUnit.CHARACTERS, *OTHER])
def test_the_unit_under_which_most_spans_agree(unit: OffsetUnit) -> None:
    report = detect_unit(spans_in(unit))
    assert (report.unit, report.spans, report.agree[unit]) == (unit, 3, 3)


@pytest.mark.parametrize("unit", OTHER)
def test_under_its_unit_a_span_holds_and_under_another_it_does_not(unit: OffsetUnit) -> None:
    for text, aspects in spans_in(unit):
        assert build_filtered_aspects(text, aspects, unit=unit)["dropped_terms"] == []
        assert build_filtered_aspects(text, aspects)["filtered"][0]["cause"] == "H2"


def test_a_decomposed_text_whose_spans_count_the_composed_one() -> None:
    text = unicodedata.normalize("NFD", "맛있는 카페 라떼")
    span = aspect("카페", 4, 6)
    report = detect_unit([(text, [span])])
    assert report.unit is OffsetUnit.NFC
    assert build_filtered_aspects(text, [span], unit=report.unit)["kept_terms"] == ["카페"]


def test_one_stray_span_does_not_change_the_unit() -> None:
    text = "🍕 피자 맛집"
    right = [aspect("피자", 2, 4), aspect("맛집", 5, 7)]
    assert detect_unit([(text, [*right, aspect("피자", 3, 5)])]).unit is OffsetUnit.CHARACTERS


def test_equal_counts_are_characters() -> None:
    text = "🍕 피자"
    both = [aspect("피자", 2, 4), aspect("피자", 3, 5)]
    report = detect_unit([(text, both)])
    assert report.agree[OffsetUnit.CHARACTERS] == report.agree[OffsetUnit.UTF16] == 1
    assert report.unit is OffsetUnit.CHARACTERS


def test_nothing_to_count_is_characters() -> None:
    assert detect_unit([]).unit is OffsetUnit.CHARACTERS
    odd = [("é", [None, "é", {"term": 3}, aspect("", 0, 0), aspect("é", -1, 2)])]
    assert (detect_unit(odd).unit, detect_unit(odd).spans) == (OffsetUnit.CHARACTERS, 0)


def test_a_span_that_cuts_a_character_is_a_mismatch() -> None:
    text = "🍕 피자"
    for start in (1, 2, 3):
        item = aspect("피자", start, 11)
        found = build_filtered_aspects(text, [item], unit=OffsetUnit.BYTES)["filtered"]
        assert found[0]["cause"] == "H2"


def test_an_end_beyond_the_text_is_its_end_in_every_unit() -> None:
    for unit, start in ((OffsetUnit.UTF16, 3), (OffsetUnit.BYTES, 5), (OffsetUnit.NFD, 2)):
        found = build_filtered_aspects("🍕 피자", [aspect("피자", start, 99)], unit=unit)
        assert found["kept_terms"] == ["피자"], unit


ANY = st.text(alphabet="aé가e\u0301\u0323\u1100\u1161\u11a8🍕👨\u200d\u0bc6\u0bbe", max_size=8)


@given(ANY)
def test_offsets_that_are_known_are_those_of_the_parts(text: str) -> None:
    for unit in OffsetUnit:
        known = positions(text, unit)
        assert known[0] == 0
        assert list(known.values()) == sorted(known.values())
        assert max(known) == counted(text, unit)
        assert known[max(known)] == len(text)
        if unit in (OffsetUnit.UTF16, OffsetUnit.BYTES, OffsetUnit.CHARACTERS):
            assert known == {counted(text[:i], unit): i for i in range(len(text) + 1)}


@given(ANY, st.sampled_from(["NFC", "NFD"]))
def test_pieces_compose_each_for_itself(text: str, form) -> None:
    pieces = list(clusters(text))
    assert "".join(pieces) == text
    whole = "".join(unicodedata.normalize(form, piece) for piece in pieces)
    assert whole == unicodedata.normalize(form, text)
