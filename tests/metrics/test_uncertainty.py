"""Uncertainty: both decompositions, their limits, and errors that name the place."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.metrics import (
    HallucinationMetricsCalculator,
    HallucinationMetricsConfig,
    UncertaintyResult,
)

calculator = HallucinationMetricsCalculator()
by_entropy = HallucinationMetricsCalculator(
    HallucinationMetricsConfig(uncertainty_measure="entropy")
)
SAMPLES = [[0.9, 0.1], [0.1, 0.9]]


def test_shannon_entropy() -> None:
    assert calculator.compute_shannon_entropy([]) == 0.0
    assert calculator.compute_shannon_entropy([1.0, 0.0]) == 0.0
    assert calculator.compute_shannon_entropy([0.5, 0.5]) == pytest.approx(math.log(2))
    assert calculator.compute_shannon_entropy([1 / 3] * 3) == pytest.approx(math.log(3))


def test_variance_decomposition() -> None:
    assert calculator.compute_epistemic_uncertainty(SAMPLES) == pytest.approx(0.16)
    assert calculator.compute_aleatoric_uncertainty(SAMPLES) == pytest.approx(0.16)
    assert calculator.compute_aleatoric_uncertainty([[1.0, 0.0]]) == 0.25
    assert calculator.compute_epistemic_uncertainty([[0.5, 0.5]]) == 0.0
    for compute in (
        calculator.compute_epistemic_uncertainty,
        calculator.compute_aleatoric_uncertainty,
    ):
        assert compute([]) == 0.0


def test_total_is_the_sum_of_the_parts() -> None:
    found = calculator.compute_uncertainty([0.5, 0.5], SAMPLES)
    assert found.total == found.epistemic + found.aleatoric == pytest.approx(0.32)
    assert found.has_samples is True


@pytest.mark.parametrize("samples", [None, [], [[0.6, 0.4]]])
def test_entropy_never_takes_the_place_of_samples(samples) -> None:
    found = calculator.compute_uncertainty([0.5, 0.5], samples)
    assert (found.epistemic, found.aleatoric, found.total) == (0.0, 0.0, 0.0)
    assert found.has_samples is False
    assert found.shannon_entropy == pytest.approx(math.log(2))


def test_the_variance_measure_cannot_pass_one_half() -> None:
    worst = calculator.compute_uncertainty([0.5, 0.5], [[1.0, 0.0], [0.0, 1.0]])
    assert worst.total == 0.5


def test_the_entropy_measure_splits_and_covers_zero_to_one() -> None:
    unsure = by_entropy.compute_uncertainty([0.5, 0.5], [[1.0, 0.0], [0.0, 1.0]])
    assert (unsure.total, unsure.epistemic, unsure.aleatoric) == (1.0, 1.0, 0.0)
    noisy = by_entropy.compute_uncertainty([0.5, 0.5], [[0.5, 0.5]] * 2)
    assert (noisy.total, noisy.epistemic, noisy.aleatoric) == (1.0, 0.0, 1.0)
    sure = by_entropy.compute_uncertainty([1.0, 0.0], [[1.0, 0.0]] * 2)
    assert sure.total == 0.0
    assert unsure.mutual_information == pytest.approx(math.log(2))


def test_without_samples_the_entropy_measure_reads_the_vector_itself() -> None:
    found = by_entropy.compute_uncertainty([0.5, 0.5])
    assert found.predictive_entropy == pytest.approx(math.log(2))
    assert found.total == 1.0
    assert found.is_high_uncertainty is True
    assert by_entropy.compute_uncertainty([1.0]).total == 0.0


def test_predictive_entropy_is_that_of_the_mean_sample() -> None:
    found = by_entropy.compute_uncertainty([1.0, 0.0], SAMPLES)
    assert found.predictive_entropy == pytest.approx(math.log(2))
    assert found.shannon_entropy == 0.0


def test_empty_probabilities_are_zero() -> None:
    found = calculator.compute_uncertainty([])
    assert (found.shannon_entropy, found.total, found.has_samples) == (0.0, 0.0, False)


@pytest.mark.parametrize(
    ("p", "samples", "place"),
    [
        ([0.5, -0.5, 1.0], None, r"probabilities\[1\]"),
        ([0.5, math.nan], None, r"probabilities\[1\]"),
        ([0.5, "a"], None, r"probabilities\[1\]"),
        ([0.5, 0.4], None, "probabilities: must sum to 1"),
        ([0.5, 0.5], [[0.5, 0.5], [0.5, 0.6]], r"samples\[1\]"),
        ([0.5, 0.5], [[0.5, 0.5], [1.5, -0.5]], r"samples\[1\]\[0\]"),
        ([0.2, 0.3, 0.5], SAMPLES, r"samples\[0\]"),
        ([1.0], SAMPLES, r"samples\[0\]"),
    ],
)
def test_what_is_no_distribution_is_named(p, samples, place) -> None:
    with pytest.raises(ValueError, match=place):
        calculator.compute_uncertainty(p, samples)


def test_ragged_samples_are_named() -> None:
    for compute in (
        calculator.compute_epistemic_uncertainty,
        calculator.compute_aleatoric_uncertainty,
    ):
        with pytest.raises(ValueError, match=r"samples\[1\]"):
            compute([[0.5, 0.5], [1.0]])


def test_a_sum_within_the_tolerance_is_fine() -> None:
    assert calculator.compute_shannon_entropy([0.5, 0.5 + 9e-7]) > 0
    with pytest.raises(ValueError, match="sum to 1"):
        calculator.compute_shannon_entropy([0.5, 0.5 + 2e-6])


def test_flags_are_strict() -> None:
    def of(total: float) -> UncertaintyResult:
        return UncertaintyResult(0.5, total, 0.0, total, False)

    assert calculator.flag_high_uncertainty(of(0.9)) is True
    assert calculator.flag_high_uncertainty(of(0.8)) is False
    assert calculator.flag_high_uncertainty(of(0.3), threshold=0.2) is True
    assert calculator.flag_high_uncertainty(None) is False


@st.composite
def distributions(draw):
    size = draw(st.integers(1, 4))
    rows = draw(st.lists(st.lists(st.integers(0, 9), min_size=size, max_size=size), min_size=1))
    rows = [row if sum(row) else [1] * size for row in rows]
    return [[n / sum(row) for n in row] for row in rows]


@given(distributions())
def test_bounds_of_both_measures(rows) -> None:
    for one in (calculator, by_entropy):
        found = one.compute_uncertainty(rows[0], rows)
        assert 0 <= found.epistemic <= 1 + 1e-9
        assert 0 <= found.total <= 1 + 1e-9
        assert found.total == pytest.approx(found.epistemic + found.aleatoric, abs=1e-9)
    assert calculator.compute_uncertainty(rows[0], rows).total <= 0.5 + 1e-9
