"""Files to rows, each with its number: JSON Lines, JSON, CSV and Parquet, as streams.

A row that cannot be read is an `InputError` in its place, so that one broken line does not end a
file unless the reader wants it to.
"""

from __future__ import annotations

import csv
import gzip
import io
import lzma
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from veriscope.errors import InputError, MissingExtraError
from veriscope.io.plain import without_nulls
from veriscope.model import parse_json

Rows = Iterator[tuple[int, Any]]
"""Row numbers counted from 1 (lines of a text file), each with its value or its error."""

_BOM = b"\xef\xbb\xbf"
_NO_TEXT = re.compile("[\udc80-\udcff]")
_LARGEST_CELL = 2**31 - 1
_LONGEST_NAME = 200
"""So much of what is no file's name, but perhaps an answer, is said of it."""


@contextmanager
def open_bytes(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file for reading, or standard input for `-`; `.gz`, `.xz`, `.zst` are unpacked.

    What prevents it is an `InputError`.
    """
    if str(path) == "-":
        yield sys.stdin.buffer
        return
    with ExitStack() as stack:
        try:
            stream: Any = stack.enter_context(Path(path).open("rb"))
            if str(path).endswith(".gz"):
                stream = stack.enter_context(gzip.open(stream))
            elif str(path).endswith(".xz"):
                stream = stack.enter_context(lzma.open(stream))
            elif str(path).endswith(".zst"):
                stream = stack.enter_context(_zstd(stream))
            yield stream
        except (OSError, EOFError, lzma.LZMAError) as error:
            why = getattr(error, "strerror", None) or str(error) or "cannot be read"
            raise InputError(why, source=str(path)) from None


def _zstd(stream: BinaryIO) -> io.BufferedReader:
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra
    except ImportError:
        raise MissingExtraError("reading .zst", "parquet") from None
    return io.BufferedReader(pa.CompressedInputStream(stream, "zstd"))


def jsonl_rows(path: str | Path) -> Rows:
    """Yield the values of JSON Lines; blank lines and a byte order mark are passed over."""
    with open_bytes(path) as stream:
        for number, line in enumerate(stream, start=1):
            text = line.removeprefix(_BOM) if number == 1 else line
            if text.strip():
                yield number, _parsed(text)


def _parsed(text: bytes) -> Any:
    try:
        return parse_json(text)
    except InputError as error:
        return error


def json_rows(path: str | Path) -> Rows:
    """Yield the items of a JSON array, or the one object of a JSON file."""
    with open_bytes(path) as stream:
        data = parse_json(stream.read().removeprefix(_BOM))
    yield from enumerate(data if isinstance(data, list) else [data], start=1)


def csv_rows(path: str | Path, delimiter: str = ",") -> Rows:
    """Yield one object a line under the names of the first; an empty cell is no value."""
    csv.field_size_limit(_LARGEST_CELL)
    with open_bytes(path) as stream:
        # Bytes that are no text are carried to the row that they stand in, and named there.
        text = io.TextIOWrapper(stream, "utf-8-sig", errors="surrogateescape", newline="")
        reader = csv.DictReader(text, delimiter=delimiter, strict=True)
        try:
            _check_header(reader.fieldnames or ())
            for row in reader:
                yield reader.line_num, _cells(row)
        except csv.Error as error:
            raise InputError(f"not CSV: {error}", line=reader.reader.line_num) from None


def _check_header(names: Sequence[str]) -> None:
    twice = next((name for name, n in Counter(names).items() if n > 1), None)
    if twice is not None:
        raise InputError(f"has two columns named {twice!r}", line=1)


def _cells(row: dict[Any, Any]) -> dict[str, str] | InputError:
    if None in row:
        return InputError(f"has {len(row[None])} cells more than the first line has names")
    if None in row.values():
        return InputError("has fewer cells than the first line has names")
    if any(_NO_TEXT.search(cell) for cell in row.values()):
        return InputError("not UTF-8")
    return {name: cell for name, cell in row.items() if cell != ""}


def parquet_rows(path: str | Path) -> Rows:
    """Yield one object a row; a null is no value, also in what a cell holds."""
    try:
        from pyarrow import ArrowException, parquet  # noqa: PLC0415 - an extra
    except ImportError:
        raise MissingExtraError("reading Parquet", "parquet") from None
    try:
        number = 0
        for batch in parquet.ParquetFile(path).iter_batches(batch_size=1000):
            for row in batch.to_pylist(maps_as_pydicts="strict"):
                number += 1
                yield number, without_nulls(row)
    except (OSError, KeyError, ArrowException) as error:
        raise InputError(f"not Parquet: {error}", source=str(path)) from None


FORMATS: dict[str, Callable[[str | Path], Rows]] = {
    ".jsonl": jsonl_rows,
    ".ndjson": jsonl_rows,
    ".json": json_rows,
    ".csv": csv_rows,
    ".tsv": lambda path: csv_rows(path, "\t"),
    ".parquet": parquet_rows,
}


def format_of(path: str | Path) -> str | None:
    """Return the ending that tells a file's format, without a packed one; None for no known one."""
    name = str(path).lower()
    for packed in (".gz", ".xz", ".zst"):
        name = name.removesuffix(packed)
    return next((ending for ending in FORMATS if name.endswith(ending)), None)


def read_rows(path: str | Path) -> Rows:
    """Yield the rows of a file by its ending; standard input is JSON Lines."""
    ending = ".jsonl" if str(path) == "-" else format_of(path)
    if ending is None:
        known = ", ".join(FORMATS)
        raise InputError(f"is of no known format ({known})", source=str(path))
    try:
        yield from FORMATS[ending](path)
    except InputError as error:
        raise (error if error.source else error.at(str(path), error.line)) from None


def expand(inputs: list[str]) -> list[str]:
    """Return the files that paths, patterns and folders name, each once, in order.

    A folder stands for the files of a known format in it, at any depth.
    """
    found: dict[str, None] = {}
    for given in inputs:
        found.update(dict.fromkeys(_expand_one(given)))
    return list(found)


def _expand_one(given: str) -> list[str]:
    if not given:
        # Else it would be the folder that one happens to be in.
        raise InputError("must name a file, a folder or a pattern, not be empty", field="input")
    try:
        return _named(given)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be the name of a file: {why}", source=_cut(given)) from None


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_NAME else f"{text[:_LONGEST_NAME]}…"


def _named(given: str) -> list[str]:
    path = Path(given)
    if given == "-" or path.is_file():
        return [given]
    if path.is_dir():
        found = [file for file in path.rglob("*") if format_of(file)]
    else:
        anchor = Path(path.anchor) if path.is_absolute() else Path()
        pattern = str(path.relative_to(path.anchor)) if path.is_absolute() else given
        found = list(anchor.glob(pattern))
    files = sorted(str(file) for file in found if file.is_file())
    if not files:
        raise InputError("no such file, and no file that matches", source=_cut(given))
    return files
