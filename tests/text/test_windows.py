"""Windows over a long text: overlapping, bounded, and none of it lost."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.text.sentences import sentences
from veriscope.text.windows import windows

LONG = " ".join(f"Sentence number {i} is here." for i in range(300))


def test_a_short_text_is_one_window():
    assert windows("One. Two.") == [(0, 9)]
    assert windows("") == windows("  ") == []


def test_windows_are_bounded_and_overlap():
    spans = windows(LONG, 300)
    assert all(end - start <= 300 for start, end in spans)
    for (_, end), (start, _) in pairwise(spans):
        assert start < end


def test_every_sentence_lies_whole_in_a_window():
    spans = windows(LONG, 300)
    for start, end in sentences(LONG):
        assert any(first <= start and end <= last for first, last in spans)


def test_a_sentence_that_is_too_long_is_cut_at_a_blank():
    text = " ".join(["word"] * 500)
    spans = windows(text, 100)
    assert all(end - start <= 100 for start, end in spans)
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)
    assert spans[0][0] == 0
    assert spans[-1][1] == len(text)


@given(
    st.lists(st.text(alphabet="ab ", max_size=30), max_size=30).map(". A".join),
    st.integers(10, 80),
)
def test_nothing_but_white_space_is_left_out(text, size):
    spans = windows(text, size)
    at = 0
    for start, end in spans:
        assert end - start <= size
        assert start < end
        assert not text[at:start].strip()
        at = max(at, end)
    assert not text[at:].strip()


@pytest.mark.parametrize("text", ["a" * 200_000, "a. " * 60_000, "Ab. " * 60_000])
def test_many_characters(text):
    spans = windows(text)
    assert len(spans) < len(text) / 100
