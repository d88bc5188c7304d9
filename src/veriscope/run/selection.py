"""Which records of the inputs a run takes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from veriscope.errors import InputError
from veriscope.io import BadLine, read_records
from veriscope.io.records import FIELDS
from veriscope.io.rows import read_rows
from veriscope.io.spool import Spool
from veriscope.model import InputFile, Record
from veriscope.run.manifest import describe

SEED = 0


@dataclass(frozen=True)
class Selection:
    """The inputs of a run, the names of their fields, and how many records of them are taken.

    `limit` takes the first so many, `sample` as many drawn without replacement under a fixed seed,
    in the order of the files. Records that a program holds come as a `spool` instead of files.
    """

    files: Sequence[str]
    names: Mapping[str, str] = field(default_factory=dict)
    limit: int | None = None
    sample: int | None = None
    spool: Spool | None = None

    def __post_init__(self) -> None:
        for name in ("limit", "sample"):
            if (getattr(self, name) or 0) < 0:
                raise InputError("must not be negative", field=f"--{name}")
        for name in self.names:
            if name not in FIELDS:
                problem = f"{name!r} is no field of a record; there are {', '.join(sorted(FIELDS))}"
                raise InputError(problem, field="--map")

    def inputs(self) -> tuple[InputFile, ...]:
        """Return what is read, with its digests as they are now."""
        if self.spool is not None:
            return (InputFile(self.spool.held.value, self.spool.size, self.spool.sha256),)
        return tuple(describe(file) for file in self.files)

    def items(self, skip: int = 0) -> Iterator[Record | BadLine]:
        """Yield the records and the lines that could not be read, after the first `skip`."""
        stream = self._all()
        if self.sample is not None:
            chosen = self._drawn()
            stream = (item for number, item in enumerate(stream) if number in chosen)
        return islice(stream, skip, self.limit)

    def _all(self) -> Iterator[Record | BadLine]:
        if self.spool is not None:
            return self.spool.records(self.names)
        return (
            item
            for file in self.files
            for item in read_records(file, skip_bad=True, names=self.names)
        )

    def total(self) -> int | None:
        """Return how many items there will be; None where only reading would tell."""
        if "-" in self.files:
            return self.limit if self.sample is None else self.sample
        wanted = [n for n in (self._count(), self.limit, self.sample) if n is not None]
        return min(wanted)

    def _count(self) -> int:
        if self.spool is not None:
            return self.spool.rows
        return sum(1 for file in self.files for _ in read_rows(file))

    def _drawn(self) -> frozenset[int]:
        count = self._count()
        generator = random.Random(SEED)  # noqa: S311 - a sample, not a secret
        return frozenset(generator.sample(range(count), min(self.sample or 0, count)))
