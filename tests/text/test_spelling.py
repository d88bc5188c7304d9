"""Old and modern spellings of one word share a key; different words do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.text.spelling import spelling_key


@pytest.mark.parametrize(
    ("old", "modern"),
    [
        ("maiſtre", "maistre"),
        ("maiſtre", "maître"),
        ("eſtre", "être"),
        ("roy", "roi"),
        ("loix", "lois"),
        ("auoit", "avait"),
        ("connoiſtre", "connaître"),
        ("François", "Francois"),
        ("vniuers", "univers"),
        ("ie", "je"),
        ("&", "et"),
        ("cœur", "coeur"),
        ("publick", "public"),
        ("Theil", "Teil"),
        ("uͤber", "über"),
        ("«Bonne»,", "bonne"),
        ("re-\u00adceu", "receu"),
        ("e\u0301te\u0301", "été"),
    ],
)
def test_one_word_in_two_spellings(old: str, modern: str) -> None:
    assert spelling_key(old) == spelling_key(modern)


@pytest.mark.parametrize(
    ("one", "other"),
    [("1789", "1798"), ("12", "120"), ("cat", "hat"), ("noir", "voir"), ("5s", "5")],
)
def test_different_words_have_different_keys(one: str, other: str) -> None:
    assert spelling_key(one) != spelling_key(other)


def test_punctuation_alone_has_no_key() -> None:
    assert [spelling_key(word) for word in ("—", "...", "«»", "")] == [""] * 4


@given(st.text(max_size=12))
def test_a_key_holds_no_space_and_every_letter_leaves_one(word: str) -> None:
    key = spelling_key(word)
    assert not any(map(str.isspace, key))
    assert key or not any(map(str.isalnum, word.strip())) or len(word) < 12
