"""Assessments as columns: Parquet that other tools can query, read back without loss.

The columns follow from the nouns' own fields: a list is a list of structs, a mapping a map, a span
a struct of `start` and `end`; of a claim's detail one struct of three is filled, by its kind. What
has no fixed shape (a locator, a span as claimed) and what must stay exact (a decimal number) is
text. `exact` is null, but for an assessment that Parquet's types cannot hold: then it is the whole
assessment as JSON, and the other columns show what can be shown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from enum import Enum
from itertools import islice
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from veriscope.errors import InputError, MissingExtraError
from veriscope.model import Assessment, dump_json, parse_json
from veriscope.model.codec import Noun

try:
    import pyarrow as pa
    from pyarrow import parquet
except ImportError:  # pragma: no cover - the extra is installed wherever the tests run
    raise MissingExtraError("writing and reading Parquet", "parquet") from None

EXACT = "exact"
ROWS = 4096
"""How many assessments make a row group; so many are in memory at once."""
_CANNOT = (UnicodeEncodeError, OverflowError, pa.ArrowException)


@dataclass(frozen=True)
class Column:
    """The type of a field in Arrow, and the way there from a value and back to JSON."""

    type: Any
    put: Callable[[Any], Any]
    take: Callable[[Any], Any]


def write_assessments(path: Path, assessments: Iterable[Assessment]) -> None:
    """Write a Parquet file, a row group at a time."""
    stream = iter(assessments)
    try:
        with parquet.ParquetWriter(path, SCHEMA, compression="zstd") as writer:
            while found := list(islice(stream, ROWS)):
                writer.write_batch(_batch(found))
    except OSError as error:
        raise InputError(error.strerror or str(error), source=str(path)) from None


def read_assessments(path: Path) -> Iterator[Assessment]:
    """Yield what `write_assessments` wrote, equal and in order."""
    try:
        with parquet.ParquetFile(path) as file:
            missing = [name for name in _WHOLE.type.names if name not in file.schema_arrow.names]
            if missing:
                raise InputError("is missing: not assessments", field=missing[0], source=str(path))
            number = 0
            for batch in file.iter_batches(batch_size=ROWS // 4):
                for row in batch.to_pylist(maps_as_pydicts="strict"):
                    number += 1
                    yield _assessment(row, path, number)
    except (OSError, KeyError, pa.ArrowException) as error:
        raise InputError(f"not Parquet: {error}", source=str(path)) from None


def _assessment(row: dict[str, Any], path: Path, number: int) -> Assessment:
    try:
        exact = row.pop(EXACT, None)
        if exact is not None:
            return Assessment.from_json(exact)
        return Assessment.from_dict(_WHOLE.take(row))
    except InputError as error:
        raise error.at(str(path), number) from None


def _batch(found: Sequence[Assessment]) -> Any:
    rows = [cast("dict[str, Any]", _WHOLE.put(one)) for one in found]
    try:
        return pa.RecordBatch.from_pylist(rows, schema=SCHEMA)
    except _CANNOT:
        # One of them; finding out which costs more, and happens seldom.
        held = [_held(row, one) for row, one in zip(rows, found, strict=True)]
        return pa.RecordBatch.from_pylist(held, schema=SCHEMA)


def _held(row: dict[str, Any], one: Assessment) -> dict[str, Any]:
    try:
        pa.RecordBatch.from_pylist([row], schema=SCHEMA)
    except _CANNOT:
        return {**_shown(row), EXACT: json.dumps(one.to_dict(), allow_nan=False)}
    return row


def _shown(value: Any) -> Any:
    """Return what Arrow can hold: `?` for half a sign, nothing for a huge number."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, int) and not -(2**53) <= value <= 2**53:
        return None
    if isinstance(value, dict):
        return {name: _shown(item) for name, item in value.items()}
    if isinstance(value, tuple):
        return tuple(map(_shown, value))
    if isinstance(value, list):
        # Of a map the pairs whose names can be held: two others would become one.
        return [_shown(one) for one in value if not isinstance(one, tuple) or one == _shown(one)]
    return value


def _same(value: Any) -> Any:
    return value


def _column(hint: Any) -> Column:
    """Return the column for a type hint of a noun's field."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _optional(tuple(one for one in arguments if one is not type(None)))
    if origin is tuple:
        return _SPAN
    if origin is Sequence:
        return _list(_column(arguments[0]))
    if origin is Mapping:
        return _JSON if arguments[1] is Any else _map(_column(arguments[1]))
    if isinstance(hint, type) and issubclass(hint, Noun):
        return _struct(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Column(pa.string(), lambda value: value.value, _same)
    return _SCALARS[hint]


def _optional(members: tuple[Any, ...]) -> Column:
    if len(members) > 1:
        return _one_of({_kind(member): _struct(member) for member in members})
    return _or_null(_column(members[0]))


def _or_null(column: Column) -> Column:
    return Column(
        column.type,
        lambda value: None if value is None else column.put(value),
        lambda value: None if value is None else column.take(value),
    )


def _list(item: Column) -> Column:
    return Column(
        pa.list_(item.type),
        lambda values: [item.put(value) for value in values],
        lambda values: [item.take(value) for value in values],
    )


def _map(item: Column) -> Column:
    return Column(
        pa.map_(pa.string(), item.type),
        lambda values: [(name, item.put(value)) for name, value in values.items()],
        lambda values: {name: item.take(value) for name, value in _pairs(values)},
    )


def _pairs(values: Any) -> Iterable[tuple[str, Any]]:
    """Return the pairs of a map; Polars, which has none, writes a list of structs for it."""
    if isinstance(values, Mapping):
        return values.items()
    return ((pair["key"], pair["value"]) for pair in values)


def _kind(noun: Any) -> str:
    return str(get_args(get_type_hints(noun)["kind"])[0])


def _struct(noun: Any) -> Column:
    """Return the struct of a noun's fields, under their names on disk."""
    hints = get_type_hints(noun)
    columns = {
        field.metadata.get("name") or field.name: (field.name, _column(hints[field.name]))
        for field in fields(noun)
        if get_origin(hints[field.name]) is not Literal
    }
    return Column(
        pa.struct([(name, column.type) for name, (_, column) in columns.items()]),
        lambda value: {
            name: column.put(getattr(value, attribute))
            for name, (attribute, column) in columns.items()
        },
        lambda row: {name: column.take(row[name]) for name, (_, column) in columns.items()},
    )


def _one_of(kinds: dict[str, Column]) -> Column:
    """Return a struct of which one field is filled, by the kind of the value."""

    def take(row: dict[str, Any] | None) -> dict[str, Any] | None:
        for kind, found in (row or {}).items():
            if found is not None:
                return {"kind": kind, **kinds[kind].take(found)}
        return None

    return Column(
        pa.struct([(kind, column.type) for kind, column in kinds.items()]),
        lambda value: None if value is None else {value.kind: kinds[value.kind].put(value)},
        take,
    )


_SPAN = Column(
    pa.struct([("start", pa.int64()), ("end", pa.int64())]),
    lambda span: {"start": span[0], "end": span[1]},
    lambda span: [span["start"], span["end"]],
)
_JSON = _or_null(Column(pa.string(), dump_json, parse_json))
_SCALARS = {
    str: Column(pa.string(), _same, _same),
    bool: Column(pa.bool_(), _same, _same),
    int: Column(pa.int64(), _same, _same),
    float: Column(pa.float64(), _same, _same),
    Decimal: Column(pa.string(), str, _same),
    Any: _JSON,
}
_WHOLE = _struct(Assessment)
SCHEMA = pa.schema([*_WHOLE.type, (EXACT, pa.string())])
