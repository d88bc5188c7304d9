"""Risk, reliability and the profile: limits, evidence, exact JSON."""

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies as make
from tests.metrics.verdicts import by, v
from veriscope.metrics import (
    ClaimVerificationMatrixBuilder,
    HallucinationMetricsCalculator,
    HallucinationMetricsConfig,
    HallucinationProfile,
    KappaResult,
    MiHRResult,
    ReliabilityLevel,
    UncertaintyResult,
)

calculator = HallucinationMetricsCalculator()


def mihr(value: float | None) -> MiHRResult:
    return MiHRResult(value, 0, 0, value is not None)


def kappa(value: float | None) -> KappaResult:
    return KappaResult(value, "")


def unsure(total: float) -> UncertaintyResult:
    return UncertaintyResult(0.0, total, 0.0, total, False)


@pytest.mark.parametrize(
    ("values", "risk", "level"),
    [
        ((None, None, None), False, "medium"),
        ((mihr(None), kappa(None), None), False, "medium"),
        ((mihr(0.3), kappa(0.4), unsure(0.8)), False, "medium"),
        ((mihr(0.3001), None, None), True, "low"),
        ((None, kappa(0.3999), None), True, "low"),
        ((None, None, unsure(0.8001)), True, "low"),
        ((mihr(0.15), kappa(0.6), unsure(0.5)), False, "high"),
        ((mihr(0.1501), kappa(0.6), unsure(0.5)), False, "medium"),
        ((mihr(0.15), kappa(0.5999), unsure(0.5)), False, "medium"),
        ((mihr(0.15), kappa(0.6), unsure(0.5001)), False, "medium"),
        ((mihr(0.0), kappa(None), None), False, "high"),
        ((mihr(0.0), kappa(0.39), None), True, "low"),
    ],
)
def test_risk_and_reliability(values, risk, level) -> None:
    assert calculator.is_high_risk(*values) is risk
    assert calculator.determine_reliability(*values) is ReliabilityLevel(level)


def test_limits_come_from_the_configuration() -> None:
    strict = HallucinationMetricsCalculator(
        HallucinationMetricsConfig(
            mihr_high_risk_threshold=0.1, mihr_high_reliability_threshold=0.05
        )
    )
    assert strict.determine_reliability(mihr(0.11), None, None) == "low"
    assert strict.determine_reliability(mihr(0.06), None, None) == "medium"


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"mihr_high_reliability_threshold": 0.4}, "mihr_high_reliability_threshold"),
        ({"kappa_low_threshold": 0.7}, "kappa_low_threshold"),
        ({"uncertainty_high_threshold": 0.4}, "uncertainty_high_reliability_threshold"),
        ({"mihr_high_risk_threshold": math.nan}, "mihr_high_risk_threshold"),
        ({"kappa_low_threshold": "low"}, "kappa_low_threshold"),
        ({"uncertainty_measure": "guess"}, "uncertainty_measure"),
    ],
)
def test_a_configuration_that_contradicts_itself_is_an_error(options, field) -> None:
    with pytest.raises(ValueError, match=field):
        HallucinationMetricsConfig(**options)


def full_profile() -> HallucinationProfile:
    claims = {"a": [make_claim("x"), make_claim("y")], "b": [make_claim("x")], "c": []}
    return calculator.generate_hallucination_profile(
        verdicts=v("SSR"),
        response_verdicts=by("SS", "R"),
        claim_matrix=ClaimVerificationMatrixBuilder().build_matrix(claims),
        judge_verdicts={"a": v("SSR"), "b": v("SSR")},
        probabilities=[0.7, 0.3],
        inference_samples=[[0.7, 0.3], [0.6, 0.4]],
        ci=0.95,
    )


def make_claim(text: str):
    from veriscope import Claim

    return Claim(text, (0, len(text)))


def test_every_part_is_there_when_its_input_is() -> None:
    profile = full_profile()
    assert profile.mihr.value == pytest.approx(1 / 3)
    assert profile.factscore == pytest.approx(2 / 3)
    assert profile.mahr.value == 0.5
    assert profile.fleiss_kappa.kappa == 1.0
    assert profile.consensus_f1.recall == pytest.approx(2 / 3)
    assert [c.text for c in profile.consensus_claims] == ["x"]
    assert [c.text for c in profile.disputed_claims] == ["y"]
    assert profile.evidence == "mihr,kappa,uncertainty"
    assert (profile.reliability, profile.is_high_risk) == (ReliabilityLevel.LOW, True)


def test_a_part_without_its_input_is_none() -> None:
    profile = calculator.generate_hallucination_profile(judge_verdicts={"a": v("S"), "b": v("S")})
    assert profile.fleiss_kappa.kappa == 1.0
    for name in ("mihr", "mahr", "factscore", "consensus_f1", "uncertainty"):
        assert getattr(profile, name) is None
    assert profile.evidence == "kappa"
    samples_alone = calculator.generate_hallucination_profile(inference_samples=[[1.0], [1.0]])
    assert samples_alone.uncertainty is None


@pytest.mark.parametrize("given_", [{}, {"verdicts": []}, {"probabilities": []}])
def test_no_evidence_is_medium_and_says_so(given_) -> None:
    profile = calculator.generate_hallucination_profile(**given_)
    assert (profile.is_high_risk, profile.reliability, profile.evidence) == (
        False,
        ReliabilityLevel.MEDIUM,
        "none",
    )


def test_json_nests_under_the_attributes_and_loads_equal() -> None:
    profile = full_profile()
    data = json.loads(profile.to_json())
    assert data["mihr"]["value"] == profile.mihr.value
    assert data["consensus_claims"][0]["text"] == "x"
    assert data["consensus_claims"][0]["source_span"] == [0, 1]
    assert data["reliability"] == "low"
    loaded = HallucinationProfile.from_json(profile.to_json())
    assert loaded == profile
    assert loaded.consensus_claims[0].source_span == (0, 1)
    assert HallucinationProfile.from_dict(profile.to_dict()) == profile
    assert profile.to_json(indent=2).startswith('{\n  "mihr"')


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_nan_and_infinity_are_never_written(value) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        replace(HallucinationProfile(), factscore=value).to_json()


@given(
    st.lists(make.verdicts),
    st.lists(st.lists(make.verdicts, max_size=3), max_size=4),
    st.dictionaries(st.text(max_size=3), st.lists(make.verdicts, max_size=3), max_size=3),
    st.sampled_from([None, 0.9]),
)
def test_any_verdicts_give_a_profile_that_round_trips(verdicts, responses, judges, ci) -> None:
    profile = calculator.generate_hallucination_profile(
        verdicts=verdicts, response_verdicts=responses, judge_verdicts=judges, ci=ci
    )
    text = profile.to_json()
    json.loads(text, parse_constant=pytest.fail)
    assert HallucinationProfile.from_json(text) == profile
