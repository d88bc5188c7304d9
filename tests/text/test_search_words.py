"""Words as search knows them."""

import pytest

from veriscope.text.search_words import is_figure, is_function_word, stems, tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("visitors", "visitor"),
        ("Founded", "FOUNDER"),
        ("1,234", "1234"),
        ("1,234.5", "1234.5"),
        ("Straße", "STRASSE"),
        ("café", "cafe\u0301"),
        ("ｆｕｌｌ", "full"),
        ("Bern's", "Bern"),
        ("서울은", "서울은"),
    ],
)
def test_words_that_are_one(one, other):
    assert stems(one) == stems(other)


@pytest.mark.parametrize(
    ("one", "other"), [("1.5", "15"), ("12", "21"), ("glass", "glas"), ("3,5", "35")]
)
def test_words_that_are_two(one, other):
    assert stems(one) != stems(other)


def test_function_words_count_only_where_there_is_nothing_else():
    assert stems("The capital of the country") == ("capita", "countr")
    assert stems("to be or not to be") == ("to", "be", "or", "not", "to", "be")
    assert is_function_word("The")
    assert not is_function_word("capital")


def test_scripts_without_blanks_share_pairs():
    assert set(stems("서울특별시")) & set(stems("서울은"))
    assert set(stems("東京都")) & set(stems("東京"))
    assert stems("山") == ("山",)


def test_figures_are_whole():
    assert tokens("In 2020, 3.5 of 1,200 left.") == ["in", "2020", "3.5", "of", "1,200", "left"]
    assert [word for word in stems("In 2020, 3.5 of 1,200") if is_figure(word)] == [
        "2020",
        "3.5",
        "1200",
    ]


@pytest.mark.parametrize("text", ["", "  ", "…!?", "\U0001f600"])
def test_nothing(text):
    assert (stems(text), tokens(text)) == ((), [])
