"""From a model's logit and the words of a pair to one probability: a logistic, fitted once."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from veriscope.judges.features import Features

STEEPEST = 12.0
"""No logit is taken for surer than this."""


def sigmoid(logit: float) -> float:
    """Return the probability of a logit, without overflow."""
    if logit >= 0:
        return 1.0 / (1.0 + math.exp(-logit))
    grown = math.exp(logit)
    return grown / (1.0 + grown)


def logit_of(probability: float) -> float:
    """Return the logit of a probability, within `STEEPEST` of zero."""
    if probability <= 0.0 or probability >= 1.0:
        return math.copysign(STEEPEST, probability - 0.5)
    logit = math.log(probability) - math.log1p(-probability)
    return max(-STEEPEST, min(STEEPEST, logit))


@dataclass(frozen=True, slots=True)
class Calibration:
    """A bias and one weight for each feature that counts; support begins at `threshold`."""

    bias: float = 0.0
    weights: Mapping[str, float] = field(default_factory=lambda: {"logit": 1.0})
    threshold: float = 0.5

    def support(self, features: Features) -> float:
        """Return the probability that a claim is grounded; at the threshold it is one half."""
        shift = logit_of(self.threshold)
        terms = (weight * features.value(name) for name, weight in self.weights.items())
        return sigmoid(self.bias + math.fsum(terms) - shift)

    def decisive(self, features: Features) -> str:
        """Return the feature that turned the decision, `logit` where none but the model did.

        A feature turned it when the decision would be the other one with nothing missing of what
        it counts; of several the heaviest.
        """
        supported = self.support(features) >= 0.5
        turned: dict[str, float] = {}
        for name, weight in self.weights.items():
            ideal = features.with_ideal(name)
            if ideal is not None and (self.support(ideal) >= 0.5) != supported:
                turned[name] = abs(weight * (features.value(name) - ideal.value(name)))
        return max(turned, key=lambda name: turned[name]) if turned else "logit"


@dataclass(frozen=True, slots=True)
class Whole:
    """How claims make a response: the mean, in logits, of its `worst` ones."""

    worst: int = 1

    def support(self, supports: Sequence[float]) -> float:
        """Return one support for a whole response.

        A response without claims has nothing that lacks ground: 1.0.
        """
        if not supports:
            return 1.0
        lowest = sorted(supports)[: max(1, self.worst)]
        return sigmoid(math.fsum(map(logit_of, lowest)) / len(lowest))
