"""Sentences shortened, and sentences made wrong."""

import random

import pytest

from training import edits

SENTENCE = "In 1911, the council of Bern sold the old mill to Anna Keller, who rebuilt it."
OTHERS = [
    SENTENCE,
    "The railway to Thun was opened by Jonas Frey in 1859.",
    "A fire destroyed the roof of the museum.",
]


def test_a_shortened_sentence_says_no_more_than_the_whole() -> None:
    for seed in range(20):
        short = edits.shortened(SENTENCE, random.Random(seed))
        assert short is not None
        assert len(short) < len(SENTENCE)
        words = short.replace(",", "").lower().rstrip(".").split()
        assert set(words) <= set(SENTENCE.replace(",", "").lower().rstrip(".").split())


def test_what_has_nothing_to_cut_is_left() -> None:
    assert edits.shortened("A fire destroyed the roof of the museum.", random.Random(1)) is None


def test_a_name_or_figure_is_exchanged_for_another_of_the_text() -> None:
    for seed in range(20):
        text = edits.exchanged(SENTENCE, OTHERS, random.Random(seed))
        assert text is not None
        assert text != SENTENCE
        assert any(word in text for word in ("Thun", "Jonas", "Frey", "1859"))


def test_names_of_a_list_are_not_swapped() -> None:
    text = "The trains of today go to Bern and Thun every hour."
    assert all(edits.swapped(text, [], random.Random(seed)) is None for seed in range(9))


def test_two_names_change_places() -> None:
    text = edits.swapped("Then Anna sold the whole mill to Jonas.", [], random.Random(1))
    assert text == "Then Jonas sold the whole mill to Anna."


def test_a_subject_gets_what_is_said_of_another() -> None:
    text = edits.spliced(OTHERS[2], OTHERS[1:], random.Random(1))
    assert text == "A fire was opened by Jonas Frey in 1859."


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The mill was sold in June.", "The mill was not sold in June."),
        ("The mill was not sold in June.", "The mill was sold in June."),
    ],
)
def test_a_sentence_is_denied(before: str, after: str) -> None:
    assert edits.denied(before, [], random.Random(1)) == after


def test_an_edit_is_never_the_sentence_itself() -> None:
    for seed in range(60):
        text = edits.edited(SENTENCE, OTHERS, seed % 2 == 0, random.Random(seed))
        assert text != SENTENCE
