"""The few numbers between a model's logit and a decision, fitted on labelled answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import torch
from torch import Tensor
from torch.nn import functional

from veriscope.judges.calibration import STEEPEST, logit_of
from veriscope.judges.features import Features
from veriscope.metrics.detection import Detection, detection

Answers = Sequence[tuple[bool, Sequence[Features | float]]]
"""Of each answer whether it is grounded, and its claims: features, or what a rule said."""


@dataclass(frozen=True)
class Fit:
    """A logistic over features, and how claims make an answer: mean of the worst, plus a count."""

    bias: float
    weights: Mapping[str, float]
    worst: int
    count: float


class _Set:
    """A labelled set as tensors: claims in a row, answers as positions in it."""

    def __init__(self, answers: Answers, names: Sequence[str]) -> None:
        kept = [(good, claims) for good, claims in answers if claims]
        self.good = torch.tensor([float(good) for good, _ in kept])
        self.longest = max(len(claims) for _, claims in kept)
        self.number = torch.tensor([float(len(claims)) for _, claims in kept])
        self.values = torch.zeros(len(kept), self.longest, len(names))
        self.fixed = torch.full((len(kept), self.longest), torch.inf)
        """What a rule said; of claims that are none, infinity; else nothing."""
        for row, (_, claims) in enumerate(kept):
            for column, claim in enumerate(claims):
                if isinstance(claim, Features):
                    self.values[row, column] = torch.tensor([claim.value(name) for name in names])
                    self.fixed[row, column] = torch.nan
                else:
                    self.fixed[row, column] = logit_of(claim)
        share = self.good.mean()
        self.weight = torch.where(self.good > 0, 0.5 / share, 0.5 / (1 - share)) / len(kept)

    def logits(self, weights: Tensor, bias: Tensor, count: Tensor, worst: int) -> Tensor:
        """Return one logit an answer."""
        each = (self.values @ weights + bias).clamp(-STEEPEST, STEEPEST)
        each = torch.where(self.fixed.isnan(), each, self.fixed)
        lowest = each.sort(dim=1).values[:, :worst]
        known = lowest.isfinite()
        mean = torch.where(known, lowest, torch.zeros(())).sum(1) / known.sum(1)
        return mean + count * torch.log(self.number)


def fit(
    sets: Mapping[str, Answers],
    names: Sequence[str],
    worst: int,
    beside: Mapping[str, float] = MappingProxyType({}),
    decay: float = 1e-3,
) -> Fit:
    """Fit on all sets, each counting alike, right and wrong answers of a set counting alike.

    What stands `beside` the logit has a weight that is not fitted: so many of its own standard
    deviations count as one of the logit's.
    """
    tensors = [_Set(answers, ("logit", *beside)) for answers in sets.values()]
    ratios = torch.tensor([1.0, *_ratios(sets, beside)])
    free = [_Set(answers, names) for answers in sets.values()]
    for one, other in zip(free, tensors, strict=True):
        one.values[..., list(names).index("logit")] = other.values @ ratios
    weights = torch.zeros(len(names), requires_grad=True)
    bias, count = torch.zeros((), requires_grad=True), torch.zeros((), requires_grad=True)
    optimiser = torch.optim.LBFGS(
        [weights, bias, count], max_iter=200, line_search_fn="strong_wolfe"
    )

    def closure() -> Tensor:
        optimiser.zero_grad()
        total = decay * (weights.square().sum() + count.square())
        for each in free:
            logits = each.logits(weights, bias, count, worst)
            losses = functional.binary_cross_entropy_with_logits(
                logits, each.good, reduction="none"
            )
            total = total + (losses * each.weight).sum() / len(free)
        total.backward()
        return total

    optimiser.step(closure)
    named = dict(zip(names, weights.tolist(), strict=True))
    shares = zip(beside, ratios.tolist()[1:], strict=True)
    named |= {name: ratio * named["logit"] for name, ratio in shares}
    return Fit(bias.item(), named, worst, count.item())


def _ratios(sets: Mapping[str, Answers], beside: Mapping[str, float]) -> list[float]:
    claims = [c for answers in sets.values() for _, found in answers for c in found]
    read = [claim for claim in claims if isinstance(claim, Features)]

    def spread(name: str) -> float:
        return float(torch.tensor([claim.value(name) for claim in read]).std())

    return [share * spread("logit") / spread(name) for name, share in beside.items()]


def measure(found: Fit, answers: Answers) -> Detection:
    """Return how well a fit tells the answers of a set."""
    each = _Set(answers, list(found.weights))
    weights = torch.tensor(list(found.weights.values()))
    logits = each.logits(weights, torch.tensor(found.bias), torch.tensor(found.count), found.worst)
    return detection(torch.sigmoid(logits).tolist(), (each.good == 0).tolist())


def left_out(
    sets: Mapping[str, Answers],
    names: Sequence[str],
    worst: int,
    beside: Mapping[str, float] = MappingProxyType({}),
) -> list[Detection]:
    """Return how well each set is told by a fit on all the others."""
    return [
        measure(fit({n: a for n, a in sets.items() if n != name}, names, worst, beside), answers)
        for name, answers in sets.items()
    ]
