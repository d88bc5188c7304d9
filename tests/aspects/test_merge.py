"""Several runs of the same samples."""

from statistics import stdev

import pytest

from tests.aspects.samples import INVENTED, KEPT, MISALIGNED, entry
from veriscope.aspects import aggregate_merged, aggregate_single_run, make_scorecard


def card(name, *aspects, **more):
    return make_scorecard(entry(*aspects, text_id=name, **more))


RUNS = [
    [card("a", KEPT), card("b", KEPT, INVENTED)],
    [card("b", KEPT), card("a", KEPT)],
    [card("a", KEPT), card("b", MISALIGNED)],
]


def test_mean_deviation_and_consistency() -> None:
    found = aggregate_merged(RUNS)
    rates = [0.5, 0.0, 0.5]
    assert (found["n_runs"], found["n"]) == (3, 6)
    assert found["aspect_hallucination_rate_mean"] == pytest.approx(1 / 3)
    assert found["aspect_hallucination_rate_std"] == pytest.approx(stdev(rates))
    assert found["n_compared"] == 2
    assert found["consistency"] == 0.5
    assert found["consistency_terms"] == 0.5
    assert found["runs"] == [aggregate_single_run(run) for run in RUNS]


def test_the_same_flag_need_not_be_the_same_terms() -> None:
    found = aggregate_merged([[card("a", KEPT, INVENTED)], [card("a", INVENTED)]])
    assert (found["consistency"], found["consistency_terms"]) == (1.0, 0.0)


def test_one_run_has_a_mean_but_no_deviation_and_nothing_to_compare() -> None:
    found = aggregate_merged(RUNS[:1])
    assert found["aspect_hallucination_rate_mean"] == 0.5
    assert found["aspect_hallucination_rate_std"] is None
    assert (found["n_compared"], found["consistency"]) == (0, None)


def test_runs_that_share_no_sample_are_not_compared() -> None:
    found = aggregate_merged([[card("a", KEPT)], [card("b", KEPT)]])
    assert (found["n_compared"], found["consistency"], found["consistency_terms"]) == (
        0,
        None,
        None,
    )


def test_a_sample_without_an_id_is_known_by_its_text() -> None:
    found = aggregate_merged([[card(None, KEPT)], [card(None, INVENTED)]])
    assert (found["n_compared"], found["consistency"]) == (1, 0.0)


def test_an_id_that_comes_twice_in_a_run_is_told_by_its_turn() -> None:
    runs = [[card("a", KEPT), card("a", INVENTED)]] * 2
    found = aggregate_merged(runs)
    assert (found["n_compared"], found["consistency"]) == (2, 1.0)


def test_a_rate_that_a_run_lacks_is_not_taken_as_zero() -> None:
    found = aggregate_merged([[card("a")], [card("a", INVENTED)]])
    assert found["aspect_drop_rate_mean"] == 1.0
    assert found["aspect_drop_rate_std"] is None


def test_nothing_to_merge() -> None:
    assert aggregate_merged([]) == {"n_runs": 0, "n": 0}
    none = {"n_runs": 0, "n": 0, "profile_filter": "x"}
    assert aggregate_merged(RUNS, profile_filter="x") == none


def test_the_profile_filter_holds_for_every_run() -> None:
    runs = [[card("a", KEPT, profile="smoke"), card("b", INVENTED)], [card("a", INVENTED)]]
    found = aggregate_merged(runs, "smoke")
    assert (found["n_runs"], found["n"], found["profile_filter"]) == (1, 1, "smoke")
    assert found["aspect_hallucination_rate_mean"] == 0.0
