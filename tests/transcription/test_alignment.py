"""Alignment and error rates, held to the library that the field compares with."""

import jiwer
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.errors import MissingExtraError
from veriscope.transcription import (
    LineErrors,
    alignment,
    character_error_rate,
    line_errors,
    word_error_rate,
)
from veriscope.transcription.alignment import Gap, gaps, matched_letters

WORDS = st.lists(st.sampled_from(["the", "The", "cat", "sat,", "été", "12"]), max_size=12)
PAGES = st.lists(WORDS, max_size=4).map(lambda lines: "\n".join(map(" ".join, lines)))


@given(PAGES.filter(str.strip), PAGES)
def test_error_rates_are_those_of_jiwer(reference: str, hypothesis: str) -> None:
    one, other = " ".join(reference.split()), " ".join(hypothesis.split())
    assert word_error_rate(reference, hypothesis) == pytest.approx(jiwer.wer(one, other))
    assert character_error_rate(reference, hypothesis) == pytest.approx(jiwer.cer(one, other))


def test_error_rates_by_hand() -> None:
    # One word of four changed; two of fifteen letters.
    assert word_error_rate("the cat sat on", "the hat sat on") == 1 / 4
    assert character_error_rate("the cat\nsat  on", "the hat sit on") == 2 / 14


def test_without_a_reference_there_is_no_rate() -> None:
    assert word_error_rate(" ", "a") is None
    assert character_error_rate("", "") is None


@given(PAGES, PAGES)
def test_line_figures_add_up_to_the_page(reference: str, hypothesis: str) -> None:
    lines = line_errors(reference, hypothesis)
    rate = word_error_rate(reference, hypothesis)
    assert lines is not None
    assert sum(line.words for line in lines) == len(reference.split())
    if rate is not None:
        assert sum(line.edits for line in lines) / len(reference.split()) == pytest.approx(rate)


def test_lines_by_hand() -> None:
    found = line_errors("one two\n\nthree four five\nsix", "one too\nthree five\nsix seven")
    assert found == [
        LineErrors(1, "one two", 2, substituted=1),
        LineErrors(3, "three four five", 3, deleted=1),
        LineErrors(4, "six", 1, inserted=1),
    ]
    assert line_errors("", "a b") == []


def test_gaps_are_whole() -> None:
    assert gaps(["a", "b", "c", "d"], ["a", "x", "y", "d"]) == [Gap(1, 3, 1, 3)]
    assert gaps(["a", "b", "c"], ["a", "c"]) == [Gap(1, 2, 1, 1)]
    assert gaps(["a"], ["a"]) == []
    assert gaps([], ["x"]) == [Gap(0, 0, 0, 1)]


def test_letters_are_matched_in_place() -> None:
    assert matched_letters(["charges"], ["cbarges"]) == ([6], [6])
    assert matched_letters(["of", "the"], ["ofthe"]) == ([2, 3], [5])
    assert matched_letters([], ["x"]) == ([], [0])


def test_what_is_too_long_is_not_aligned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alignment, "MOST_WORDS", 3)
    monkeypatch.setattr(alignment, "MOST_CHARACTERS", 8)
    assert gaps(["a"] * 4, []) is None
    assert word_error_rate("a b c d", "a") is None
    assert line_errors("a b c d", "a") is None
    assert character_error_rate("a" * 9, "a") is None
    assert matched_letters(["a" * 9], ["a"]) == ([0], [0])


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "rapidfuzz.distance", None)
    alignment._levenshtein.cache_clear()
    with pytest.raises(MissingExtraError, match=r"pip install 'veriscope\[fuzzy\]'"):
        word_error_rate("a", "a")
    alignment._levenshtein.cache_clear()
