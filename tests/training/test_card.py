"""The model card says of what the model was made, how it decides, and what was measured."""

from training.calibrate import Fit
from training.card import Made, Settled, account, settled_as, without_figures

from veriscope.metrics.detection import detection

FOUND = detection([0.9, 0.8, 0.3, 0.1], [False, False, True, True])
MADE = Made(
    name="a-judge",
    digest="ab" * 32,
    size=35_000_000,
    bits=7,
    about={
        "plan": "plain",
        "machine": "two cores of a CPU",
        "tokens": 1_234_567,
        "seen": {"student 1": 1_000_000},
        "rows": {"snli": {"supported": 5}, "snli+hidden": {"refuted": 2}},
    },
    lost=(0.8047, 0.8039),
)
SETTLED = Settled(
    fit=Fit(0.25, {"logit": 0.5, "best": -1.0}, 1),
    validation={"rte": FOUND},
    even=0.031,
    tests={"wice_claim": FOUND},
)


def test_it_tells_what_a_model_was_made_of() -> None:
    text = account(MADE)
    assert "| snli | 5 | 0 | 0 | 0 | 0 | CC BY-SA 4.0 |" in text
    assert "| snli+hidden | 0 | 2 | 0 | 0 | 0 | as snli |" in text
    assert "0.8039, in fp32\n  0.8047" in text
    assert "35.0 MB" in text
    assert "--plan plain" in text


def test_it_tells_how_a_model_decides_and_how_well() -> None:
    text = settled_as(SETTLED)
    assert "| rte | 4 | 1.000 | 1.000 | 1.000 |" in text
    assert "| wice_claim | 4 | 1.000 | 1.000 |" in text
    assert "logit +0.500, best -1.000, bias +0.250" in text
    assert "ECE 0.031" in text


def test_another_calibration_leaves_the_rest_of_the_card() -> None:
    whole = account(MADE) + settled_as(SETTLED)
    assert without_figures(whole) + settled_as(SETTLED) == whole
    assert without_figures(whole).endswith("chose between variants.\n")
