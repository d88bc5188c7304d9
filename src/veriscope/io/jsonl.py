"""JSON Lines: one object a line, read as a stream, every fault named by file and line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from veriscope.errors import InputError
from veriscope.model import Record, parse_json

T = TypeVar("T")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class BadLine:
    """A line that could not be read, in the place where its value would stand."""

    error: InputError


@contextmanager
def open_bytes(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file for reading, or standard input for `-`; what prevents it is an `InputError`."""
    if str(path) == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 - closed below
    except OSError as error:
        raise InputError(error.strerror or "cannot be opened", source=str(path)) from None
    with stream:
        yield stream


def read_jsonl(
    path: str | Path, read: Callable[[Any], T], *, skip_bad: bool = False
) -> Iterator[T | BadLine]:
    """Yield `read(value)` for each line; blank lines and a byte order mark are passed over.

    A line that is no JSON, or that `read` rejects with an `InputError`, ends the reading with that
    error under the file's name and the line's number; with `skip_bad` it is yielded as a
    `BadLine`, so that nobody can lose it without noticing.
    """
    name = "stdin" if str(path) == "-" else str(path)
    with open_bytes(path) as stream:
        for number, line in enumerate(stream, start=1):
            text = line.removeprefix(_BOM) if number == 1 else line
            if not text.strip():
                continue
            try:
                yield read(parse_json(text))
            except InputError as error:
                if not skip_bad:
                    raise error.at(name, number) from None
                yield BadLine(error.at(name, number))


def read_records(path: str | Path, *, skip_bad: bool = False) -> Iterator[Record | BadLine]:
    """Yield the records of a JSON Lines file."""
    return read_jsonl(path, Record.from_dict, skip_bad=skip_bad)
