"""Scorecards summed up to the rates of a run."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.aspects.samples import FILTERED, INVENTED, KEPT, MISALIGNED, entry
from veriscope.aspects import aggregate_single_run, has_hallucinated_aspect, make_scorecard
from veriscope.aspects.aggregate import RATE_NAMES
from veriscope.errors import InputError
from veriscope.metrics import wilson_interval


def card(*aspects, **more):
    return make_scorecard(entry(*aspects, **more))


def dropped(**more):
    return {"term": "a", "action": "drop", **more}


def holding(*items):
    return {"inputs": {"ate_debug": {"filtered": list(items)}}}


@pytest.mark.parametrize(
    ("row", "flagged"),
    [
        ({}, False),
        ({"ate": {"hallucination_flag": True}}, True),
        ({"ate": {"hallucination_flag": False}}, False),
        ({"ate": {"hallucination_flag": 1}}, False),
        ({"ate": {"hallucination_flag": "true"}}, False),
        ({"ate": {"hallucination_flag": None}}, False),
        ({"ate_score": {"hallucination_flag": True}}, True),
        ({"ate": None, "ate_score": {"hallucination_flag": True}}, True),
        ({"ate": {"hallucination_flag": False}, "ate_score": {"hallucination_flag": True}}, False),
        ({"ate": "x", "inputs": "y"}, False),
        ({"ate": None, "ate_score": None, "inputs": None}, False),
        ({"inputs": {"ate_debug": None}}, False),
        ({"inputs": {"ate_debug": {"filtered": None}}}, False),
        (holding(), False),
        (holding(None, 3, {"action": "keep"}), False),
        (holding({"action": "keep"}, dropped()), True),
        ({"ate": {"hallucination_flag": False}, **holding(dropped())}, True),
    ],
)
def test_what_makes_a_scorecard_hallucinated(row, flagged: bool) -> None:
    assert has_hallucinated_aspect(row) is flagged


RUN = [card(KEPT), card(KEPT, INVENTED), card(MISALIGNED, FILTERED, MISALIGNED), card()]


def test_rates_per_sample_and_per_aspect() -> None:
    found = aggregate_single_run(RUN)
    intervals = found.pop("intervals")
    assert found == {
        "n": 4,
        "n_hallucinated": 2,
        "n_with_aspects": 3,
        "n_aspects": 6,
        "n_dropped": 4,
        "aspect_hallucination_rate": 2 / 4,
        "aspect_hallucination_rate_H1": 1 / 4,
        "aspect_hallucination_rate_H2": 1 / 4,
        "aspect_hallucination_rate_filter": 1 / 4,
        "aspect_drop_rate": 4 / 6,
        "aspect_drop_rate_H1": 1 / 6,
        "aspect_drop_rate_H2": 2 / 6,
        "aspect_drop_rate_filter": 1 / 6,
    }
    assert set(intervals) == set(RATE_NAMES)
    assert intervals["aspect_hallucination_rate"] == list(wilson_interval(2, 4))
    for name, (low, high) in intervals.items():
        assert 0 <= low <= found[name] <= high <= 1


def test_a_per_aspect_interval_resamples_samples() -> None:
    # Ten samples that drop all or nothing say less than a hundred aspects that fall alone.
    rows = [card(*[INVENTED] * 10)] * 5 + [card(*[KEPT] * 10)] * 5
    low, high = aggregate_single_run(rows)["intervals"]["aspect_drop_rate"]
    naive_low, naive_high = wilson_interval(50, 100)
    assert high - low > 1.5 * (naive_high - naive_low)


def test_samples_without_aspects_give_no_rate_over_aspects() -> None:
    found = aggregate_single_run([card(), {"ate": {"hallucination_flag": True}}])
    assert found["n_with_aspects"] == 0
    assert found["aspect_hallucination_rate"] == 0.5
    for name in RATE_NAMES:
        if name.startswith("aspect_drop_rate"):
            assert found[name] is None
            assert name not in found["intervals"]


def test_a_drop_without_a_cause_has_no_cause() -> None:
    found = aggregate_single_run([holding(dropped(), {"action": "keep"})])
    assert found["aspect_hallucination_rate"] == 1.0
    assert found["aspect_drop_rate"] == 0.5
    assert [found[f"aspect_hallucination_rate_{c}"] for c in ("H1", "H2", "filter")] == [0.0] * 3


@pytest.mark.parametrize("cause", ["h1", "H3", 1, [], {}])
def test_an_unknown_cause_is_a_drop_all_the_same(cause: object) -> None:
    found = aggregate_single_run([holding(dropped(cause=cause))])
    assert found["aspect_drop_rate"] == 1.0
    assert found["aspect_drop_rate_H1"] == 0.0


def test_the_profile_stands_in_the_row_or_in_its_meta() -> None:
    rows = [
        {"profile": "smoke", **holding(dropped())},
        {"meta": {"profile": "smoke"}},
        {"profile": None, "meta": {"profile": "smoke"}},
        {"profile": "regression", "meta": {"profile": "smoke"}},
        {"meta": None},
        {"meta": "smoke"},
    ]
    found = aggregate_single_run(rows, profile_filter="smoke")
    assert (found["n"], found["profile_filter"]) == (3, "smoke")
    assert found["aspect_hallucination_rate"] == 1 / 3
    assert "profile_filter" not in aggregate_single_run(rows)


def test_nothing_left_is_never_all() -> None:
    assert aggregate_single_run([]) == {"n": 0}
    assert aggregate_single_run(RUN, "none") == {"n": 0, "profile_filter": "none"}
    assert aggregate_single_run(RUN, "") == {"n": 0, "profile_filter": ""}


def test_rows_may_be_a_stream() -> None:
    assert aggregate_single_run(iter(RUN)) == aggregate_single_run(RUN)


def test_a_row_that_is_no_object_is_an_error() -> None:
    with pytest.raises(InputError, match="scorecard must be an object"):
        aggregate_single_run([[]])


@given(st.lists(st.sampled_from(RUN), min_size=1, max_size=12), st.randoms())
def test_the_order_of_the_samples_does_not_matter(rows, random) -> None:
    other = list(rows)
    random.shuffle(other)
    assert aggregate_single_run(other) == aggregate_single_run(rows)
