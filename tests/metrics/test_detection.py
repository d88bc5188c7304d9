"""How well supports tell hallucinated responses, against scikit-learn and by hand."""

import random

import pytest
from sklearn import metrics as reference

from veriscope.errors import InputError
from veriscope.metrics.detection import (
    auroc,
    balanced_accuracy,
    calibration_error,
    detection,
    f1_score,
    interval_of,
    resampled,
)


def sample(n=400, steps=20):
    chance = random.Random(4)
    bad = [chance.random() < 0.3 for _ in range(n)]
    supports = [round(chance.betavariate(2 - b, 1 + b) * steps) / steps for b in bad]
    return supports, bad


def test_figures_are_those_of_scikit_learn():
    supports, bad = sample()
    flagged = [support < 0.5 for support in supports]
    assert auroc(supports, bad) == pytest.approx(
        reference.roc_auc_score(bad, [1 - support for support in supports])
    )
    assert f1_score(supports, bad) == pytest.approx(reference.f1_score(bad, flagged))
    assert balanced_accuracy(supports, bad) == pytest.approx(
        reference.balanced_accuracy_score(bad, flagged)
    )


def test_calibration_error_by_hand():
    assert calibration_error([0.95, 0.95, 0.15, 0.15], [False, False, True, False]) == (
        pytest.approx(0.5 * 0.05 + 0.5 * 0.35)
    )
    assert calibration_error([1.0, 0.0], [False, True]) == 0.0


def test_what_is_undefined_is_none():
    found = detection([0.9, 0.8], [False, False])
    assert (found.auroc, found.balanced_accuracy, found.f1) == (None, None, None)
    assert found.ece == pytest.approx(0.15)
    empty = detection([], [])
    assert (empty.n, empty.ece, empty.f1) == (0, None, None)
    assert set(empty.intervals.values()) == {None}


def test_intervals_hold_the_value_and_do_not_change():
    supports, bad = sample()
    found = detection(supports, bad)
    assert found == detection(supports, bad)
    for name, limits in found.intervals.items():
        assert limits[0] < getattr(found, name) < limits[1] or name == "ece"
    wide, narrow = (interval_of(resampled(supports, bad)["auroc"], level) for level in (0.99, 0.5))
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


@pytest.mark.parametrize("supports", [[0.5], [0.5, 1.2], [0.5, float("nan")]])
def test_what_is_no_support_is_refused(supports):
    with pytest.raises(InputError, match="supports"):
        detection(supports, [True, False])
