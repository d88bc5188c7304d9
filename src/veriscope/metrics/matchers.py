"""When two claims say the same: other answers than equal spelling."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from veriscope.errors import InputError, MissingExtraError

Embed = Callable[[list[str]], Any]


class Matcher(Protocol):
    """Decides which of the known texts, if any, says the same as a new one."""

    def match(self, text: str, known: Sequence[str]) -> int | None:
        """Return the index of the known text that says the same, the closest first, or None."""
        ...


def _check_threshold(threshold: float) -> float:
    if not 0 <= threshold <= 1:
        raise InputError(f"must lie in [0, 1], not {threshold}", field="threshold")
    return threshold


class FuzzyMatcher:
    """Same words in nearly the same spelling, in any order of words."""

    def __init__(self, threshold: float = 0.9) -> None:
        self.threshold = _check_threshold(threshold)

    def match(self, text: str, known: Sequence[str]) -> int | None:
        """Return the known text with the most similar sorted words, if it is similar enough."""
        try:
            from rapidfuzz import fuzz, process, utils  # noqa: PLC0415 - an extra
        except ImportError:
            raise MissingExtraError("FuzzyMatcher", "fuzzy") from None
        found = process.extractOne(
            text,
            known,
            scorer=fuzz.token_sort_ratio,
            processor=utils.default_process,
            score_cutoff=100 * self.threshold,
        )
        return found and int(found[2])


class EmbeddingMatcher:
    """Vectors of texts that point nearly the same way.

    `embed` turns a list of texts into one vector each; give it the encoder of your choice. Without
    one, vectors of hashed letter trigrams are used: they see spelling and not meaning, but need
    nothing.
    """

    def __init__(self, embed: Embed | None = None, threshold: float = 0.85) -> None:
        self.threshold = _check_threshold(threshold)
        self._embed = embed or trigram_vectors
        self._seen: dict[str, npt.NDArray[np.float64]] = {}

    def match(self, text: str, known: Sequence[str]) -> int | None:
        """Return the known text whose vector is closest, if it is close enough."""
        if not known:
            return None
        vectors = self._vectors([text, *known])
        cosines = vectors[1:] @ vectors[0]
        best = int(cosines.argmax())
        return best if cosines[best] >= self.threshold else None

    def _vectors(self, texts: Sequence[str]) -> npt.NDArray[np.float64]:
        new = [text for text in dict.fromkeys(texts) if text not in self._seen]
        if new:
            made = np.asarray(self._embed(new), dtype=np.float64)
            if made.ndim != 2 or len(made) != len(new):
                raise InputError("must return one vector for each text", field="embed")
            lengths = np.linalg.norm(made, axis=1, keepdims=True)
            self._seen.update(zip(new, made / np.where(lengths > 0, lengths, 1), strict=True))
        return np.stack([self._seen[text] for text in texts])


def trigram_vectors(texts: Sequence[str], size: int = 1024) -> npt.NDArray[np.float64]:
    """Return counts of letter trigrams, hashed into `size` places."""
    out = np.zeros((len(texts), size))
    for row, text in zip(out, texts, strict=True):
        padded = f"  {text.lower()} "
        for i in range(len(padded) - 2):
            row[zlib.crc32(padded[i : i + 3].encode("utf-8", "surrogatepass")) % size] += 1
    return out
