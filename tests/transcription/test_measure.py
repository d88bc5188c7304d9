"""The base measures: every rule with a number worked out by hand."""

import dataclasses
import math

import pytest

from veriscope.transcription import (
    HallucinatedBlock,
    HallucinationMetrics,
    compute_hallucination_metrics,
)

TEN = "a b c d e f g h i j"


def measure(reference: str, hypothesis: str, *values: object, **options: object):
    return compute_hallucination_metrics(reference, hypothesis, *values, **options)


def test_an_equal_page_is_clean() -> None:
    found = measure(TEN, TEN)
    assert (found.net_insertion_rate, found.length_ratio, found.anchor_score) == (0.0, 1.0, 1.0)
    assert (found.gt_word_count, found.hyp_word_count, found.net_inserted_words) == (10, 10, 0)
    assert found.hallucinated_blocks == []
    assert found.reasons == []
    assert found.is_hallucinating is False


def test_words_are_lower_cased_and_keep_punctuation_and_old_letters() -> None:
    assert measure("The END", "the end").net_insertion_rate == 0.0
    assert measure("end", "end.").net_insertion_rate == 1.0
    assert measure("maiſtre", "maistre").net_insertion_rate == 1.0
    assert measure("é", "e\u0301").net_insertion_rate == 1.0
    assert measure("a\u00a0b\u2028c\x1cd", "A B C D").net_insertion_rate == 0.0


def test_insertion_is_the_share_of_unknown_words() -> None:
    # x, y and y again are not in the reference: 3 of 5 words.
    found = measure("a b", "a x y b y")
    assert found.net_insertion_rate == 3 / 5
    assert found.net_inserted_words == 3


def test_anchor_counts_each_occurrence() -> None:
    # Trigrams of the output: abc bca cab abc; the reference has abc alone: 2 of 4.
    assert measure("a b c d", "a b c a b c").anchor_score == 2 / 4
    # Bigrams: ab bx xa ab: 2 of 4.
    assert measure("a b", "a b x a b", 2).anchor_score == 2 / 4


@pytest.mark.parametrize(
    ("reference", "hypothesis", "anchor"),
    [
        ("a b", "A b", 1.0),  # one short n-gram each, the same
        ("a b c", "a b", 0.0),  # the short n-gram ab is not the trigram abc
        ("a b", "a b c", 0.0),
        ("a", "a b", 0.0),
        ("", "", 1.0),
        (" \n", "\t", 1.0),
        ("a", "", 0.0),
        ("", "a", 0.0),
    ],
)
def test_short_and_empty_texts_have_an_anchor(
    reference: str, hypothesis: str, anchor: float
) -> None:
    assert measure(reference, hypothesis).anchor_score == anchor


@pytest.mark.parametrize(
    ("reference", "hypothesis", "ratio"),
    [
        ("abcd", " abcde\n", 1.25),
        ("  abcd  ", "ab", 0.5),
        ("", "", 1.0),
        (" ", "\n", 1.0),
        ("a", "", 0.0),
        ("", "a", 9.99),
        ("a", "a" * 10, 9.99),
        ("a", "a" * 9, 9.0),
    ],
)
def test_length_ratio_counts_stripped_characters(
    reference: str, hypothesis: str, ratio: float
) -> None:
    assert measure(reference, hypothesis).length_ratio == ratio


def test_the_badge_is_decided_on_the_true_ratio() -> None:
    long = "a" * 15
    assert measure("a", long, 3, 14.9, 0.0).is_hallucinating is True
    assert measure("a", long, 3, 15.0, 0.0).is_hallucinating is False
    assert measure("", "x", 3, math.inf, 0.0).is_hallucinating is False


def test_both_limits_are_strict() -> None:
    assert measure("abcde", "abcdef", 3, 1.2, 0.0).reasons == []
    assert measure("abcde", "abcdefg", 3, 1.2, 0.0).reasons == ["long_output"]
    half = ("a b c d", "a b c a b c")
    assert measure(*half, 3, 9.0, 0.5).reasons == []
    assert measure(*half, 3, 9.0, 0.51).reasons == ["low_anchor"]


def test_reasons_tell_a_cut_page_from_an_invention() -> None:
    assert measure(TEN, "q r s t u").reasons == ["low_anchor"]
    assert measure(TEN, "").reasons == ["low_anchor", "empty_output"]
    assert measure(TEN, "a b").reasons == ["low_anchor", "short_text"]
    assert measure("", "q r s t").reasons == ["low_anchor", "long_output"]
    assert measure("", "").reasons == []


def blocks(hypothesis: str, **options: object) -> list[tuple[int, int]]:
    """Return the edges of blocks where a to j are known and everything else is not."""
    found = measure(TEN, hypothesis, **options).hallucinated_blocks
    return [(block.start_token, block.end_token) for block in found]


@pytest.mark.parametrize(
    ("hypothesis", "edges"),
    [
        ("a w x y z b c d", [(1, 4)]),  # three known words close it before them
        ("a w x y b c d", []),  # three words are too short
        ("a w b c x d e f", [(1, 4)]),  # two known words are bridged
        ("w a b c x", []),  # each alone is too short
        ("a b w x y z", [(2, 5)]),
        ("a w x y b", [(1, 4)]),  # open at the end: to the last word, known or not
        ("a w x b c", [(1, 4)]),
        ("a w b c d", []),
        ("w x y z a b c q r s t", [(0, 3), (7, 10)]),
    ],
)
def test_blocks_open_bridge_and_close(hypothesis: str, edges: list[tuple[int, int]]) -> None:
    assert blocks(hypothesis) == edges


def test_trimming_ends_a_block_at_its_last_unknown_word() -> None:
    assert blocks("w x y z a b", trim_trailing=True) == [(0, 3)]
    assert blocks("w x y a b", trim_trailing=True) == []
    assert blocks("w x y a b") == [(0, 4)]


def test_tolerance_and_least_length() -> None:
    assert blocks("w a x", block_tolerance=1, min_block_length=1) == [(0, 0), (2, 2)]
    assert blocks("w a x", block_tolerance=0, min_block_length=0) == [(0, 0), (2, 2)]
    assert blocks("w a x", block_tolerance=2, min_block_length=1) == [(0, 2)]
    assert blocks("w a b c d e f g h i j x", block_tolerance=10**30) == [(0, 11)]
    assert blocks("w x", min_block_length=2) == [(0, 1)]


def test_a_block_is_its_words_in_lower_case_joined_by_one_space() -> None:
    found = measure("a", "a  Wild\nŒuvre\tIs  HERE").hallucinated_blocks
    assert found == [HallucinatedBlock(1, 4, "wild œuvre is here", 4)]
    assert found[0].as_dict() == {
        "start_token": 1,
        "end_token": 4,
        "text": "wild œuvre is here",
        "length": 4,
    }


def test_punctuation_is_stripped_from_both_ends_when_asked() -> None:
    found = measure("l'an 1789", "«L'an», — 1789.", strip_punctuation=True)
    assert (found.net_insertion_rate, found.hyp_word_count, found.anchor_score) == (0.0, 2, 1.0)
    assert found.length_ratio == 15 / 9
    dots = measure("a", "... !", strip_punctuation=True)
    assert (dots.hyp_word_count, dots.net_insertion_rate, dots.anchor_score) == (0, 0.0, 0.0)
    assert measure("£5", "5", strip_punctuation=True).net_insertion_rate == 1.0


def test_normal_forms_are_made_equal_when_asked() -> None:
    found = measure("été", "e\u0301te\u0301", normalise="NFC")
    assert (found.net_insertion_rate, found.length_ratio, found.anchor_score) == (0.0, 1.0, 1.0)
    assert measure("ﬁn", "fin", normalise="NFC").net_insertion_rate == 1.0
    assert measure("ﬁn", "fin", normalise="NFKC").net_insertion_rate == 0.0


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"n": 0}, "n: must be at least 1"),
        ({"n": -1}, "n: "),
        ({"n": 2.0}, "n: must be a whole number"),
        ({"block_tolerance": -1}, "block_tolerance: must be at least 0"),
        ({"min_block_length": -1}, "min_block_length: must be at least 0"),
        ({"anchor_threshold": math.nan}, "anchor_threshold: must be a number"),
        ({"length_ratio_threshold": "1"}, "length_ratio_threshold: must be a number"),
        ({"normalise": "NFD"}, "normalise: must be NFC, NFKC or None"),
    ],
)
def test_unfit_options_are_value_errors(options: dict[str, object], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        measure("a", "a", **options)


@pytest.mark.parametrize("texts", [(None, "a"), ("a", None), (b"a", "a"), ("a", ["a"])])
def test_what_is_no_text_is_named(texts: tuple[object, object]) -> None:
    with pytest.raises(ValueError, match=r"(reference|hypothesis): must be a string"):
        compute_hallucination_metrics(*texts)


def test_the_dictionary_rounds_the_rates_and_names_everything() -> None:
    found = measure("a b c d e f g", "a b c x", 2, 1.3, 0.4)
    assert found.anchor_score == 2 / 3
    assert found.as_dict() == {
        "net_insertion_rate": 0.25,
        "length_ratio": round(7 / 13, 6),
        "anchor_score": 0.666667,
        "hallucinated_blocks": [],
        "is_hallucinating": False,
        "gt_word_count": 7,
        "hyp_word_count": 4,
        "net_inserted_words": 1,
        "anchor_threshold_used": 0.4,
        "length_ratio_threshold_used": 1.3,
        "ngram_size_used": 2,
        "reasons": [],
    }


def test_the_dictionary_comes_back() -> None:
    found = measure(TEN, "a w x y z b")
    again = HallucinationMetrics.from_dict(found.as_dict())
    assert again.as_dict() == found.as_dict()
    assert again.hallucinated_blocks == found.hallucinated_blocks


def test_missing_keys_get_defaults_and_unknown_ones_are_ignored() -> None:
    empty = HallucinationMetrics.from_dict({})
    assert empty == HallucinationMetrics()
    assert (empty.net_insertion_rate, empty.length_ratio, empty.anchor_score) == (0.0, 1.0, 1.0)
    assert (empty.anchor_threshold_used, empty.length_ratio_threshold_used) == (0.5, 1.2)
    assert (empty.ngram_size_used, empty.hallucinated_blocks) == (3, [])
    more = HallucinationMetrics.from_dict({"anchor_score": 0.5, "colour": "red"})
    assert more.anchor_score == 0.5


def test_measures_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        measure("a", "a").anchor_score = 0.0
