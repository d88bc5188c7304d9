"""Rows as tokens, in flat arrays that travel well and pad quickly."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor

from training.rows import Row

Batch = tuple[Tensor, Tensor, Tensor, NDArray[np.int64]]
"""Token numbers, mask, sides, and which rows these are."""


@dataclass(frozen=True)
class Tokens:
    """Pairs as tokens end to end; row `n` lies between `starts[n]` and `starts[n + 1]`."""

    ids: NDArray[np.uint16]
    sides: NDArray[np.uint8]
    starts: NDArray[np.int64]
    labels: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Tokens of each row."""
        return np.diff(self.starts)

    def save(self, path: Path) -> None:
        """Write the arrays to a file."""
        np.savez_compressed(
            path, ids=self.ids, sides=self.sides, starts=self.starts, labels=self.labels
        )

    @classmethod
    def load(cls, path: Path) -> Tokens:
        """Read what `save` wrote."""
        with np.load(path) as arrays:
            return cls(arrays["ids"], arrays["sides"], arrays["starts"], arrays["labels"])

    def batches(self, tokens: int, chance: random.Random | None = None) -> Iterator[Batch]:
        """Yield padded batches of rows of nearly equal length; shuffled if `chance` is given."""
        lengths = self.lengths
        noise = [chance.random() * 8 if chance else 0.0 for _ in range(len(self))]
        groups: list[list[int]] = [[]]
        for number in np.argsort(lengths + np.array(noise), kind="stable").tolist():
            if groups[-1] and lengths[number] * (len(groups[-1]) + 1) > tokens:
                groups.append([])
            groups[-1].append(number)
        if chance:
            chance.shuffle(groups)
        for group in groups:
            if group:
                yield self._padded(group)

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
    )
