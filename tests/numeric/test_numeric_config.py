"""Configuration: defaults, environment, errors that name their variable."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from veriscope.errors import InputError
from veriscope.numeric import HallucinationConfig, HallucinationDetector

DEFAULTS = {
    "CURRENCY_TOLERANCE_PERCENT": 5,
    "PERCENTAGE_TOLERANCE_PERCENT": 2,
    "RATIO_TOLERANCE_PERCENT": 5,
    "DATE_TOLERANCE_DAYS": 0,
    "CONFIDENCE_PENALTY_PERCENT": 20,
    "TARGET_VERIFICATION_TIME_MS": 100,
    "TARGET_HALLUCINATION_RATE": 0.05,
    "VERIFY_CURRENCY": True,
    "VERIFY_PERCENTAGES": True,
    "VERIFY_DATES": True,
    "VERIFY_RATIOS": True,
    "AUTO_FLAG_UNVERIFIED": True,
    "REVIEW_QUEUE_ENABLED": True,
    "MAX_SOURCE_CHECKS": 10,
    "DAY_FIRST": False,
    "LOCALE": "en",
}
VARIABLES = [
    ("HALLUCINATION_CURRENCY_TOLERANCE", "CURRENCY_TOLERANCE_PERCENT", "7.5", 7.5),
    ("HALLUCINATION_PERCENTAGE_TOLERANCE", "PERCENTAGE_TOLERANCE_PERCENT", "3", 3),
    ("HALLUCINATION_RATIO_TOLERANCE", "RATIO_TOLERANCE_PERCENT", "1e1", 10),
    ("HALLUCINATION_CONFIDENCE_PENALTY", "CONFIDENCE_PENALTY_PERCENT", "30", 30),
    ("HALLUCINATION_TARGET_TIME_MS", "TARGET_VERIFICATION_TIME_MS", "50", 50),
    ("HALLUCINATION_TARGET_RATE", "TARGET_HALLUCINATION_RATE", "0.1", 0.1),
    ("HALLUCINATION_VERIFY_CURRENCY", "VERIFY_CURRENCY", "false", False),
    ("HALLUCINATION_VERIFY_PERCENTAGES", "VERIFY_PERCENTAGES", "0", False),
    ("HALLUCINATION_VERIFY_DATES", "VERIFY_DATES", "No", False),
    ("HALLUCINATION_VERIFY_RATIOS", "VERIFY_RATIOS", "OFF", False),
    ("HALLUCINATION_AUTO_FLAG", "AUTO_FLAG_UNVERIFIED", "False", False),
    ("HALLUCINATION_REVIEW_QUEUE", "REVIEW_QUEUE_ENABLED", " no ", False),
    ("HALLUCINATION_DATE_TOLERANCE_DAYS", "DATE_TOLERANCE_DAYS", "3", 3),
    ("HALLUCINATION_MAX_SOURCE_CHECKS", "MAX_SOURCE_CHECKS", "2", 2),
]


def test_the_defaults() -> None:
    config = HallucinationConfig()
    assert {name: getattr(config, name) for name in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize(("variable", "name", "written", "value"), VARIABLES)
def test_the_environment_counts_when_the_object_is_made(
    monkeypatch: pytest.MonkeyPatch, variable: str, name: str, written: str, value: object
) -> None:
    before = HallucinationConfig()
    monkeypatch.setenv(variable, written)
    assert getattr(HallucinationConfig(), name) == value
    assert getattr(HallucinationDetector(None).config, name) == value
    assert getattr(before, name) == DEFAULTS[name]
    assert getattr(HallucinationConfig(**{name: DEFAULTS[name]}), name) == DEFAULTS[name]


@pytest.mark.parametrize("variable", [entry[0] for entry in VARIABLES])
@pytest.mark.parametrize("written", ["maybe", "", "nan", "-1", "1,5"])
def test_what_is_no_value_is_an_error_that_names_the_variable(
    monkeypatch: pytest.MonkeyPatch, variable: str, written: str
) -> None:
    monkeypatch.setenv(variable, written)
    with pytest.raises(InputError, match=variable):
        HallucinationConfig()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CURRENCY_TOLERANCE_PERCENT", "5"),
        ("CURRENCY_TOLERANCE_PERCENT", True),
        ("CURRENCY_TOLERANCE_PERCENT", float("nan")),
        ("RATIO_TOLERANCE_PERCENT", -1),
        ("VERIFY_DATES", "yes"),
        ("LOCALE", "xx"),
    ],
)
def test_wrong_values_are_named(name: str, value: object) -> None:
    with pytest.raises(InputError, match="locale" if name == "LOCALE" else name):
        HallucinationConfig(**{name: value})


def test_it_is_frozen_and_takes_part_in_the_penalty() -> None:
    config = HallucinationConfig(CONFIDENCE_PENALTY_PERCENT=50)
    with pytest.raises(FrozenInstanceError):
        config.LOCALE = "de"  # type: ignore[misc]
    detector = HallucinationDetector(None, config)
    result = detector.detect_hallucinations("$1")
    assert result["confidence_adjustment"] == -0.5
    assert detector.adjust_confidence(0.9, result) == 0.4
