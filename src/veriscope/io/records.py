"""Files of any known format and dialect to records, as one stream."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from veriscope.errors import InputError
from veriscope.io import ragtruth
from veriscope.io.dialects import contexts, record_of
from veriscope.io.rows import Rows, format_of, jsonl_rows, read_rows
from veriscope.model import Record, parse_json

T = TypeVar("T")
_TEXTS = ("response", "id", "query", "reference", "model")
FIELDS = frozenset(field.name for field in fields(Record))
_NESTED = FIELDS - {*_TEXTS, "contexts", "is_nonexistent"}
_NAMES = ("id", "model")
_FOREIGN = ("inputs", "outputs", "reference_outputs", "messages", "choices", "labels")
"""Nested values of other tools, which their tables hold as text."""
_TRUTH = dict.fromkeys(("true", "1", "1.0", "yes"), True)
_TRUTH |= dict.fromkeys(("false", "0", "0.0", "no"), False)


@dataclass(frozen=True)
class BadLine:
    """A line that could not be read, in the place where its value would stand."""

    error: InputError


def located(
    path: str | Path, rows: Rows, read: Callable[[Any], T], *, skip_bad: bool = False
) -> Iterator[T | BadLine]:
    """Yield `read(value)` for each row, every fault under the file's name and the line's number.

    A row that is broken, or that `read` rejects with an `InputError`, ends the reading with that
    error; with `skip_bad` it is yielded as a `BadLine`, so that nobody can lose it without
    noticing.
    """
    name = "stdin" if str(path) == "-" else str(path)
    for number, value in rows:
        try:
            if isinstance(value, InputError):
                raise value
            yield read(value)
        except InputError as error:
            if not skip_bad:
                raise error.at(name, number) from None
            yield BadLine(error.at(name, number))


def read_jsonl(
    path: str | Path, read: Callable[[Any], T], *, skip_bad: bool = False
) -> Iterator[T | BadLine]:
    """Yield `read(value)` for each line of a JSON Lines file."""
    return located(path, jsonl_rows(path), read, skip_bad=skip_bad)


def read_records(
    path: str | Path, *, skip_bad: bool = False, names: Mapping[str, str] | None = None
) -> Iterator[Record | BadLine]:
    """Yield the records of a file; `names` maps a field of a record to the name that holds it."""
    return map_records(path, lambda record: record, skip_bad=skip_bad, names=names)


def map_records(
    path: str | Path,
    then: Callable[[Record], T],
    *,
    skip_bad: bool = False,
    names: Mapping[str, str] | None = None,
) -> Iterator[T | BadLine]:
    """Yield what `then` makes of each record; what it rejects is a fault of that line."""
    sources = ragtruth.Sources(path)
    cells = format_of(path) in (".csv", ".tsv")
    read = record_reader(names, sources, cells=cells)
    return located(path, read_rows(path), lambda row: then(read(row)), skip_bad=skip_bad)


def record_reader(
    names: Mapping[str, str] | None, sources: ragtruth.Sources | None = None, *, cells: bool
) -> Callable[[Any], Record]:
    """Return what makes a record of a row; `cells` says that the row is one of a table."""

    def read(row: Any) -> Record:
        if names and isinstance(row, Mapping):
            row = renamed(row, names)
        if cells:
            row = typed(row)
        if not ragtruth.fits(row):
            return record_of(row)
        if sources is None:
            raise InputError("RAGTruth is read from its files", field="source_id")
        return Record.from_dict(sources.join(row))

    return read


def renamed(row: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Bring the named columns under the fields of a record; what is no field goes to `metadata`."""
    if "response" in names and row.get(names["response"]) is None:
        raise InputError("is missing", field=names["response"])
    rest = {name: value for name, value in row.items() if name not in names.values()}
    out = {name: value for name, value in rest.items() if name in FIELDS}
    out.update({to: row[name] for to, name in names.items() if row.get(name) is not None})
    if "contexts" in out:
        out["contexts"] = contexts(out["contexts"])
    extra = {name: value for name, value in rest.items() if name not in FIELDS}
    if extra:
        given = out.get("metadata")
        out["metadata"] = {**(given if isinstance(given, Mapping) else {}), **extra}
    return out


def typed(row: Mapping[str, Any]) -> dict[str, Any]:
    """Read the cells of a table that hold more than text, as JSON or as Python would print them.

    What is no text is taken as it is, but a number is a name too, and 1 and 0 are flags: a column
    with gaps holds numbers in some tools.
    """
    out: dict[str, Any] = dict(row)
    for name, cell in row.items():
        if name == "is_nonexistent":
            out[name] = _TRUTH.get(str(cell).strip().lower(), cell)
        elif name in _NAMES and isinstance(cell, (int, float)):
            out[name] = str(cell)
        elif name == "contexts":
            out[name] = contexts(cell)
        elif isinstance(cell, str) and (name in _NESTED or _is_nested(name, cell)):
            out[name] = _value(cell, name)
    return out


def _is_nested(name: str, cell: str) -> bool:
    return name in _FOREIGN and cell.lstrip().startswith(("{", "["))


def _value(cell: str, field: str) -> Any:
    for read in (parse_json, ast.literal_eval):
        try:
            return read(cell)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
    raise InputError(f"cannot be read: {cell[:40]!r}", field=field)
