"""Fleiss' kappa: the contract's cases, a published table, parity, and no NaN."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as nps
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_kappa

from tests.metrics.verdicts import v
from veriscope.metrics import HallucinationMetricsCalculator

calculator = HallucinationMetricsCalculator()

# J. L. Fleiss (1971), table 1: 30 patients, 6 psychiatrists, 5 diagnoses; kappa 0.430.
PATIENTS = """
00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031
00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006
""".split()  # noqa: SIM905 - a table reads better
# Fourteen raters of ten subjects, five categories, a textbook example: kappa 0.210.
SUBJECTS = [
    [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
]  # fmt: skip


def test_the_published_tables() -> None:
    patients = [[int(count) for count in row] for row in PATIENTS]
    found = calculator.compute_fleiss_kappa(patients, 5)
    assert found.kappa == pytest.approx(0.4302445, abs=1e-7)
    assert found.observed_agreement == pytest.approx(0.555556, abs=1e-6)
    assert found.expected_agreement == pytest.approx(0.219938, abs=1e-6)
    assert found.interpretation == "moderate"
    assert calculator.compute_fleiss_kappa(SUBJECTS, 5).kappa == pytest.approx(0.21, abs=5e-4)


@pytest.mark.parametrize(
    ("counts", "kappa"),
    [([[7, 1], [3, 5]], 0.161905), ([[7, 0], [0, 7]], 1.0), ([[6.99, 0.01]] * 2, -0.166667)],
)
def test_small_published_cases(counts, kappa) -> None:
    assert calculator.compute_fleiss_kappa(counts, 2).kappa == pytest.approx(kappa, abs=6e-6)


def test_one_item_judged_s_s_r_is_minus_one_half() -> None:
    found = calculator.compute_fleiss_kappa_from_verdicts({"a": v("S"), "b": v("S"), "c": v("R")})
    assert found.kappa == -0.5
    assert found.is_undefined is False
    assert found.interpretation == "poor"


def test_expected_agreement_one_is_degenerate_and_never_nan() -> None:
    found = calculator.compute_fleiss_kappa_from_verdicts({"a": v("SS"), "b": v("SS")})
    assert (found.kappa, found.degenerate, found.is_undefined) == (1.0, True, False)
    assert calculator.compute_fleiss_kappa([[7.0, 0.0]] * 3, 2).degenerate is True
    assert calculator.compute_fleiss_kappa([[2, 0], [0, 2]], 2).degenerate is False


@pytest.mark.parametrize(
    ("judges", "word"),
    [
        ({}, "judges"),
        ({"a": v("S")}, "judges"),
        ({"a": [], "b": []}, "items"),
        ({"a": v("SR"), "b": v("S")}, "verdicts"),
    ],
)
def test_undefined_from_verdicts_says_why(judges, word) -> None:
    found = calculator.compute_fleiss_kappa_from_verdicts(judges)
    assert (found.kappa, found.is_undefined, found.interpretation) == (None, True, "undefined")
    assert word in found.error_message
    assert found.observed_agreement is None


@pytest.mark.parametrize(
    ("ratings", "word"),
    [
        ([], "items"),
        ([[2, 1, 0], [2, 1]], "2 categories"),
        ([[2, 1], [2, 1]], "categories"),
        ([[2, 1, 0], [3, 1, 0]], "raters"),
        ([[1, 0, 0], [0, 1, 0]], "2 judges"),
        ([[0, 0, 0]], "2 judges"),
    ],
)
def test_undefined_from_counts_says_why(ratings, word) -> None:
    found = calculator.compute_fleiss_kappa(ratings, 3)
    assert (found.kappa, found.is_undefined, found.interpretation) == (None, True, "undefined")
    assert word in found.error_message


@pytest.mark.parametrize("bad", [-1, math.nan, math.inf, "x", None])
def test_what_is_no_count_is_an_error(bad) -> None:
    with pytest.raises(ValueError, match="ratings"):
        calculator.compute_fleiss_kappa([[1, 2], [bad, 1]], 2)


@pytest.mark.parametrize(
    ("kappa", "word"),
    [
        (-1.0, "poor"), (0.19, "poor"), (0.2, "fair"), (0.39, "fair"), (0.4, "moderate"),
        (0.6, "substantial"), (0.79, "substantial"), (0.8, "almost_perfect"),
        (1.0, "almost_perfect"), (None, "undefined"),
    ],
)  # fmt: skip
def test_words_for_kappa(kappa, word) -> None:
    assert calculator.interpret_kappa(kappa) == word


@given(st.integers(2, 6), st.integers(2, 5), st.integers(1, 30), st.randoms())
def test_parity_with_statsmodels(judges, categories, items, random) -> None:
    table = np.zeros((items, categories), dtype=int)
    for row in table:
        for _ in range(judges):
            row[random.randrange(categories)] += 1
    found = calculator.compute_fleiss_kappa(table, categories)
    if not found.degenerate:
        assert found.kappa == pytest.approx(statsmodels_kappa(table), abs=1e-12)
    assert calculator.compute_fleiss_kappa(table.tolist(), categories) == found


@given(nps.arrays(st.sampled_from([np.int64, np.float64]), (3, 3)))
def test_no_nan_whatever_the_counts(table) -> None:
    try:
        found = calculator.compute_fleiss_kappa(table, 3)
    except ValueError:
        return
    assert found.kappa is None or -1 <= found.kappa <= 1


def test_counts_too_large_for_64_bits_are_exact() -> None:
    big = 10**12
    small = calculator.compute_fleiss_kappa([[3, 1], [1, 3]], 2)
    found = calculator.compute_fleiss_kappa([[3 * big, big], [big, 3 * big]], 2)
    assert found.kappa > small.kappa
    assert found.observed_agreement == pytest.approx(10 / 16)


def test_the_interval_resamples_items() -> None:
    patients = [[int(count) for count in row] for row in PATIENTS]
    low, high = calculator.compute_fleiss_kappa(patients, 5, ci=0.95).interval
    assert 0.25 < low < 0.43 < high < 0.6
