"""Output and reference side by side: which words stand for which, and the error rates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from veriscope.errors import MissingExtraError

MOST_WORDS = 60_000
"""Alignment takes the product of the two lengths; longer pages are measured without it."""
MOST_CHARACTERS = 200_000


@cache
def _levenshtein() -> Any:
    try:
        from rapidfuzz.distance import Levenshtein  # noqa: PLC0415 - an extra, loaded when used
    except ImportError:
        raise MissingExtraError("the alignment of pages", "fuzzy") from None
    return Levenshtein


@dataclass(frozen=True)
class Gap:
    """A stretch where the two differ: reference `start` to `end`, output `at` to `until`."""

    start: int
    end: int
    at: int
    until: int


def gaps(reference: Sequence[str], hypothesis: Sequence[str]) -> list[Gap] | None:
    """Return where the sequences differ, each stretch between two equal ones once.

    `None` where they are too long to align.
    """
    if max(len(reference), len(hypothesis)) > MOST_WORDS:
        return None
    found: list[Gap] = []
    for code in _levenshtein().opcodes(reference, hypothesis):
        if code.tag == "equal":
            continue
        if found and (found[-1].end, found[-1].until) == (code.src_start, code.dest_start):
            found[-1] = Gap(found[-1].start, code.src_end, found[-1].at, code.dest_end)
        else:
            found.append(Gap(code.src_start, code.src_end, code.dest_start, code.dest_end))
    return found


def matched_letters(left: Sequence[str], right: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return for each word how many of its letters the other side has at the same place.

    Letters that are found only by reaching over more than twice the word's length are no match:
    in a long enough text, every word can be gathered from afar.
    """
    sizes = sum(map(len, left)), sum(map(len, right))
    if not all(sizes) or max(sizes) > MOST_CHARACTERS:
        return [0] * len(left), [0] * len(right)
    pairs = [
        (code.src_start + i, code.dest_start + i)
        for code in _levenshtein().opcodes("".join(left), "".join(right))
        if code.tag == "equal"
        for i in range(code.src_end - code.src_start)
    ]
    return _compact(left, pairs), _compact(right, [(there, here) for here, there in pairs])


def _compact(words: Sequence[str], pairs: Sequence[tuple[int, int]]) -> list[int]:
    """Count each word's matches (own place, other place), both ascending, if they are close."""
    counts = []
    place, start = 0, 0
    for word in words:
        start += len(word)
        first = place
        while place < len(pairs) and pairs[place][0] < start:
            place += 1
        found = pairs[first:place]
        near = not found or found[-1][1] - found[0][1] <= 2 * len(word)
        counts.append(len(found) if near else 0)
    return counts


def word_error_rate(reference: str, hypothesis: str) -> float | None:
    """Return word edits per reference word, case and punctuation counted; None if undefined."""
    left, right = reference.split(), hypothesis.split()
    if not left or max(len(left), len(right)) > MOST_WORDS:
        return None
    return float(_levenshtein().distance(left, right) / len(left))


def character_error_rate(reference: str, hypothesis: str) -> float | None:
    """Return character edits per reference character; white space counts as one space.

    None without a reference to divide by, and where the page is too long to align.
    """
    left, right = " ".join(reference.split()), " ".join(hypothesis.split())
    if not left or max(len(left), len(right)) > MOST_CHARACTERS:
        return None
    return float(_levenshtein().distance(left, right) / len(left))


@dataclass(frozen=True)
class LineErrors:
    """One line of the reference: its words, and the edits that the output made to them.

    Words that the output puts between two lines count as insertions in the line before, those
    before the first line in the first.
    """

    number: int
    text: str
    words: int
    substituted: int = 0
    deleted: int = 0
    inserted: int = 0

    @property
    def edits(self) -> int:
        """Return all of them."""
        return self.substituted + self.deleted + self.inserted


def line_errors(reference: str, hypothesis: str) -> list[LineErrors] | None:
    """Return the figures of every line of the reference that has a word; None if too long.

    The edits of all lines add up to those of `word_error_rate`.
    """
    lines = [(n, line, line.split()) for n, line in enumerate(reference.splitlines(), start=1)]
    lines = [entry for entry in lines if entry[2]]
    left, right = reference.split(), hypothesis.split()
    if max(len(left), len(right)) > MOST_WORDS:
        return None
    owner = [i for i, (_, _, found) in enumerate(lines) for _ in found]
    kinds = {kind: [0] * len(lines) for kind in ("replace", "delete", "insert")}
    for edit in _levenshtein().editops(left, right) if lines else ():
        place = edit.src_pos - 1 if edit.tag == "insert" else edit.src_pos
        kinds[edit.tag][owner[max(place, 0)]] += 1
    return [
        LineErrors(
            number, line, len(found), kinds["replace"][i], kinds["delete"][i], kinds["insert"][i]
        )
        for i, (number, line, found) in enumerate(lines)
    ]
