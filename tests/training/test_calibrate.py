"""From what a model and the words say of claims to one decision on an answer."""

import numpy as np
import pytest
from training.calibrate import _Set, at_even_odds, fit, left_out, told

from veriscope.judges.features import Features
from veriscope.metrics.detection import auroc, balanced_accuracy, calibration_error


def answers(count: int, seed: int, shift: float = 0.0, coverage: float = 0.5) -> list:
    """Answers of one to three claims; a wrong one has a wrong claim, which covers fewer words."""
    chance = np.random.default_rng(seed)
    out = []
    for _ in range(count):
        good = bool(chance.random() < 0.5)
        claims = [
            Features(
                logit=shift + chance.normal(1.5 if good or number else -1.5),
                coverage=coverage + chance.normal(0.05 if good or number else -0.05, 0.1),
            )
            for number in range(chance.integers(1, 4))
        ]
        out.append((good, claims))
    return out


NAMES = ("logit", "coverage")


def test_a_fit_tells_right_from_wrong_and_knows_how_surely() -> None:
    sets = {str(seed): answers(400, seed) for seed in range(3)}
    found = fit(sets, NAMES, worst=1)
    assert found.weights["logit"] > 0.5
    supports, bad = told(found, answers(2_000, 9))
    assert auroc(supports, bad) > 0.85
    assert balanced_accuracy(supports, bad) > 0.78
    assert calibration_error(*at_even_odds([(supports, bad)])) < 0.06


def test_a_feature_is_not_weighed_by_the_set_that_it_betrays() -> None:
    sets = {
        "copied": answers(600, 1, shift=2.0, coverage=0.9),
        "reworded": answers(600, 2, shift=-2.0, coverage=0.2),
    }
    # Where much is covered, much more has to be said for a claim; within a set it speaks for it.
    assert fit(sets, NAMES, worst=1).weights["coverage"] > 0


def test_a_rule_stands_whatever_the_weights_are() -> None:
    found = fit({"a": answers(200, 1)}, NAMES, worst=1)
    sure = Features(logit=9.0, coverage=1.0)
    supports, bad = told(
        found, [(False, [0.05]), (False, [sure, 0.05]), (True, [0.99]), (True, [])]
    )
    assert supports == pytest.approx([0.05, 0.05, 0.99])
    assert bad == [True, True, False]


def test_the_slope_of_the_loss_is_the_slope() -> None:
    rows = [(good, [*claims, 0.7]) for good, claims in answers(50, 4)]
    for worst in (1, 2):
        table = _Set(rows, NAMES, worst)
        at = np.array([0.3, -0.8, 0.2])
        _, slope = table.loss(at[:2], at[2])
        step = 1e-6
        for number in range(3):
            beside = at + step * (np.arange(3) == number)
            found = (table.loss(beside[:2], beside[2])[0] - table.loss(at[:2], at[2])[0]) / step
            assert slope[number] == pytest.approx(found, abs=1e-4)


def test_each_set_is_told_by_the_others() -> None:
    sets = {"a": answers(300, 1), "b": answers(300, 2), "odd": answers(300, 3, shift=-6.0)}
    found = dict(zip(sets, left_out(sets, NAMES, 1), strict=True))
    assert balanced_accuracy(*found["odd"]) < 0.6 < auroc(*found["odd"])


def test_even_odds_are_even() -> None:
    one = ([0.9, 0.8, 0.1, 0.7], [False, False, True, False])
    other = ([0.2, 0.6], [True, False])
    supports, bad = at_even_odds([one, other])
    assert sum(bad) == 2
    assert len(supports) == len(bad) == 4
