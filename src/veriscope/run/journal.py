"""The output of a run while it grows: appended batch by batch, and resumable at any moment.

After each batch one line of `progress.jsonl` says how many rows are done and how long each file
was then. What stands behind that length when a run is killed belongs to no whole batch; resuming
cuts it off, so every record is in the output exactly once.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Self

from veriscope.errors import InputError
from veriscope.io import BadLine, read_assessments
from veriscope.io.rows import jsonl_rows
from veriscope.model import Assessment, dump_json
from veriscope.run.batch import Assessed
from veriscope.run.writing import ESCAPED

ASSESSMENTS = "assessments.jsonl"
PARQUET = "assessments.parquet"
FAILURES = "failures.jsonl"
PROGRESS = "progress.jsonl"


@dataclass(frozen=True)
class Progress:
    """How far a run has come; the lengths are in bytes."""

    rows: int = 0
    unreadable: int = 0
    not_applicable: int = 0
    assessments: int = 0
    failures: int = 0


class Journal:
    """Appends batches to the files of an output folder."""

    def __init__(self, folder: Path, progress: Progress) -> None:
        self.folder = folder
        self.progress = progress
        self._assessments = _open_at(folder / ASSESSMENTS, progress.assessments)
        self._failures = _open_at(folder / FAILURES, progress.failures)
        self._progress = _open_at(folder / PROGRESS, _length_of_progress(folder, progress))

    @classmethod
    def fresh(cls, folder: Path) -> Self:
        """Start anew; what the folder held of an earlier run is dropped."""
        return cls(folder, Progress())

    @classmethod
    def resumed(cls, folder: Path) -> Self:
        """Go on after the last whole batch."""
        return cls(folder, _progress_there(folder))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for stream in (self._assessments, self._failures, self._progress):
            with stream:
                os.fsync(stream.fileno())

    def append(self, batch: list[Assessed | BadLine]) -> None:
        """Write one batch, then the line that makes it count."""
        bad = [item for item in batch if isinstance(item, BadLine)]
        good = [item for item in batch if isinstance(item, Assessed)]
        _write(self._assessments, [one.to_json() for item in good for one in item.assessments])
        _write(self._failures, [dump_json(_told(item.error)) for item in bad])
        self.progress = Progress(
            rows=self.progress.rows + len(batch),
            unreadable=self.progress.unreadable + len(bad),
            not_applicable=self.progress.not_applicable
            + sum(not item.assessments for item in good),
            assessments=self._assessments.tell(),
            failures=self._failures.tell(),
        )
        _write(self._progress, [dump_json(asdict(self.progress))])


def _write(stream: FileIO, lines: list[str]) -> None:
    """Write whole lines; a full disk is said so, and may leave half of one in the file."""
    rest = memoryview("".join(f"{line}\n" for line in lines).encode("utf-8", ESCAPED))
    try:
        while rest:
            rest = rest[stream.write(rest) :]
    except OSError as error:
        raise InputError(error.strerror or "cannot be written", source=str(stream.name)) from None


def _told(error: InputError) -> dict[str, str | int | None]:
    return {
        "source": error.source,
        "line": error.line,
        "field": error.field,
        "message": error.problem,
    }


def _open_at(path: Path, length: int) -> FileIO:
    """Open a file for appending after `length` bytes; what stands behind is cut off."""
    # Without a buffer, so that nothing half written waits to be written again.
    try:
        stream = FileIO(path, "r+b" if path.exists() else "w+b")
    except OSError as error:
        raise InputError(error.strerror or "cannot be written", source=str(path)) from None
    stream.truncate(length)
    stream.seek(length)
    return stream


def _progress_lines(folder: Path) -> Iterator[tuple[int, Progress]]:
    """Yield each whole progress line with the offset of its end."""
    path = folder / PROGRESS
    if not path.is_file():
        return
    end = 0
    for line in path.read_bytes().splitlines(keepends=True):
        end += len(line)
        if line.endswith(b"\n"):
            try:
                yield end, Progress(**json.loads(line))
            except (ValueError, TypeError):
                return


def last_progress(folder: Path) -> Progress:
    """Return how far the run in a folder has come."""
    return max((p for _, p in _progress_lines(folder)), key=lambda p: p.rows, default=Progress())


def _progress_there(folder: Path) -> Progress:
    """Return how far a run has come whose files are all there; power that fails may cut some."""
    lengths = {
        name: path.stat().st_size if (path := folder / name).exists() else 0
        for name in (ASSESSMENTS, FAILURES)
    }
    there = (
        found
        for _, found in _progress_lines(folder)
        if found.assessments <= lengths[ASSESSMENTS] and found.failures <= lengths[FAILURES]
    )
    return max(there, key=lambda found: found.rows, default=Progress())


def rewrite_progress(folder: Path, assessments: int) -> None:
    """Say that the run has come as far as it has, in assessments of another length."""
    progress = replace(last_progress(folder), assessments=assessments)
    partial = folder / f"{PROGRESS}.partial"
    partial.write_text(dump_json(asdict(progress)) + "\n", encoding="utf-8")
    partial.replace(folder / PROGRESS)


def _length_of_progress(folder: Path, progress: Progress) -> int:
    return next((end for end, found in _progress_lines(folder) if found == progress), 0)


def stored_failures(folder: Path) -> Iterator[InputError]:
    """Yield what was wrong with the rows that could not be read."""
    for _, told in jsonl_rows(folder / FAILURES):
        yield InputError(
            told["message"], field=told["field"], source=told["source"], line=told["line"]
        )


def stored_assessments(folder: Path, length: int | None = None) -> Iterator[Assessment]:
    """Yield the assessments of a run; with `length`, those of its first bytes."""
    path = folder / ASSESSMENTS
    if not path.is_file():
        if not (folder / PARQUET).is_file():
            raise InputError(f"holds no {ASSESSMENTS} and no {PARQUET}", source=str(folder))
        yield from read_assessments(folder / PARQUET)
        return
    read = 0
    with path.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            read += len(line)
            if length is not None and read > length:
                return
            try:
                yield Assessment.from_json(line)
            except InputError as error:
                raise error.at(str(path), number) from None
