"""The few numbers between a model's logit and a decision, fitted on labelled answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.judges.calibration import STEEPEST, logit_of
from veriscope.judges.features import Features

_DECAY = 1e-3
Array = NDArray[np.float64]
Answers = Sequence[tuple[bool, Sequence[Features | float]]]
"""Of each answer whether it is grounded, and its claims: features, or what a rule said."""
Told = tuple[list[float], list[bool]]
"""The support of each answer, and whether it is hallucinated."""


@dataclass(frozen=True)
class Fit:
    """A logistic over features, and how claims make an answer: the mean of the worst."""

    bias: float
    weights: Mapping[str, float]
    worst: int


class _Set:
    """A labelled set as tables: claims in a row, answers as places in it."""

    def __init__(self, answers: Answers, names: Sequence[str], worst: int) -> None:
        kept = [(good, claims) for good, claims in answers if claims]
        shape = len(kept), max(len(claims) for _, claims in kept)
        self.good = np.array([float(good) for good, _ in kept])
        self.values = np.zeros((*shape, len(names)))
        self.fixed = np.full(shape, np.inf)
        """What a rule said; of claims that are none, infinity; else nothing."""
        for row, (_, claims) in enumerate(kept):
            for column, claim in enumerate(claims):
                if isinstance(claim, Features):
                    self.values[row, column] = [claim.value(name) for name in names]
                    self.fixed[row, column] = np.nan
                else:
                    self.fixed[row, column] = logit_of(claim)
        self.worst = np.minimum([len(claims) for _, claims in kept], worst)
        share = self.good.mean()
        self.weight = np.where(self.good > 0, 0.5 / share, 0.5 / (1 - share)) / len(kept)

    @property
    def read(self) -> Array:
        """The features of the claims that no rule decided."""
        return self.values[np.isnan(self.fixed)]

    def logits(self, weights: Array, bias: float) -> tuple[Array, Array]:
        """Return one logit an answer, and how it moves with weights and bias."""
        said = self.values @ weights + bias
        free = np.isnan(self.fixed) & (np.abs(said) < STEEPEST)
        each = np.where(np.isnan(self.fixed), said.clip(-STEEPEST, STEEPEST), self.fixed)
        rank = each.argsort(axis=1, kind="stable").argsort(axis=1, kind="stable")
        part = (rank < self.worst[:, None]) / self.worst[:, None]
        logits = np.where(part > 0, each, 0.0) * part
        moves = (part * free)[..., None] * np.append(self.values, np.ones((*each.shape, 1)), axis=2)
        return logits.sum(axis=1), moves.sum(axis=1)

    def loss(self, weights: Array, bias: float) -> tuple[float, Array]:
        """Return the mean loss and its slope, right and wrong answers counting alike."""
        logits, moves = self.logits(weights, bias)
        losses = np.logaddexp(0.0, logits) - self.good * logits
        steps = (_sigmoid(logits) - self.good) * self.weight
        return float((losses * self.weight).sum()), steps @ moves


def fit(sets: Mapping[str, Answers], names: Sequence[str], worst: int) -> Fit:
    """Fit on all sets, each counting alike, right and wrong answers of a set counting alike.

    What tells two answers of one set apart is learnt first, with a bias for every set: sets differ
    in their words more than right and wrong answers do, and a feature must not be weighed by
    which set it betrays. Then comes the one bias, and how steep the whole is.
    """
    tables = [_Set(answers, names, worst) for answers in sets.values()]
    spread = np.maximum(np.concatenate([table.read for table in tables]).std(axis=0), 1e-6)
    count = len(names)

    def within(free: Array) -> tuple[float, Array]:
        slopes, biases = free[:count], free[count:]
        found = [
            table.loss(slopes / spread, bias) for table, bias in zip(tables, biases, strict=True)
        ]
        value = np.mean([loss for loss, _ in found]) + _DECAY * (slopes**2).sum()
        moves = np.array([move for _, move in found]) / len(tables)
        slope = moves[:, :count].sum(axis=0) / spread + 2 * _DECAY * slopes
        return float(value), np.append(slope, moves[:, count])

    weights = _least(within, np.zeros(count + len(tables)))[:count] / spread

    def over_all(free: Array) -> tuple[float, Array]:
        found = [table.loss(free[0] * weights, free[1]) for table in tables]
        moves = np.mean([move for _, move in found], axis=0)
        value = np.mean([loss for loss, _ in found])
        return float(value), np.array([moves[:count] @ weights, moves[count]])

    scale, bias = _least(over_all, np.array([1.0, 0.0]))
    return Fit(float(bias), dict(zip(names, (scale * weights).tolist(), strict=True)), worst)


def _least(loss: Callable[[Array], tuple[float, Array]], start: Array) -> Array:
    """Return where a loss, given with its slope, is least."""
    from scipy.optimize import minimize

    found: Array = minimize(loss, start, jac=True, method="L-BFGS-B").x
    return found


def _sigmoid(logits: Array) -> Array:
    return 0.5 * (1.0 + np.tanh(0.5 * logits))


def told(found: Fit, answers: Answers) -> Told:
    """Return what a fit tells of each answer."""
    table = _Set(answers, list(found.weights), found.worst)
    logits, _ = table.logits(np.array(list(found.weights.values())), found.bias)
    return _sigmoid(logits).tolist(), (table.good == 0).tolist()


def left_out(sets: Mapping[str, Answers], names: Sequence[str], worst: int) -> list[Told]:
    """Return what is told of each set by a fit on all the others."""
    return [
        told(fit({n: a for n, a in sets.items() if n != name}, names, worst), answers)
        for name, answers in sets.items()
    ]


def at_even_odds(sets: Sequence[Told]) -> Told:
    """Return as many right as wrong answers of each set, drawn by chance, all together.

    Support is fitted for such odds.
    """
    chance = random.Random(0)
    supports: list[float] = []
    hallucinated: list[bool] = []
    for each, bad in sets:
        kinds = [[i for i, is_bad in enumerate(bad) if is_bad is kind] for kind in (False, True)]
        count = min(map(len, kinds))
        for number in [i for kind in kinds for i in chance.sample(kind, count)]:
            supports.append(each[number])
            hallucinated.append(bad[number])
    return supports, hallucinated
