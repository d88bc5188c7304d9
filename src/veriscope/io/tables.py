"""What a program holds in memory to rows: lists, iterators, and the tables of other tools.

Tables are known by what they offer, so that none of the tools has to be installed. They are read a
batch at a time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from veriscope.errors import InputError, MissingExtraError
from veriscope.model.codec import Noun

BATCH = 1000


class Held(StrEnum):
    """How rows are held; errors and manifests name their source so."""

    RECORDS = "records"
    TABLE = "table"


def held_rows(given: Any) -> tuple[Held, Iterator[Any]]:
    """Return how the rows are held, and the rows; what holds none is an error that says so."""
    for offers, read in _TABLES:
        # Of the class, because asking the object for a property may cost a whole query.
        if all(hasattr(type(given), name) for name in offers):
            return Held.TABLE, read(given)
    if isinstance(given, (Mapping, str, bytes, Noun)) or not isinstance(given, Iterable):
        hint = "; collect() it first" if hasattr(given, "collect") else ""
        hint = "; take one of its splits" if hasattr(given, "column_names") else hint
        wanted = "must be a list or an iterator of records, a table, or paths"
        raise InputError(f"{wanted}, not {type(given).__name__}{hint}", field="records")
    return Held.RECORDS, iter(given)


def _pandas(frame: Any) -> Iterator[dict[str, Any]]:
    # Not by way of Arrow: a column of objects may hold what no Arrow type does.
    # As in a file that it writes: an index with a name is a column.
    named = [name for name in frame.index.names if name is not None and name not in frame.columns]
    if named:
        frame = frame.reset_index(named)
    _check_names(map(str, frame.columns))
    for start in range(0, len(frame), BATCH):
        for row in frame.iloc[start : start + BATCH].to_dict("records"):
            yield {str(name): None if _is_missing(cell) else cell for name, cell in row.items()}


def _is_missing(cell: Any) -> bool:
    return type(cell).__name__ in ("NAType", "NaTType") or (
        isinstance(cell, float) and math.isnan(cell)
    )


def _polars(frame: Any) -> Iterator[dict[str, Any]]:
    rows: Iterator[dict[str, Any]] = frame.iter_rows(named=True)
    return rows


def _arrow_stream(table: Any) -> Iterator[dict[str, Any]]:
    try:
        from pyarrow import ArrowException, RecordBatchReader  # noqa: PLC0415 - an extra
    except ImportError:
        raise MissingExtraError("reading Arrow tables", "parquet") from None
    try:
        yield from _batches(RecordBatchReader.from_stream(table))
    except (ArrowException, KeyError) as error:
        raise InputError(f"cannot be read as a table: {error}", field="records") from None


def _batches(batches: Iterable[Any]) -> Iterator[dict[str, Any]]:
    for batch in batches:
        _check_names(batch.schema.names)
        for start in range(0, batch.num_rows, BATCH):
            yield from batch.slice(start, BATCH).to_pylist(maps_as_pydicts="strict")


def _hugging_face(dataset: Any) -> Iterator[dict[str, Any]]:
    for columns in dataset.iter(batch_size=BATCH):
        if not isinstance(columns, Mapping):
            # It was told to give its rows as tables of another tool.
            yield from held_rows(columns)[1]
            continue
        for cells in zip(*columns.values(), strict=True):
            yield dict(zip(columns, cells, strict=True))


def _check_names(names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise InputError(f"has two columns named {name!r}", field="records")
        seen.add(name)


_TABLES: tuple[tuple[tuple[str, ...], Callable[[Any], Iterator[dict[str, Any]]]], ...] = (
    (("iloc", "columns", "to_dict"), _pandas),
    (("iter_rows", "schema"), _polars),
    (("column_names", "features", "iter"), _hugging_face),
    (("__arrow_c_stream__",), _arrow_stream),
    (("schema", "to_batches"), lambda dataset: _batches(dataset.to_batches())),
    (("iter_batches",), lambda file: _batches(file.iter_batches(BATCH))),
)
"""What a table offers, and how it is read; the first that fits."""
