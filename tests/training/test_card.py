"""The model card says what was measured, and of what the model was made."""

from training.calibrate import Fit
from training.card import Facts, card

from veriscope.metrics.detection import detection

FOUND = detection([0.9, 0.8, 0.3, 0.1], [False, False, True, True])
ABOUT = {
    "plan": "plain",
    "machine": "two cores of a CPU",
    "tokens": 1_234_567,
    "seen": {"student 1": 1_000_000},
    "rows": {"snli": {"supported": 5}, "snli+hidden": {"refuted": 2}},
    "start": None,
}


def facts(**about: object) -> Facts:
    return Facts(
        name="a-judge",
        digest="ab" * 32,
        size=35_000_000,
        bits=7,
        about=ABOUT | about,
        lost=(0.8047, 0.8039),
        fit=Fit(0.25, {"logit": 0.5, "best": -1.0}, 1),
        validation={"rte": FOUND},
        even=0.031,
        tests={"wice_claim": FOUND},
    )


def test_it_tells_figures_rows_and_settings() -> None:
    text = card(facts())
    assert "| rte | 4 | 1.000 | 1.000 | 1.000 |" in text
    assert "| wice_claim | 4 | 1.000 | 1.000 |" in text
    assert "| snli | 5 | 0 | 0 | 0 | 0 | CC BY-SA 4.0 |" in text
    assert "| snli+hidden | 0 | 2 | 0 | 0 | 0 | as snli |" in text
    assert "logit +0.500, best -1.000, bias +0.250" in text
    assert "0.8039 against 0.8047" in text
    assert "ECE 0.031" in text
    assert "35.0 MB" in text
    assert "goes on from" not in text


def test_a_model_that_goes_on_from_another_names_it() -> None:
    text = card(facts(plan="further", start={"plan": "plain", "sha256": "cd" * 32}))
    assert "--plan further" in text
    assert f"goes on from a model of plan `plain`, SHA-256 `{'cd' * 32}`" in text
