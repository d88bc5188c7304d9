"""The stretches of one output that have no ground in its reference, each with its reason."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from veriscope.model import BlockReason, Span
from veriscope.text.words import words
from veriscope.transcription.figures import invented_figures
from veriscope.transcription.names import invented_names
from veriscope.transcription.page_words import PageWords
from veriscope.transcription.word_classes import WordClass, WordClasses


@dataclass(frozen=True)
class Finding:
    """A stretch of the output, by characters and by words (both ends inclusive).

    Words are counted without those that are nothing but punctuation. `expected` is the place in
    the reference that the alignment puts beside it, where there is one.
    """

    reason: BlockReason
    span: Span
    start_token: int
    end_token: int
    expected: Span | None = None


@dataclass(frozen=True)
class Sides:
    """Both pages' words, and what became of them."""

    reference: PageWords
    output: PageWords
    classes: WordClasses

    @cached_property
    def _borders(self) -> tuple[list[int], list[int]]:
        return [start for start, _ in self.output.spans], [end for _, end in self.output.spans]

    @cached_property
    def _exact(self) -> frozenset[str]:
        return frozenset(words(self.reference.text))

    def has_exactly(self, word: int) -> bool:
        """Return whether the reference has a word of the output to the letter."""
        start, end = self.output.spans[word]
        return self.output.text[start:end].lower() in self._exact

    def words_in(self, span: Span) -> range:
        """Return the output's words that a stretch of its characters touches."""
        starts, ends = self._borders
        return range(bisect_right(ends, span[0]), bisect_right(starts, span[1] - 1))

    def expected(self, places: Iterable[int]) -> Span | None:
        """Return the place in the reference that stands beside these words of the output."""
        at_gap = self.classes.at_gap
        beside = [at_gap[word] for word in places if word in at_gap]
        if not beside:
            return None
        return self.reference.stretch(min(s for s, _ in beside), max(e for _, e in beside))


def find_all(sides: Sides, blocks: Sequence[Span]) -> list[Finding]:
    """Return every finding in the order of the text.

    `blocks` are the places of the base measures' blocks; each is told apart here. What they miss
    is added: repetitions, invented text made of known words, figures and names.
    """
    repeated = {w for start, end in sides.classes.repeated for w in range(start, end + 1)}
    found = [_at(sides, span, _reason_of(sides, span, repeated)) for span in blocks]
    found += [
        _stretch(sides, edges, BlockReason.REPEATED)
        for edges in sides.classes.repeated
        if not _touches(sides, edges, found, BlockReason.REPEATED)
    ]
    found += [
        _stretch(sides, edges, BlockReason.INVENTED)
        for edges in sides.classes.invented
        if not _touches(sides, edges, found, BlockReason.INVENTED)
    ]
    texts = sides.reference.text, sides.output.text
    found += [_at(sides, figure.span, BlockReason.FIGURE) for figure in invented_figures(*texts)]
    found += [_at(sides, span, BlockReason.NAME) for span in invented_names(*texts)]
    return sorted(found, key=lambda finding: (finding.span, finding.reason))


def _at(sides: Sides, span: Span, reason: BlockReason) -> Finding:
    inside = sides.words_in(span)
    last = max(inside.stop - 1, inside.start)
    return Finding(reason, span, inside.start, last, sides.expected(inside))


def _stretch(sides: Sides, edges: tuple[int, int], reason: BlockReason) -> Finding:
    start, end = edges
    span = sides.output.stretch(start, end + 1)
    return Finding(reason, span, start, end, sides.expected(range(start, end + 1)))


def _touches(
    sides: Sides, edges: tuple[int, int], found: Sequence[Finding], reason: BlockReason
) -> bool:
    start, end = sides.output.stretch(edges[0], edges[1] + 1)
    return any(
        finding.reason is reason and finding.span[0] < end and start < finding.span[1]
        for finding in found
    )


def _reason_of(sides: Sides, span: Span, repeated: set[int]) -> BlockReason:
    """Return what most words of a block are; invention wins where it has as many as any other.

    Words that the reference has to the letter, which the block merely bridges, have no say.
    """
    counts: Counter[BlockReason] = Counter()
    for word in sides.words_in(span):
        kind = sides.classes.output[word]
        if word in repeated:
            counts[BlockReason.REPEATED] += 1
        elif kind == WordClass.STRAY:
            counts[BlockReason.INVENTED] += 1
        elif kind == WordClass.MISREAD:
            counts[BlockReason.MISREAD] += 1
        elif not sides.has_exactly(word):
            counts[BlockReason.RESPELLED] += 1
    order = (BlockReason.INVENTED, BlockReason.MISREAD, BlockReason.REPEATED, BlockReason.RESPELLED)
    return max(order, key=lambda reason: counts[reason]) if counts else BlockReason.MISREAD
