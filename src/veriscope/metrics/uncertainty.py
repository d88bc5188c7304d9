"""How sure a system is, from its probability vectors.

Two readings stand side by side. The variance decomposition (population variance over samples and
over outcomes) keeps its names and numbers, but it cannot pass 0.5 on valid distributions and calls
a one-hot vector noisy. The entropy decomposition has neither fault: predictive entropy is split
into mutual information (epistemic) and expected entropy (aleatoric), normalised by log K.

Entropy decomposition: S. Depeweg et al., "Decomposition of uncertainty in Bayesian deep learning",
ICML 2018. Entropy: C. E. Shannon, "A mathematical theory of communication", 1948.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

from veriscope.errors import InputError
from veriscope.model.codec import Noun

Vector = Sequence[float]
TOLERANCE = 1e-6
"""How far from 1 a vector of probabilities may sum up."""


class UncertaintyMeasure(StrEnum):
    """Which decomposition `total` and the classes read."""

    VARIANCE = "variance"
    ENTROPY = "entropy"


@dataclass(frozen=True)
class UncertaintyResult(Noun):
    """Uncertainty of one distribution; the three named entropies are in nats.

    `epistemic` and `aleatoric` are parts of `total` under the chosen measure. `has_samples` says
    whether there were at least two samples to tell them apart; without, the variance measure has
    nothing to measure and is 0.0 by definition.
    """

    whole = True

    shannon_entropy: float
    epistemic: float
    aleatoric: float
    total: float
    is_high_uncertainty: bool
    has_samples: bool = False
    predictive_entropy: float = 0.0
    expected_entropy: float = 0.0
    mutual_information: float = 0.0


def check_distribution(p: Vector, field: str) -> list[float]:
    """Return probabilities as floats; what is no distribution is an error that names the place."""
    values = [_check_probability(value, f"{field}[{i}]") for i, value in enumerate(p)]
    if values and abs(math.fsum(values) - 1) > TOLERANCE:
        raise InputError(f"must sum to 1, not to {math.fsum(values):.6g}", field=field)
    return values


def _check_probability(value: float, field: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise InputError(f"must be a number, not {value!r}", field=field) from None
    if not 0 <= number <= 1 + TOLERANCE:
        raise InputError(f"must be a probability, not {number}", field=field)
    return number


def check_samples(samples: Sequence[Vector], outcomes: int | None = None) -> list[list[float]]:
    """Return sampled distributions over the same outcomes; `outcomes` says how many, if known."""
    rows: list[list[float]] = []
    for i, sample in enumerate(samples):
        row = check_distribution(sample, f"samples[{i}]")
        expected = outcomes if outcomes is not None else len(rows[0] if rows else row)
        if len(row) != expected:
            problem = f"must hold {expected} probabilities, not {len(row)}"
            raise InputError(problem, field=f"samples[{i}]")
        rows.append(row)
    return rows


def shannon_entropy(p: Vector, field: str = "probabilities") -> float:
    """Return the entropy in nats; zero terms count nothing, an empty vector is 0."""
    return _entropy(check_distribution(p, field))


def _entropy(p: Vector) -> float:
    # A probability may pass 1 by the tolerance; the entropy of certainty is 0 all the same.
    return max(0.0, math.fsum(-x * math.log(x) for x in p if x > 0))


def _variance(values: Vector) -> float:
    mean = fmean(values)
    return math.fsum((value - mean) ** 2 for value in values) / len(values)


def epistemic_variance(samples: Sequence[Vector]) -> float:
    """Return the variance over samples of each outcome, averaged over outcomes."""
    rows = check_samples(samples)
    if len(rows) < 2 or not rows[0]:
        return 0.0
    return fmean([_variance(outcome) for outcome in zip(*rows, strict=True)])


def aleatoric_variance(samples: Sequence[Vector]) -> float:
    """Return the variance over the outcomes of each sample, averaged over samples."""
    rows = check_samples(samples)
    if not rows or not rows[0]:
        return 0.0
    return fmean([_variance(row) for row in rows])


def uncertainty(
    p: Vector,
    samples: Sequence[Vector] | None = None,
    *,
    measure: UncertaintyMeasure = UncertaintyMeasure.VARIANCE,
    threshold: float = 0.8,
) -> UncertaintyResult:
    """Return both decompositions of `p` and its samples; `measure` says which `total` is."""
    vector = check_distribution(p, "probabilities")
    rows = check_samples(samples or (), len(vector))
    has_samples = len(rows) >= 2 and bool(vector)
    mean = [fmean(outcome) for outcome in zip(*rows, strict=True)] if rows else vector
    predictive = _entropy(mean)
    expected = fmean([_entropy(row) for row in rows]) if rows else predictive
    information = max(0.0, predictive - expected)
    if measure is UncertaintyMeasure.ENTROPY:
        unit = math.log(len(vector)) if len(vector) > 1 else 1.0
        epistemic, aleatoric, whole = information / unit, expected / unit, predictive / unit
    else:
        epistemic = epistemic_variance(rows) if has_samples else 0.0
        aleatoric = aleatoric_variance(rows) if has_samples else 0.0
        whole = epistemic + aleatoric
    return UncertaintyResult(
        shannon_entropy=_entropy(vector),
        epistemic=epistemic,
        aleatoric=aleatoric,
        total=whole,
        is_high_uncertainty=whole > threshold,
        has_samples=has_samples,
        predictive_entropy=predictive,
        expected_entropy=expected,
        mutual_information=information,
    )
