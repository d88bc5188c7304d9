"""From metrics to a class: whether a system's answers can be relied on."""

from __future__ import annotations

from enum import StrEnum

from veriscope.metrics.config import HallucinationMetricsConfig
from veriscope.metrics.fleiss import KappaResult
from veriscope.metrics.rates import MiHRResult
from veriscope.metrics.uncertainty import UncertaintyResult


class ReliabilityLevel(StrEnum):
    """How far answers can be relied on."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


Measured = dict[str, float]


def measured(
    mihr: MiHRResult | None, kappa: KappaResult | None, uncertainty: UncertaintyResult | None
) -> Measured:
    """Return the values that are there, by name; a missing or undefined metric is left out."""
    values = {
        "mihr": None if mihr is None else mihr.value,
        "kappa": None if kappa is None else kappa.kappa,
        "uncertainty": None if uncertainty is None else uncertainty.total,
    }
    return {name: value for name, value in values.items() if value is not None}


def is_high_risk(values: Measured, config: HallucinationMetricsConfig) -> bool:
    """Whether any value is strictly on the wrong side of its limit."""
    return (
        values.get("mihr", -1.0) > config.mihr_high_risk_threshold
        or values.get("kappa", 1.0) < config.kappa_low_threshold
        or values.get("uncertainty", -1.0) > config.uncertainty_high_threshold
    )


def reliability(values: Measured, config: HallucinationMetricsConfig) -> ReliabilityLevel:
    """Return LOW at high risk, HIGH when all that is there is good, MEDIUM else and for nothing."""
    if not values:
        return ReliabilityLevel.MEDIUM
    if is_high_risk(values, config):
        return ReliabilityLevel.LOW
    good = (
        values.get("mihr", 0.0) <= config.mihr_high_reliability_threshold
        and values.get("kappa", 1.0) >= config.kappa_high_reliability_threshold
        and values.get("uncertainty", 0.0) <= config.uncertainty_high_reliability_threshold
    )
    return ReliabilityLevel.HIGH if good else ReliabilityLevel.MEDIUM
