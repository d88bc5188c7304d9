"""Answers against gold spans."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.aspects.samples import aspect, at
from veriscope.aspects import SpanCounts, span_f1

TEXT = "The wine list is long but the waiter was rude"


def test_exact_partial_and_missed() -> None:
    answer = [at(TEXT, "wine"), at(TEXT, "waiter"), aspect("dessert", 0, 3)]
    gold = [at(TEXT, "wine list"), at(TEXT, "waiter")]
    counts = span_f1(TEXT, answer, gold)
    assert counts == SpanCounts(
        samples=1,
        answers=3,
        gold=2,
        exact=1,
        partial_answers=2,
        partial_gold=2,
        wrong=2,
        wrong_hallucinated=1,
    )
    scores = counts.scores()
    assert scores["span_precision"] == 1 / 3
    assert scores["span_recall"] == 1 / 2
    assert scores["span_f1"] == pytest.approx(0.4)
    assert scores["span_f1_partial"] == pytest.approx(2 * (2 / 3) / (2 / 3 + 1))
    assert scores["wrong_hallucination_rate"] == 0.5


def test_gold_may_be_pairs_objects_or_spans() -> None:
    answer = [at(TEXT, "wine")]
    start = TEXT.index("wine")
    for gold in ([start, start + 4], (start, start + 4), {"start": start, "end": start + 4}):
        assert span_f1(TEXT, answer, [gold]).exact == 1


def test_a_repeated_answer_counts_once() -> None:
    counts = span_f1(TEXT, [at(TEXT, "wine")] * 3, [at(TEXT, "wine")])
    assert (counts.answers, counts.exact, counts.wrong) == (1, 1, 0)


def test_broken_answers_are_wrong_and_broken_gold_is_no_gold() -> None:
    answer = [{"term": "wine", "span": None}, {"term": "wine"}, aspect("wine", 4, 4)]
    counts = span_f1(TEXT, answer, [None, [3], {"span": {"start": -1, "end": 2}}, [5, 5]])
    assert (counts.answers, counts.gold, counts.wrong, counts.wrong_hallucinated) == (3, 0, 3, 3)


def test_what_has_no_denominator_has_no_score() -> None:
    scores = SpanCounts().scores()
    assert {scores[name] for name in scores if "span" in name or "rate" in name} == {None}
    assert span_f1(TEXT, [], [at(TEXT, "wine")]).scores()["span_precision"] is None
    assert span_f1(TEXT, [], [at(TEXT, "wine")]).scores()["span_f1"] == 0.0


def test_a_nested_span_does_not_hide_its_neighbour() -> None:
    text = "x" * 100
    answer = [aspect(text[0:90], 0, 90), aspect(text[5:10], 5, 10)]
    counts = span_f1(text, answer, [[80, 85]])
    assert (counts.partial_answers, counts.partial_gold) == (1, 1)


SPANS = st.lists(
    st.tuples(st.integers(0, 12), st.integers(1, 6)).map(lambda s: (s[0], min(s[0] + s[1], 12))),
    max_size=5,
)


@given(SPANS, SPANS)
def test_counts_are_those_of_every_pair_looked_at(answers, gold) -> None:
    text = "abcdefghijkl"
    items = [aspect(text[start:end], start, end) for start, end in answers]
    counts = span_f1(text, items, gold)
    mine = {s for s in answers if s[0] < s[1]}
    theirs = {s for s in gold if s[0] < s[1]}
    assert counts.exact == len(mine & theirs)
    assert counts.partial_answers == sum(any(meets(a, g) for g in theirs) for a in mine)
    assert counts.partial_gold == sum(any(meets(a, g) for a in mine) for g in theirs)
    assert counts.gold == len(theirs)


def meets(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] < b[1] and b[0] < a[1]


def test_counts_add_up() -> None:
    one = span_f1(TEXT, [at(TEXT, "wine")], [at(TEXT, "waiter")])
    assert (one + one + SpanCounts()) == SpanCounts(2, 2, 2, 0, 0, 0, 2, 0)
