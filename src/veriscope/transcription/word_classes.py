"""What became of every word: kept, misread, moved, invented, said again; and what was left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from veriscope.model import Span
from veriscope.transcription.alignment import Gap, gaps, matched_letters
from veriscope.transcription.block import runs
from veriscope.transcription.page_words import PageWords
from veriscope.transcription.repeats import repeated

TOLERANCE = 3
LEAST = 4
"""Invented and left-out text is told from a stray word by the rule of the base blocks."""
CHANCE = 0.4
"""Unrelated text has about a quarter of its letters in place by chance, nine times in ten under
this; misread text has more."""
_SIZE = 3
_AROUND = 2
"""Words on either side that are weighed with a word: in a single one, chance is too strong."""


class WordClass(IntEnum):
    """What a word of the output is in the reference, or a word of the reference in the output."""

    KEPT = 0
    MISREAD = 1
    STRAY = 2


@dataclass(frozen=True)
class WordClasses:
    """The class of each word of the output, and the stretches that both sides' words make.

    Stretches hold the first and last word. `at_gap` maps a word of the output that differs to the
    words of the reference, first and end, that stand there. `aligned` is False for pages too long
    to align: their words are then kept or stray by whether the other page has them at all.
    """

    output: Sequence[WordClass]
    repeated: Sequence[tuple[int, int]]
    invented: Sequence[tuple[int, int]]
    left_out: Sequence[tuple[int, int]]
    at_gap: dict[int, Span]
    aligned: bool


def classify_words(reference: PageWords, hypothesis: PageWords) -> WordClasses:
    """Tell the words apart.

    A word that differs is misread when it and its neighbours in the same stretch have more letters
    in the same place on the other side than chance gives.
    A word that differs in place, but stands within three words that the other side has somewhere,
    was moved and counts as kept; so does a repetition, which has its own stretches.
    """
    again = repeated(reference.keys, hypothesis.keys)
    # Repetitions are set aside, or they would be aligned with what the output leaves out.
    aside = {place for start, end in again for place in range(start, end + 1)}
    once = [place for place in range(len(hypothesis.keys)) if place not in aside]
    output = [hypothesis.keys[place] for place in once]
    found = gaps(reference.keys, output)
    if found is None:
        left, right = _unaligned(reference.keys, output)
    else:
        left, right = _aligned(reference.keys, output, found)
    classes = [WordClass.KEPT] * len(hypothesis.keys)
    for place, kind in zip(once, right.classes, strict=True):
        classes[place] = kind
    return WordClasses(
        output=classes,
        repeated=again,
        invented=[(once[start], once[end]) for start, end in right.stretches()],
        left_out=left.stretches(),
        at_gap={once[place]: span for gap in found or () for place, span in _beside(gap)},
        aligned=found is not None,
    )


@dataclass(frozen=True)
class _Side:
    """The words of one side, the class of each, and how many of its letters the other side has."""

    words: Sequence[str]
    classes: list[WordClass]
    matched: list[int]

    @classmethod
    def kept(cls, words: Sequence[str]) -> _Side:
        return cls(words, [WordClass.KEPT] * len(words), [len(word) for word in words])

    def stretches(self) -> list[tuple[int, int]]:
        """Return the stretches of stray words that the other side matches by chance at most."""
        places = np.flatnonzero(np.array(self.classes, np.int8) == WordClass.STRAY)
        found = runs(places, len(self.words), TOLERANCE, LEAST, trim_trailing=True)
        return [(start, end) for start, end in found if self.by_chance(slice(start, end + 1))]

    def by_chance(self, stretch: slice) -> bool:
        """Return whether the other side has no more of these words' letters than by chance."""
        return sum(self.matched[stretch]) < CHANCE * sum(map(len, self.words[stretch]))


def _beside(gap: Gap) -> list[tuple[int, Span]]:
    """Return for each word of the output in a gap the words of the reference that stand there."""
    inside = range(gap.at, gap.until)
    if len(inside) == gap.end - gap.start:
        return [(place, (gap.start + i, gap.start + i + 1)) for i, place in enumerate(inside)]
    return [(place, (gap.start, gap.end)) for place in inside if gap.end > gap.start]


def _aligned(
    left: Sequence[str], right: Sequence[str], found: Sequence[Gap]
) -> tuple[_Side, _Side]:
    moved = _within(left, right), _within(right, left)
    sides = _Side.kept(left), _Side.kept(right)
    for gap in found:
        counts = matched_letters(left[gap.start : gap.end], right[gap.at : gap.until])
        for side, start, inside, matched in zip(
            sides, (gap.start, gap.at), moved, counts, strict=True
        ):
            end = start + len(matched)
            side.matched[start:end] = matched
            for place in range(start, end):
                around = slice(max(place - _AROUND, start), min(place + _AROUND + 1, end))
                if not side.by_chance(around):
                    side.classes[place] = WordClass.MISREAD
                elif not inside[place]:
                    side.classes[place] = WordClass.STRAY
    return sides


def _unaligned(left: Sequence[str], right: Sequence[str]) -> tuple[_Side, _Side]:
    sides = _Side.kept(left), _Side.kept(right)
    for side, other in ((sides[0], set(right)), (sides[1], set(left))):
        for place, word in enumerate(side.words):
            if word not in other:
                side.classes[place] = WordClass.STRAY
                side.matched[place] = 0
    return sides


def _within(words: Sequence[str], other: Sequence[str]) -> list[bool]:
    """Return which words stand in a run of three that the other text has too."""
    have = set(zip(*(other[i:] for i in range(_SIZE)), strict=False))
    inside = [False] * len(words)
    for place, run in enumerate(zip(*(words[i:] for i in range(_SIZE)), strict=False)):
        if run in have:
            inside[place : place + _SIZE] = [True] * _SIZE
    return inside
