"""The passages of a context that a claim may rest on, found by the words that they share."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from veriscope.model import Context, Evidence, Span
from veriscope.text.search_words import stems
from veriscope.text.sentences import sentences
from veriscope.text.windows import windows

_PASSAGE = 2_000


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a source."""

    source: Context
    span: Span

    @property
    def text(self) -> str:
        """The words of the stretch."""
        return self.source.text[self.span[0] : self.span[1]]


@dataclass(frozen=True, slots=True)
class Match:
    """A passage, and which share of what the claim is about it holds, rare words counting more."""

    passage: Passage
    coverage: float


class PassageIndex:
    """The windows of a context, by the stems that they hold; read when first asked."""

    def __init__(self, sources: Sequence[Context], size: int = 700) -> None:
        self._sources = sources
        self._size = size

    @cached_property
    def passages(self) -> list[Passage]:
        """The windows in the order of the context."""
        return [
            Passage(source, span)
            for source in self._sources
            for span in windows(source.text, self._size)
        ]

    @cached_property
    def _holding(self) -> dict[str, list[int]]:
        holding: dict[str, list[int]] = {}
        for number, passage in enumerate(self.passages):
            for stem in set(stems(passage.text)):
                holding.setdefault(stem, []).append(number)
        return holding

    def weight(self, stem: str) -> float:
        """How much a stem tells: the rarer, the more, and most where no passage has it."""
        holding = len(self._holding.get(stem, ()))
        return math.log(1.0 + len(self.passages) / (holding or 0.5))

    def best(self, claim: str, count: int = 3) -> list[Match]:
        """Return the passages that cover most of the claim, the best first; ties in order."""
        wanted = set(stems(claim))
        weights = {stem: self.weight(stem) for stem in sorted(wanted)}
        whole = sum(weights.values())
        scores: dict[int, float] = {}
        for stem, weight in weights.items():
            for number in self._holding.get(stem, ()):
                scores[number] = scores.get(number, 0.0) + weight
        ranked = sorted(scores, key=lambda number: (-scores[number], number))[:count]
        return [Match(self.passages[number], scores[number] / whole) for number in ranked]


def quote(claim: str, passage: Passage) -> Evidence:
    """Return the sentence of a passage that shares most of the claim's words, with its place."""
    wanted = set(stems(claim))
    spans = sentences(passage.source.text, *passage.span)
    start, end = max(
        spans,
        key=lambda span: len(wanted.intersection(stems(passage.source.text[span[0] : span[1]]))),
    )
    return Evidence(passage.source.id, (start, end), passage.source.text[start:end])


def nearest_passages(claims: Iterable[str], sources: Sequence[Context], limit: int) -> list[str]:
    """Return the texts of the sources, or of a long context what is nearest to the claims.

    The passages come in the order of the context, as many as fit into `limit` characters.
    """
    if sum(len(source.text) for source in sources) <= limit:
        return [source.text for source in sources]
    index = PassageIndex(sources, min(_PASSAGE, limit))
    place = {id(passage): number for number, passage in enumerate(index.passages)}
    ranked = index.best(" ".join(claims), len(index.passages))
    chosen: list[Passage] = []
    room = limit
    for match in ranked:
        size = match.passage.span[1] - match.passage.span[0]
        if size > room:
            break
        room -= size
        chosen.append(match.passage)
    chosen = chosen or index.passages[:1]
    return [passage.text for passage in sorted(chosen, key=lambda item: place[id(item)])]
