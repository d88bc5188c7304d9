"""A text's words, a piece at a time: a page is one piece, a book of 50 MB never one list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from veriscope.text.words import words

PIECE = 1 << 14
"""Characters in a piece: its words are still in the processor's cache when they are numbered."""

_SPACE = re.compile(r"\s")
_SPACE_BYTE = re.compile(rb"\s")
_LOWER = bytes(ord(" " if chr(i).isspace() else chr(i).lower()) for i in range(256))
"""Lower case and white space of the letters that fit in a byte, as `str` has them."""


@dataclass(frozen=True)
class TokenText:
    """A text whose words can be walked more than once without being kept.

    The words are `bytes` where every letter of both texts fits in one byte, which is faster, and
    `str` otherwise.
    """

    text: str | bytes
    strip_punctuation: bool

    def pieces(self) -> Iterator[list[str] | list[bytes]]:
        """Yield the words in order, in lists; no word is cut."""
        size, start = len(self.text), 0
        while start < size:
            end = self._cut(start + PIECE) if start + PIECE < size else size
            part = self.text if end - start == size else self.text[start:end]
            if isinstance(part, bytes):
                yield part.split()
            else:
                yield words(part, strip_punctuation=self.strip_punctuation)
            start = end

    def _cut(self, start: int) -> int:
        if isinstance(self.text, bytes):
            found = _SPACE_BYTE.search(self.text, start)
            return found.start() if found else len(self.text)
        space = _SPACE.search(self.text, start)
        return space.start() if space else len(self.text)

    def joined(self, edges: list[tuple[int, int]]) -> list[str]:
        """Return the words of each stretch, both ends inclusive, joined by one space.

        The stretches ascend and do not overlap.
        """
        out: list[list[str]] = [[] for _ in edges]
        at, offset = 0, 0
        for part in self.pieces() if edges else ():
            for number in range(at, len(edges)):
                start, end = edges[number]
                if start >= offset + len(part):
                    break
                inside = part[max(start - offset, 0) : end + 1 - offset]
                out[number] += map(_shown, inside)
                at = number if end >= offset + len(part) else number + 1
            offset += len(part)
        return [" ".join(found) for found in out]


def _shown(word: str | bytes) -> str:
    return word.decode("latin-1") if isinstance(word, bytes) else word


def token_texts(
    reference: str, hypothesis: str, strip_punctuation: bool
) -> tuple[TokenText, TokenText]:
    """Return both texts in the form that is walked fastest."""
    if not strip_punctuation:
        try:
            left, right = reference.encode("latin-1"), hypothesis.encode("latin-1")
        except UnicodeEncodeError:
            pass
        else:
            return (
                TokenText(left.translate(_LOWER), False),
                TokenText(right.translate(_LOWER), False),
            )
    return TokenText(reference, strip_punctuation), TokenText(hypothesis, strip_punctuation)
