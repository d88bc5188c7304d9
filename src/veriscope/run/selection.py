"""Which records of the inputs a run takes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from veriscope.io import BadLine, read_records
from veriscope.io.rows import read_rows
from veriscope.model import Record

SEED = 0


@dataclass(frozen=True)
class Selection:
    """The files of a run, the names of their fields, and how many records of them are taken.

    `limit` takes the first so many, `sample` as many drawn without replacement under a fixed seed,
    in the order of the files.
    """

    files: Sequence[str]
    names: Mapping[str, str] = field(default_factory=dict)
    limit: int | None = None
    sample: int | None = None

    def items(self, skip: int = 0) -> Iterator[Record | BadLine]:
        """Yield the records and the lines that could not be read, after the first `skip`."""
        stream = (
            item
            for file in self.files
            for item in read_records(file, skip_bad=True, names=self.names)
        )
        if self.sample is not None:
            chosen = self._drawn()
            stream = (item for number, item in enumerate(stream) if number in chosen)
        return islice(stream, skip, self.limit)

    def total(self) -> int | None:
        """Return how many items there will be; None where only reading would tell."""
        if "-" in self.files:
            return self.limit if self.sample is None else self.sample
        count = sum(1 for file in self.files for _ in read_rows(file))
        wanted = [n for n in (count, self.limit, self.sample) if n is not None]
        return min(wanted)

    def _drawn(self) -> frozenset[int]:
        count = sum(1 for file in self.files for _ in read_rows(file))
        generator = random.Random(SEED)  # noqa: S311 - a sample, not a secret
        return frozenset(generator.sample(range(count), min(self.sample or 0, count)))
