"""Which sentences of a context a model is shown for one claim."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.judges.selection import BUDGET, EvidenceIndex, Selected, pieces, select_evidence

FILLER = [f"In year {i} nothing of note happened in the valley." for i in range(300)]
FACT = "Bern lies on the Aare."


def assert_places_hold(found: Selected, contexts: list[str]) -> None:
    for place in found.places:
        start, end = place.span
        text = contexts[place.source][start:end]
        assert found.text[place.at : place.at + len(text)] == text


def test_a_context_that_fits_is_taken_whole_in_its_order():
    contexts = ["Zebras sing. Bern lies on the Aare.", "The sky is green."]
    found = select_evidence("Bern lies on the Aare", contexts)
    assert found.text == "Zebras sing. Bern lies on the Aare. The sky is green."
    assert_places_hold(found, contexts)
    assert found.coverage == pytest.approx(1.0)
    assert found.best.span == (13, 35)


def test_of_a_long_context_the_best_sentences_and_their_neighbours_come_in_order():
    contexts = [" ".join([*FILLER[:150], "A canton.", FACT, "It is old.", *FILLER[150:]])]
    found = select_evidence("Bern lies on the river Aare", contexts, 30)
    assert found.text == "A canton. Bern lies on the Aare. It is old."
    assert_places_hold(found, contexts)


def test_the_budget_holds_and_a_long_claim_lowers_it():
    contexts = [" ".join(FILLER)]
    claim = "In year 7 nothing of note happened in the valley."
    short, long = (select_evidence(text, contexts) for text in (claim, claim * 15))
    assert BUDGET - 20 < pieces(short.text) <= BUDGET
    assert pieces(long.text) < pieces(short.text)
    assert pieces(long.text) + pieces(claim * 15) <= BUDGET + 50 + 64


def test_rare_words_weigh_more_than_common_ones():
    contexts = [" ".join([*FILLER, "The valley has a dragon."])]
    found = select_evidence("In the valley there was a dragon", contexts, 12)
    assert found.text == "The valley has a dragon."


def test_nothing_shared_in_a_long_context_selects_nothing():
    assert select_evidence("Zebras sing", [" ".join(FILLER)]) == Selected()
    assert select_evidence("Zebras sing", []) == Selected()
    assert select_evidence("", ["   "]).best is None


def test_a_sentence_without_end_is_cut():
    contexts = ["word " * 5_000 + "dragon " + "word " * 5_000]
    found = select_evidence("the dragon", contexts)
    assert "dragon" in found.text
    assert pieces(found.text) <= BUDGET
    assert_places_hold(found, contexts)


def test_an_index_selects_the_same_for_each_claim():
    contexts = [" ".join(FILLER), f"{FACT} {FILLER[0]}"]
    index = EvidenceIndex(contexts)
    for claim in (FACT, FILLER[7], "Zebras sing"):
        assert index.select(claim) == select_evidence(claim, contexts)


@given(
    st.text(max_size=60),
    st.lists(st.text(alphabet="ab .\n!é東京1", max_size=300), max_size=3),
    st.integers(8, 80),
)
def test_places_always_hold_their_text(claim, contexts, budget):
    found = select_evidence(claim, contexts, budget)
    assert_places_hold(found, contexts)
    assert len(found.places) == len(found.shares)
    order = [(place.source, place.span) for place in found.places]
    assert order == sorted(order)
