"""Texts as no page should be: right by the rules, and no exception."""

import sys
import unicodedata

import pytest

from veriscope.transcription import Profile, Reading, compute_hallucination_metrics, examine

CONTROL = "".join(map(chr, range(32))) + "\x7f\x85\u200b\u2028\u202e\ufeff\ufffe"
MIXED = "e\u0301 é ﬁ fi Å \u212b K \u212a ǆ ⅷ ½"
EXTREMES = {
    "control": CONTROL * 3,
    "mixed": MIXED,
    "surrogate": "\ud800 a \udfff",
    "astral": "𝔄𝔅 😀👩‍👩‍👧 𐐀",
    "one word": "x" * 100_000,
    "punctuation": "." * 100_000,
    "right to left": "שלום \u202eעולם",
    "combining": "a" + "\u0301" * 10_000,
    "empty": "",
    "blank": " \n\u2003",
}


@pytest.mark.parametrize("reading", Reading)
@pytest.mark.parametrize("name", EXTREMES)
def test_a_strange_text_against_itself_is_clean(name: str, reading: Reading) -> None:
    text = EXTREMES[name]
    found = examine(text, text, Profile(reading=reading))
    assert not found.flagged
    assert (found.metrics.net_insertion_rate, found.metrics.anchor_score) == (0.0, 1.0)
    assert found.metrics.length_ratio == 1.0


@pytest.mark.parametrize("name", EXTREMES)
def test_a_strange_text_against_a_plain_one_is_measured(name: str) -> None:
    found = examine("a plain page of seven ordinary words", EXTREMES[name])
    assert found.metrics.anchor_score == 0.0
    assert found.metrics.hyp_word_count == len(EXTREMES[name].split())


def test_control_characters_count_as_python_counts_them() -> None:
    # Of the control characters, ten are white space; the rest are letters like any other.
    found = compute_hallucination_metrics("\x00\x01", "\x00\x01\x1c\x02\t\x03")
    assert (found.hyp_word_count, found.net_inserted_words) == (3, 2)


def test_mixed_normal_forms_differ_until_they_are_normalised() -> None:
    other = unicodedata.normalize("NFD", "é") + " " + "Å" + " " + "Ω"
    plain = compute_hallucination_metrics("é Å Ω", other)
    same = compute_hallucination_metrics("é Å Ω", other, normalise="NFC")
    assert plain.net_inserted_words == 1
    assert same.net_inserted_words == 0


@pytest.mark.parametrize("letter", ["x", "ſ"])
def test_fifty_megabytes_without_a_space(letter: str) -> None:
    size = 50_000_000 // len(letter.encode())
    text = letter * size
    found = compute_hallucination_metrics(text, text + letter)
    assert (found.hyp_word_count, found.net_inserted_words) == (1, 1)
    assert found.length_ratio == (size + 1) / size
    assert found.anchor_score == 0.0


def test_a_huge_word_is_examined_too() -> None:
    found = examine("x" * 1_000_000, "xy" * 500_000)
    assert found.metrics.net_inserted_words == 1
    assert found.measures["cer"] is None


@pytest.mark.parametrize(
    "size", [2_000_000, pytest.param(50_000_000, marks=pytest.mark.slow)], ids=["2 MB", "50 MB"]
)
def test_megabytes_of_words(size: int) -> None:
    line = "one fish two fish red fish blue fish 1789 "
    text = line * (size // len(line))
    words = 9 * (size // len(line))
    found = compute_hallucination_metrics(text, text + "and then a shark came by")
    assert (found.gt_word_count, found.hyp_word_count) == (words, words + 6)
    assert found.net_inserted_words == 6
    assert [block.length for block in found.hallucinated_blocks] == [6]
    # The last six words make six new trigrams.
    assert found.anchor_score == (words - 2) / (words + 4)


@pytest.mark.parametrize("n", [1, 7, 1000, sys.maxsize, 10**40])
def test_any_size_of_n_gram(n: int) -> None:
    text = " ".join(f"w{i}" for i in range(1500))
    assert compute_hallucination_metrics(text, text, n).anchor_score == 1.0


@pytest.mark.parametrize(("n", "hits"), [(1, 1499), (7, 1487), (1000, 0)])
def test_one_changed_word_costs_the_n_grams_that_hold_it(n: int, hits: int) -> None:
    text = " ".join(f"w{i}" for i in range(1500))
    found = compute_hallucination_metrics(text, text.replace("w700 ", "x "), n)
    assert found.anchor_score == hits / (1500 - n + 1)
