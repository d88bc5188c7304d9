"""Rows as tokens, in flat arrays that travel well and pad quickly."""

from __future__ import annotations

import io
import lzma
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor

from training.rows import EDITS, Row

Batch = tuple[Tensor, Tensor, Tensor, NDArray[np.int64]]
"""Token numbers, mask, sides, and which rows these are."""


@dataclass(frozen=True)
class Tokens:
    """Pairs as tokens end to end; row `n` lies between `starts[n]` and `starts[n + 1]`.

    `edits` says which rows are sentences edited by rule.
    """

    ids: NDArray[np.uint16]
    sides: NDArray[np.uint8]
    starts: NDArray[np.int64]
    labels: NDArray[np.int8]
    edits: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Tokens of each row."""
        return np.diff(self.starts)

    def save(self, path: Path) -> None:
        """Write the arrays to a file, small: what repeats itself is told once."""
        with lzma.open(path, "wb", preset=1) as stream:
            np.savez(stream, **{item.name: getattr(self, item.name) for item in fields(self)})

    @classmethod
    def load(cls, path: Path) -> Tokens:
        """Read what `save` wrote."""
        with np.load(io.BytesIO(lzma.decompress(path.read_bytes()))) as arrays:
            return cls(**{item.name: arrays[item.name] for item in fields(cls)})

    def only(self, wanted: NDArray[np.bool_]) -> Tokens:
        """Return the rows that are wanted."""
        lengths = self.lengths
        kept = np.repeat(wanted, lengths)
        starts = np.concatenate([[0], np.cumsum(lengths[wanted])])
        rest = self.labels[wanted], self.edits[wanted]
        return Tokens(self.ids[kept], self.sides[kept], starts, *rest)

    def batches(self, tokens: int, chance: random.Random | None = None) -> Iterator[Batch]:
        """Yield padded batches of rows of nearly equal length; shuffled if `chance` is given."""
        for group in self._groups(tokens, chance):
            yield self._padded(group)

    def steps(self, tokens: int, piece: int | None, chance: random.Random) -> Iterator[list[Batch]]:
        """Yield shuffled steps of about so many tokens, each of batches of at most a piece."""
        if piece is None or piece >= tokens:
            yield from ([batch] for batch in self.batches(tokens, chance))
            return
        parts: list[Batch] = []
        for batch in self.batches(piece, chance):
            parts.append(batch)
            if len(parts) == tokens // piece:
                yield parts
                parts = []

    def _groups(self, tokens: int, chance: random.Random | None) -> list[list[int]]:
        lengths = self.lengths
        noise = [chance.random() * 8 if chance else 0.0 for _ in range(len(self))]
        groups: list[list[int]] = [[]]
        for number in np.argsort(lengths + np.array(noise), kind="stable").tolist():
            if groups[-1] and lengths[number] * (len(groups[-1]) + 1) > tokens:
                groups.append([])
            groups[-1].append(number)
        if chance:
            chance.shuffle(groups)
        return [group for group in groups if group]

    def _padded(self, group: list[int]) -> Batch:
        longest = int(self.lengths[group].max())
        ids, mask, sides = (np.zeros((len(group), longest), np.int64) for _ in range(3))
        for row, number in enumerate(group):
            start, end = self.starts[number], self.starts[number + 1]
            ids[row, : end - start] = self.ids[start:end]
            sides[row, : end - start] = self.sides[start:end]
            mask[row, : end - start] = 1
        whole = (torch.from_numpy(array) for array in (ids, mask, sides))
        return *whole, np.array(group)


def encode(tokenizer: Tokenizer, rows: Sequence[Row], length: int) -> Tokens:
    """Turn rows into tokens, the passage first; where a pair is too long the passage is cut."""
    tokenizer.no_padding()
    tokenizer.enable_truncation(length, strategy="only_first")
    pairs = [(row.passage, " ".join(row.claim.split()[: length // 3])) for row in rows]
    coded = tokenizer.encode_batch(pairs)
    return Tokens(
        np.concatenate([np.array(one.ids, np.uint16) for one in coded]),
        np.concatenate([np.array(one.type_ids, np.uint8) for one in coded]),
        np.cumsum([0, *(len(one.ids) for one in coded)]),
        np.array([row.label for row in rows], np.int8),
        np.array([row.source.startswith(EDITS) for row in rows], np.bool_),
    )
