"""Thresholds of the profile, checked for contradictions."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from veriscope.errors import InputError
from veriscope.metrics.uncertainty import UncertaintyMeasure


@dataclass(frozen=True)
class HallucinationMetricsConfig:
    """Limits of high risk (LOW reliability) and of HIGH reliability.

    `uncertainty_measure` says which decomposition the total, the flags and the class read:
    `variance`, whose numbers are kept but which cannot pass 0.5 on valid distributions, or
    `entropy`, which covers [0, 1].
    """

    mihr_high_risk_threshold: float = 0.3
    kappa_low_threshold: float = 0.4
    uncertainty_high_threshold: float = 0.8
    mihr_high_reliability_threshold: float = 0.15
    kappa_high_reliability_threshold: float = 0.6
    uncertainty_high_reliability_threshold: float = 0.5
    uncertainty_measure: UncertaintyMeasure | str = UncertaintyMeasure.VARIANCE

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name != "uncertainty_measure" and not _is_number(value):
                raise InputError(f"must be a number, not {value!r}", field=field.name)
        try:
            measure = UncertaintyMeasure(self.uncertainty_measure)
        except ValueError:
            known = " or ".join(UncertaintyMeasure)
            problem = f"must be {known}, not {self.uncertainty_measure!r}"
            raise InputError(problem, field="uncertainty_measure") from None
        object.__setattr__(self, "uncertainty_measure", measure)
        self._check_order()

    def _check_order(self) -> None:
        """A limit of HIGH that is looser than that of LOW would make a class of both."""
        pairs = (
            ("mihr_high_reliability_threshold", "mihr_high_risk_threshold"),
            ("kappa_low_threshold", "kappa_high_reliability_threshold"),
            ("uncertainty_high_reliability_threshold", "uncertainty_high_threshold"),
        )
        for lower, upper in pairs:
            if getattr(self, lower) > getattr(self, upper):
                problem = f"is {getattr(self, lower)}, over {upper} = {getattr(self, upper)}"
                raise InputError(problem, field=lower)


def _is_number(value: object) -> bool:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number and math.isfinite(value)  # type: ignore[arg-type]
