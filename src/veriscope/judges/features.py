"""What the words of a claim and its context say beside a model."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, fields, replace

from veriscope.judges.selection import EvidenceIndex, Selected
from veriscope.text.search_words import is_figure, is_function_word, stems, tokens

# A capital inside a sentence. German writes all nouns so; its missing nouns weigh as names do.
_NAME = re.compile(r"(?<=[\w,;:] )[A-ZÀ-ÖØ-Þ][\w’'-]+")
_IDEAL = {"coverage": 1.0, "selected": 1.0, "best": 1.0, "figures": 0.0, "names": 0.0}


def names_in(text: str) -> list[str]:
    """Return the words that have a capital inside a sentence."""
    return [name for name in _NAME.findall(text) if not is_function_word(name)]


@dataclass(frozen=True, slots=True)
class Features:
    """Numbers about one claim beside its context: the model's, and counts of words.

    `logit` is that of support; `refuted`: how likely the evidence denies the claim. `coverage`,
    `selected` and `best`: which share of the claim's words stands in the context, in the selected
    evidence, in its best sentence, rare words counting more. `figures` and `names`: which share of
    the claim's figures and names the context lacks, 0 where it has none. `length`: the logarithm
    of one more than the claim's words.
    """

    logit: float = 0.0
    refuted: float = 0.0
    coverage: float = 0.0
    selected: float = 0.0
    best: float = 0.0
    figures: float = 0.0
    names: float = 0.0
    length: float = 0.0

    def value(self, name: str) -> float:
        """Return a feature by its name."""
        number: float = getattr(self, name)
        return number

    def with_ideal(self, name: str) -> Features | None:
        """Return the features as if nothing were missing by `name`; `None` where it counts not."""
        return replace(self, **{name: _IDEAL[name]}) if name in _IDEAL else None


NAMES = tuple(item.name for item in fields(Features))


def features_of(claim: str, index: EvidenceIndex, selected: Selected) -> Features:
    """Count the words of a claim against its context; what the model says is still missing."""
    figures = {stem for stem in stems(claim) if is_figure(stem)}
    names = {stem for name in names_in(claim) for stem in stems(name)}
    return Features(
        coverage=index.coverage(claim),
        selected=selected.coverage,
        best=max(selected.shares, default=0.0),
        figures=_missing(figures, index),
        names=_missing(names, index),
        length=math.log1p(len(tokens(claim))),
    )


def _missing(wanted: set[str], index: EvidenceIndex) -> float:
    if not wanted:
        return 0.0
    return sum(not index.holds(stem) for stem in wanted) / len(wanted)
