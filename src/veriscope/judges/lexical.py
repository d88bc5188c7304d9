"""The baseline: how many of a claim's words a passage holds, with figures and names to the fore."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

_SLOPE = 8.0
_MIDDLE = 0.72
_MISSING_FIGURE = 0.35
_MISSING_NAME = 0.2


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim beside a passage, and what is known of the two from their words.

    `coverage` is the share of the claim's words that the passage holds, rare ones counting more;
    `figures` and `names` say how many of the claim's figures and names it lacks.
    """

    claim: str
    passage: str
    coverage: float
    figures: int = 0
    names: int = 0


class Scorer(Protocol):
    """Gives for each pair the probability that the passage bears the claim out."""

    name: str
    version: str

    def score(self, pairs: Sequence[Pair]) -> list[float]:
        """Return as many probabilities as there are pairs, in their order."""


class LexicalScorer:
    """Word coverage through a fixed curve; no model, no training, no surprise."""

    name = "lexical"
    version = "1"

    def score(self, pairs: Sequence[Pair]) -> list[float]:
        """Return a probability for each pair."""
        return [self._one(pair) for pair in pairs]

    @staticmethod
    def _one(pair: Pair) -> float:
        missing = _MISSING_FIGURE * pair.figures + _MISSING_NAME * pair.names
        return 1.0 / (1.0 + math.exp(-_SLOPE * (pair.coverage - _MIDDLE - missing)))
