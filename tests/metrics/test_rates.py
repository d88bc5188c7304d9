"""MiHR, MaHR and FactScore: every rule of the contract with its numbers."""

import random

import pytest

from tests.metrics.verdicts import by, v
from veriscope import Verdict
from veriscope.metrics import HallucinationMetricsCalculator
from veriscope.metrics.rates import FactScore, MaHR, MiHR

calculator = HallucinationMetricsCalculator()


@pytest.mark.parametrize(
    ("letters", "value", "unsupported"),
    [("S", 0.0, 0), ("R", 1.0, 1), ("N", 1.0, 1), ("SRN", 2 / 3, 2), ("SSSR", 0.25, 1)],
)
def test_mihr_counts_refuted_and_not_enough_info(letters, value, unsupported) -> None:
    found = calculator.compute_mihr(v(letters))
    assert found.value == value
    assert (found.unsupported_claims, found.total_claims) == (unsupported, len(letters))
    assert found.has_claims is True
    assert found.interval is None


def test_mihr_without_claims_is_none_and_says_so() -> None:
    found = calculator.compute_mihr([])
    assert (found.value, found.has_claims, found.total_claims) == (None, False, 0)
    assert calculator.compute_mihr([], ci=0.95).interval is None


def test_mahr_counts_responses_and_keeps_those_without_claims() -> None:
    found = calculator.compute_mahr(by("SS", "SR", "N", ""))
    assert found.value == 0.5
    assert (found.responses_with_hallucinations, found.total_responses) == (2, 4)
    assert found.has_responses is True


def test_mahr_of_nothing_is_zero_and_says_so() -> None:
    found = calculator.compute_mahr([])
    assert (found.value, found.has_responses, found.interval) == (0.0, False, None)


def test_factscore_is_a_float_or_none() -> None:
    assert calculator.compute_factscore(v("SSRN")) == 0.5
    assert calculator.compute_factscore([]) is None
    found = calculator.compute_factscore(v("SSR"), ci=0.95)
    assert found.value == pytest.approx(2 / 3)
    assert found.interval[0] < 2 / 3 < found.interval[1]


def test_factscore_comes_from_the_counts_not_from_a_rounded_rest() -> None:
    # 1 - 7/10 is 0.30000000000000004 in floats.
    assert calculator.compute_factscore(v("S" * 3 + "R" * 7)) == 3 / 10


def test_confidence_enters_no_rate() -> None:
    low = [Verdict("SUPPORTED", 0.0), Verdict("REFUTED", 0.0)]
    assert calculator.compute_mihr(low).value == 0.5


@pytest.mark.parametrize("wrong", [["SUPPORTED"], [None], [0.5]])
def test_what_is_no_verdict_is_named(wrong) -> None:
    with pytest.raises(ValueError, match=r"verdicts\[1\]"):
        calculator.compute_mihr([*v("S"), *wrong])


def test_wilson_stands_where_each_claim_is_by_itself() -> None:
    found = calculator.compute_mihr(v("RS" * 5), ci=0.95).interval
    assert found == pytest.approx((0.2366, 0.7634), abs=1e-4)  # Wilson, 5 of 10
    found = calculator.compute_mahr(by("R", "S"), ci=0.95).interval
    assert found == pytest.approx((0.0945, 0.9055), abs=1e-4)  # Wilson, 1 of 2


def test_responses_are_resampled_whole_where_they_are_known() -> None:
    responses = by(*["RRRRR", "SSSSS"] * 20)
    flat = [verdict for response in responses for verdict in response]
    clustered = calculator.compute_mihr(responses, ci=0.95)
    independent = calculator.compute_mihr(flat, ci=0.95)
    assert clustered.value == independent.value
    wide = clustered.interval[1] - clustered.interval[0]
    narrow = independent.interval[1] - independent.interval[0]
    assert wide > 2 * narrow


def test_responses_that_are_all_alike_are_no_certainty() -> None:
    low, high = calculator.compute_mihr(by(*["SSS"] * 20), ci=0.95).interval
    assert low == 0.0
    assert 0.1 < high < 0.2
    assert calculator.compute_mihr(by("SRS"), ci=0.95).interval[1] > 0.8


def test_the_interval_of_factscore_is_what_mihr_leaves() -> None:
    responses = by(*["SSR", "S", "NRS"] * 7)
    low, high = calculator.compute_mihr(responses, ci=0.9).interval
    assert calculator.compute_factscore(responses, ci=0.9).interval == (1 - high, 1 - low)


@pytest.mark.parametrize("ci", [0, 1, 95, -0.5, "0.95", True])
def test_a_level_outside_zero_to_one_is_an_error(ci) -> None:
    for compute in (calculator.compute_mihr, calculator.compute_factscore):
        with pytest.raises(ValueError, match="ci"):
            compute(v("SR"), ci=ci)


def test_a_resampled_interval_covers_as_often_as_it_says() -> None:
    # 200 samples of 60 responses from a source with a known rate; 95 % should cover it.
    source = random.Random(7)
    covered = 0
    for _ in range(200):
        responses = []
        for _ in range(60):
            rate = source.choice([0.0, 0.1, 0.5])
            responses.append(v("".join("R" if source.random() < rate else "S" for _ in range(5))))
        low, high = calculator.compute_mihr(responses, ci=0.95).interval
        covered += low <= 0.2 <= high
    assert 0.88 <= covered / 200 <= 0.99


def test_bounds_count_failed_records_as_all_good_and_all_bad() -> None:
    tallies = MiHR().tallies(by("SR", "SS"))
    score = MiHR().score(tallies, failed={"timeout": 2})
    assert score.value == 0.25
    assert score.n_failed == {"timeout": 2}
    assert score.bounds == (1 / 8, 5 / 8)
    assert FactScore().score(FactScore().tallies(by("SR", "SS")), failed={"x": 2}).bounds == (
        3 / 8,
        7 / 8,
    )
    assert MaHR().score(MaHR().tallies(by("SR", "SS")), failed={"x": 2}).bounds == (0.25, 0.75)


def test_a_score_without_anything_scored_gives_its_reason_and_bounds() -> None:
    score = MiHR().score({}, failed={"timeout": 3})
    assert (score.value, score.undefined, score.bounds) == (None, "no claims", (0.0, 1.0))
    assert MiHR().score({}).bounds is None
