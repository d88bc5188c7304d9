"""What the assessments of a finished run are kept as.

While a run goes they are lines, because lines can be appended and cut off. Parquet is made of them
at the end; should the run be taken up again, the same lines are made of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from importlib import import_module
from pathlib import Path

from veriscope.errors import InputError
from veriscope.run.journal import (
    ASSESSMENTS,
    PARQUET,
    last_progress,
    rewrite_progress,
    stored_assessments,
)
from veriscope.run.writing import ESCAPED


class Kept(StrEnum):
    """The formats that assessments can be kept in."""

    JSONL = "jsonl"
    PARQUET = "parquet"


def check_extra(kept: Kept) -> None:
    """Say before a run, not at its end, that a format needs what is not installed."""
    if kept is Kept.PARQUET:
        import_module("veriscope.io.columns")


def bring_back(folder: Path) -> None:
    """Make the lines of a finished run of its Parquet file, so that it can be gone on with."""
    if last_progress(folder).rows and not (folder / ASSESSMENTS).is_file():
        partial = folder / f"{ASSESSMENTS}.partial"
        with _complaining(folder), partial.open("wb") as stream:
            for one in stored_assessments(folder):
                stream.write(f"{one.to_json()}\n".encode("utf-8", ESCAPED))
        # The same values, but a whole number may now be written as 1.0: the length is another.
        rewrite_progress(folder, partial.stat().st_size)
        partial.replace(folder / ASSESSMENTS)
    drop(folder)


def drop(folder: Path) -> None:
    """Remove the Parquet file of an earlier run, which would be taken for that of this one."""
    (folder / PARQUET).unlink(missing_ok=True)


def keep(folder: Path, kept: Kept) -> None:
    """Put the assessments of a finished run into their format."""
    if kept is Kept.JSONL:
        return
    partial = folder / f"{PARQUET}.partial"
    write = import_module("veriscope.io.columns").write_assessments
    try:
        write(partial, stored_assessments(folder))
        with _complaining(folder):
            partial.replace(folder / PARQUET)
            (folder / ASSESSMENTS).unlink()
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def _complaining(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(error.strerror or "cannot be written", source=str(folder)) from None
