"""From a logit and words to one probability."""

import math

import pytest

from veriscope.judges.calibration import Calibration, Whole, logit_of, sigmoid
from veriscope.judges.features import Features, features_of
from veriscope.judges.selection import EvidenceIndex

CONTEXT = "Ines Varga designed the tower in 1987. It is 212 metres tall."


def features(claim: str) -> Features:
    index = EvidenceIndex([CONTEXT])
    return features_of(claim, index, index.select(claim))


def test_support_is_a_logistic_of_the_weighted_features():
    calibration = Calibration(-1.0, {"logit": 0.5, "coverage": 2.0, "figures": -3.0})
    found = calibration.support(Features(logit=2.0, coverage=0.5, figures=1.0, names=1.0))
    assert found == pytest.approx(1 / (1 + math.exp(1.0 - 1.0 - 1.0 + 3.0)))


def test_a_threshold_is_where_support_is_one_half():
    calibration = Calibration(weights={"logit": 1.0}, threshold=0.8)
    assert calibration.support(Features(logit=logit_of(0.8))) == pytest.approx(0.5)
    assert calibration.support(Features(logit=logit_of(0.79))) < 0.5


def test_what_turned_the_decision_is_named():
    calibration = Calibration(0.0, {"logit": 1.0, "figures": -4.0, "names": -3.0})
    assert calibration.decisive(Features(logit=2.0, figures=1.0)) == "figures"
    assert calibration.decisive(Features(logit=2.0, names=1.0)) == "names"
    assert calibration.decisive(Features(logit=2.0, figures=1.0, names=1.0)) == "logit"
    assert calibration.decisive(Features(logit=-2.0)) == "logit"


def test_features_count_what_the_context_lacks():
    found = features("The tower of Ada Varga is 221 metres tall, since 1987")
    assert found.figures == 0.5
    assert found.names == 0.5
    assert 0 < found.best < found.coverage == found.selected < 1
    assert features("the tower").figures == 0.0


@pytest.mark.parametrize("logit", [-800.0, -1.0, 0.0, 3.0, 800.0])
def test_sigmoid_and_its_inverse(logit):
    assert 0.0 <= sigmoid(logit) <= 1.0
    assert logit_of(sigmoid(logit)) == pytest.approx(max(-12.0, min(12.0, logit)))


def test_a_response_is_as_good_as_its_worst_claims():
    two = Whole(worst=2)
    assert two.support([0.9, 0.2, 0.99]) == pytest.approx(
        sigmoid((logit_of(0.2) + logit_of(0.9)) / 2)
    )
    assert Whole(worst=1).support([0.9, 0.2]) == pytest.approx(0.2)
    assert two.support([0.7]) == pytest.approx(0.7)
    assert two.support([]) == 1.0
    assert two.support([0.0, 0.0]) < 1e-5
