"""The baseline: how many of a claim's words a passage holds, with figures and names to the fore."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from veriscope.judges.evidence import Match
from veriscope.text.search_words import is_figure, stems

# A capital inside a sentence. German writes all nouns so; its missing nouns weigh as names do.
_NAME = re.compile(r"(?<=[\w,;:] )[A-ZÀ-ÖØ-Þ][\w’'-]+")
_SPACE = re.compile(r"\s+")
# Picked on labelled pairs of eight training sets; coverage tells little, so the curve is flat.
_SLOPE = 3.0
_MIDDLE = 0.6
_MISSING_FIGURE = 0.35
_MISSING_NAME = 0.1
_WORD_FOR_WORD = 0.99


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim beside a passage, and what is known of the two from their words.

    `coverage` is the share of the claim's words that the passage holds, rare ones counting more;
    `figures` and `names` say how many of the claim's figures and names it lacks; `verbatim`
    whether the claim stands in it word for word.
    """

    claim: str
    passage: str
    coverage: float
    figures: int = 0
    names: int = 0
    verbatim: bool = False


def pair_of(claim: str, match: Match) -> Pair:
    """Put a claim beside a passage that was found for it."""
    passage = match.passage.text
    held = set(stems(passage))
    missing = [stem for stem in dict.fromkeys(stems(claim)) if stem not in held]
    names = {stem for name in _NAME.findall(claim) for stem in stems(name)}
    return Pair(
        claim=claim,
        passage=passage,
        coverage=match.coverage,
        figures=sum(map(is_figure, missing)),
        names=len(names.intersection(missing)),
        verbatim=not missing and _bare(claim) in _bare(passage),
    )


def _bare(text: str) -> str:
    return _SPACE.sub(" ", text).strip(" .!。").casefold()


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
        return [_probability(pair) for pair in pairs]


def _probability(pair: Pair) -> float:
    if pair.verbatim:
        return _WORD_FOR_WORD
    missing = _MISSING_FIGURE * pair.figures + _MISSING_NAME * pair.names
    return 1.0 / (1.0 + math.exp(-_SLOPE * (pair.coverage - missing - _MIDDLE)))
