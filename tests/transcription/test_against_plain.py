"""The product against the rules as they read, to the last digit, over random pages and options."""

import unicodedata
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.plain_transcription import anchor_score, compute
from veriscope.text.words import word_spans, words
from veriscope.transcription import Profile, Reading, compute_hallucination_metrics
from veriscope.transcription import anchors as room
from veriscope.transcription import tokens as token_room
from veriscope.transcription.page_words import page_words

WORDS = st.sampled_from(
    ["a", "b", "C", "d,", "É", "e\u0301", "ſ", "œ", "«x»", "...", "ﬁ", "İ", "Σ"]
)
SPACES = st.sampled_from([" ", "  ", "\n", "\t", "\u00a0", "\u2028", "\x1c", "\x85"])
PAGES = st.lists(st.tuples(WORDS, SPACES), max_size=40).map(lambda p: "".join(map("".join, p)))
TEXTS = PAGES | st.text(max_size=60)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "n": st.integers(1, 6) | st.just(10**9),
        "length_ratio_threshold": st.floats(0, 12),
        "anchor_threshold": st.floats(-0.5, 1.5),
        "block_tolerance": st.integers(0, 5),
        "min_block_length": st.integers(0, 6),
        "trim_trailing": st.booleans(),
        "strip_punctuation": st.booleans(),
        "normalise": st.sampled_from([None, "NFC", "NFKC"]),
    },
)


def as_measured(reference: str, hypothesis: str, options: dict[str, Any]) -> dict[str, Any]:
    found = compute_hallucination_metrics(reference, hypothesis, **options)
    exact = {name: getattr(found, name) for name in ("net_insertion_rate", "anchor_score")}
    return found.as_dict() | exact | {"length_ratio": found.length_ratio}


@given(TEXTS, TEXTS, OPTIONS)
def test_every_measure_is_that_of_the_plain_rules(
    reference: str, hypothesis: str, options: dict[str, Any]
) -> None:
    assert as_measured(reference, hypothesis, options) == compute(reference, hypothesis, **options)


@given(PAGES, PAGES, OPTIONS)
def test_a_text_in_pieces_is_the_same_text(
    reference: str, hypothesis: str, options: dict[str, Any]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(token_room, "PIECE", 3)
        found = as_measured(reference, hypothesis, options)
    assert found == compute(reference, hypothesis, **options)


@given(
    st.lists(st.sampled_from("abc"), min_size=1, max_size=30),
    st.lists(st.sampled_from("abcx"), min_size=1, max_size=30),
    st.integers(1, 12),
)
def test_n_grams_numbered_by_ranks_are_the_same_n_grams(
    reference: list[str], hypothesis: list[str], n: int
) -> None:
    left, right = room.number_words([reference], [hypothesis])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room, "_ROOM", 4)  # every product is too large: ranks at each step
        patch.setattr(room, "_BITS", 0)
        hits, grams = room.count_anchored(left, right, n)
    assert hits / grams == anchor_score(" ".join(reference), " ".join(hypothesis), n, False)


@given(TEXTS, st.booleans(), st.sampled_from([None, "NFC", "NFKC"]))
def test_every_word_has_its_place(text: str, strip: bool, form: Any) -> None:
    found = words(text, strip_punctuation=strip, normalise=form)
    spans = word_spans(text, strip_punctuation=strip, normalise=form)
    assert len(found) == len(spans)
    for word, (start, end) in zip(found, spans, strict=True):
        piece = unicodedata.normalize(form, text[start:end]) if form else text[start:end]
        assert word in piece.lower()


@given(TEXTS, TEXTS)
def test_the_normalised_reading_counts_the_words_that_it_places(
    reference: str, hypothesis: str
) -> None:
    profile = Profile(reading=Reading.NORMALISED)
    found = profile.measure(reference, hypothesis)
    assert found.hyp_word_count == len(profile.spans(hypothesis))
    assert found.gt_word_count == len(page_words(reference).keys)


def test_numbers_of_words_start_at_one_and_the_unknown_is_zero() -> None:
    left, right = room.number_words([["a", "b"], ["a"]], [["b", "z"]])
    assert left.tolist() == [1, 2, 1]
    assert right.tolist() == [2, 0]
    assert left.dtype == np.int64
