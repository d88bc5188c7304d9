"""Which reader a file needs, told from its first bytes, and the rows of any such file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Any

from veriscope.aspects.readers.conll import read_conll, tag_of
from veriscope.aspects.readers.semeval import read_semeval
from veriscope.aspects.readers.shapes import Entry, entry_of
from veriscope.errors import InputError
from veriscope.io import BadLine, read_jsonl
from veriscope.io.records import located, typed
from veriscope.io.rows import open_bytes
from veriscope.io.rows import read_rows as table_rows
from veriscope.model import parse_json

_BOM = b"\xef\xbb\xbf"
_COLUMNS = frozenset({".conll", ".bio", ".iob", ".iob2", ".tsv"})
_TABLES = frozenset({".csv", ".parquet"})
_HEAD = 65_536


def read_rows(path: str | Path) -> Iterator[Entry | BadLine]:
    """Yield the entries and scorecards of a file, as a stream.

    CSV (lists as JSON in their cells) and Parquet are told by their ending, XML by its first
    character, columns of tags by their ending or their first line, a JSON document by its
    brackets; all else is JSON Lines. A row that cannot be used is yielded as a `BadLine`; XML and
    columns of tags end at the first fault, for nothing behind it can be relied on.
    """
    source = str(path)
    if source == "-":
        raise InputError("give a file: it is read more than once", source="stdin")
    if _ending(path) in _TABLES:
        yield from located(path, table_rows(path), lambda row: entry_of(typed(row)), skip_bad=True)
        return
    head = _head(path)
    if head.lstrip()[:1] == b"<":
        with open_bytes(path) as stream:
            yield from read_semeval(stream, source)
    elif _is_columns(path, head):
        with open_bytes(path) as stream:
            yield from read_conll(stream, source)
    elif _is_document(path, head):
        with open_bytes(path) as stream:
            yield from _document(stream, source)
    else:
        yield from read_jsonl(path, entry_of, skip_bad=True)


def _head(path: str | Path) -> bytes:
    with open_bytes(path) as stream:
        return stream.read(_HEAD).removeprefix(_BOM)


def _ending(path: str | Path) -> str:
    """Return what a file's name ends in before it was packed."""
    name = str(path).lower().removesuffix(".gz").removesuffix(".xz")
    return Path(name).suffix


def _is_columns(path: str | Path, head: bytes) -> bool:
    if _ending(path) in _COLUMNS:
        return True
    lines = (line.strip() for line in head.splitlines())
    first = next((line for line in lines if line and not line.startswith(b"#")), b"")
    if first[:1] in b"{[":
        return False
    columns = first.decode("utf-8", "replace").split()
    return columns[:1] == ["-DOCSTART-"] or tag_of(columns) is not None


def _is_document(path: str | Path, head: bytes) -> bool:
    """Whether a file is one JSON value, not one a line."""
    suffix = _ending(path)
    if suffix in {".jsonl", ".ndjson"}:
        return False
    if head.lstrip()[:1] == b"[":
        return True
    first = head.lstrip().splitlines()[:1]
    if suffix != ".json" or not first or len(first[0]) >= _HEAD:
        return False
    try:
        parse_json(first[0])
    except InputError:
        return True
    return False


def _document(stream: IO[bytes], source: str) -> Iterator[Entry | BadLine]:
    try:
        value = parse_json(stream.read().removeprefix(_BOM))
    except InputError as error:
        raise error.at(source) from None
    for number, row in enumerate(_rows(value)):
        try:
            yield entry_of(row)
        except InputError as error:
            field = ".".join(part for part in (f"[{number}]", error.field) if part)
            yield BadLine(InputError(error.problem, field=field, source=source))


def _rows(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        return iter(value)
    if isinstance(value, dict) and value and all(isinstance(v, dict) for v in value.values()):
        named = ({"id": name, **row} for name, row in value.items())
        whole = {"text", "sentence", "ate", "inputs"} & value.keys()
        return chain([value]) if whole else named
    return iter([value])
