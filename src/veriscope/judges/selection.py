"""The sentences of a context that one claim may rest on, as one short text for a model to read.

Training and judging call this one function, so that a model sees at work what it learnt from.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from veriscope.model import Span
from veriscope.text.search_words import stems
from veriscope.text.sentences import sentences

BUDGET = 200
"""Word pieces of evidence beside one claim, as `pieces` estimates them."""
_CLAIM = 50
_LEAST = 64
_LONGEST = 400
_NEIGHBOUR = 0.25
# WordPiece cuts words after about eight letters and figures after about three; some scripts are
# read letter by letter. On English prose the count is right within a tenth.
_PIECE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\d_]{1,8}|\d{1,3}|[^\w\s]|_")


def pieces(text: str) -> int:
    """Return about how many word pieces a tokenizer makes of `text`."""
    return sum(1 for _ in _PIECE.finditer(text))


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of the selected text, and where it stands: the position of its source, its span."""

    at: int
    source: int
    span: Span


@dataclass(frozen=True, slots=True)
class Selected:
    """What was selected for one claim: a text in the order of the context, and its places.

    `shares` says for each place which share of the claim's words it holds, rare ones counting
    more; `coverage` the same of the whole selection.
    """

    text: str = ""
    places: tuple[Place, ...] = ()
    shares: tuple[float, ...] = ()
    coverage: float = 0.0

    @property
    def best(self) -> Place | None:
        """The place that holds most of the claim; the first of several, `None` of none."""
        if not self.places:
            return None
        return self.places[max(range(len(self.places)), key=lambda number: self.shares[number])]


def select_evidence(claim: str, contexts: Sequence[str], budget: int = BUDGET) -> Selected:
    """Return the sentences of `contexts` that share most with `claim`, within `budget` pieces.

    A context that fits is taken whole. Sentences that share nothing, and stand beside none that
    does, are left out. For many claims against one context make an `EvidenceIndex` once.
    """
    return EvidenceIndex(contexts).select(claim, budget)


class EvidenceIndex:
    """The sentences of a context by the stems that they hold; read once for all its claims."""

    def __init__(self, contexts: Sequence[str]) -> None:
        self._texts = contexts
        self._units = [
            (number, part)
            for number, text in enumerate(contexts)
            for span in sentences(text)
            for part in _cut(text, span)
        ]
        self._sizes = [pieces(contexts[i][start:end]) for i, (start, end) in self._units]
        self._whole = sum(self._sizes)
        self._holding: dict[str, list[int]] = {}
        for number, (source, (start, end)) in enumerate(self._units):
            for stem in set(stems(contexts[source][start:end])):
                self._holding.setdefault(stem, []).append(number)

    def holds(self, stem: str) -> bool:
        """Whether any sentence holds a stem."""
        return stem in self._holding

    def holds_any(self, word: str) -> bool:
        """Whether any sentence holds a stem of a word."""
        return any(map(self.holds, stems(word)))

    def weights(self, claim: str) -> dict[str, float]:
        """Return what each stem of a claim tells: the rarer in the context, the more."""
        return {stem: self._weight(stem) for stem in dict.fromkeys(stems(claim))}

    def _weight(self, stem: str) -> float:
        return math.log(1.0 + len(self._units) / (len(self._holding.get(stem, ())) or 0.5))

    def coverage(self, claim: str) -> float:
        """Return which share of a claim's words the context holds anywhere."""
        return self._share(self.weights(claim), self._holding)

    def select(self, claim: str, budget: int = BUDGET) -> Selected:
        """Return the evidence for one claim; a long claim leaves less room for it."""
        room = max(min(_LEAST, budget), budget - max(0, pieces(claim) - _CLAIM))
        weights = self.weights(claim)
        shared = self._shared(weights)
        if self._whole <= room:
            chosen = list(range(len(self._units)))
        else:
            chosen = self._chosen(shared, room)
        return self._joined(chosen, weights, shared)

    def _shared(self, weights: dict[str, float]) -> dict[int, float]:
        """Return the weight that each sentence shares with the claim, where it shares any."""
        shared: dict[int, float] = {}
        for stem, weight in weights.items():
            for number in self._holding.get(stem, ()):
                shared[number] = shared.get(number, 0.0) + weight
        return shared

    def _chosen(self, shared: dict[int, float], room: int) -> list[int]:
        """Take the best sentences while there is room; what stands beside a good one counts."""
        scores: dict[int, float] = {}
        for number, score in shared.items():
            scores[number] = scores.get(number, 0.0) + score
            for beside in (number - 1, number + 1):
                if self._are_neighbours(number, beside):
                    scores[beside] = scores.get(beside, 0.0) + _NEIGHBOUR * score
        chosen: list[int] = []
        for number in sorted(scores, key=lambda number: (-scores[number], number)):
            if self._sizes[number] <= room or not chosen:
                chosen.append(number)
                room -= self._sizes[number]
            if room <= 0:
                break
        return sorted(chosen)

    def _are_neighbours(self, one: int, other: int) -> bool:
        return 0 <= other < len(self._units) and self._units[one][0] == self._units[other][0]

    def _joined(
        self, chosen: list[int], weights: dict[str, float], shared: dict[int, float]
    ) -> Selected:
        whole = sum(weights.values()) or 1.0
        parts: list[str] = []
        places: list[Place] = []
        at = 0
        for number in chosen:
            source, (start, end) = self._units[number]
            text = self._texts[source][start:end]
            places.append(Place(at, source, (start, end)))
            parts.append(text)
            at += len(text) + 1
        held = {stem for text in parts for stem in stems(text)}
        return Selected(
            " ".join(parts),
            tuple(places),
            tuple(shared.get(number, 0.0) / whole for number in chosen),
            self._share(weights, held),
        )

    @staticmethod
    def _share(weights: dict[str, float], held: Iterable[str]) -> float:
        whole = sum(weights.values())
        return sum(w for stem, w in weights.items() if stem in held) / whole if whole else 0.0


def _cut(text: str, span: Span) -> list[Span]:
    """Cut a sentence of more than `_LONGEST` characters where there is white space, if there is."""
    start, end = span
    borders = [start]
    while end - borders[-1] > _LONGEST:
        stop = text.rfind(" ", borders[-1] + _LONGEST // 2, borders[-1] + _LONGEST)
        borders.append(stop + 1 if stop > 0 else borders[-1] + _LONGEST)
    return [
        (first, first + len(text[first:last].rstrip())) for first, last in pairwise([*borders, end])
    ]
