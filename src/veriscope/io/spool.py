"""Records that a program holds, written down once: what is read then can be read again.

An iterator gives its rows once; an audit reads them to draw a sample and to resume, and has to say
what it read. Each line is a sign and a JSON text: a record, a row, a row of a table, or what was
wrong with one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from veriscope.errors import InputError
from veriscope.io.plain import plain, without_nulls
from veriscope.io.records import BadLine, located, record_reader
from veriscope.io.tables import Held, held_rows
from veriscope.model import Record, dump_json, parse_json

_RECORD, _ROW, _CELLS, _ERROR = "R", "J", "C", "E"


@dataclass(frozen=True)
class Spool:
    """Rows on disk, and what they are: `sha256` is that of the rows as JSON Lines."""

    path: Path
    held: Held
    rows: int
    size: int
    sha256: str

    def records(self, names: Mapping[str, str]) -> Iterator[Record | BadLine]:
        """Yield the records, and in their places the rows that cannot be one."""
        readers: dict[str, Callable[[Any], Record]] = {
            _RECORD: Record.from_dict,
            _ROW: record_reader(names, cells=False),
            _CELLS: record_reader(names, cells=True),
            _ERROR: _complain,
        }

        def read(line: str) -> Record:
            return readers[line[0]](parse_json(line[1:]))

        with self.path.open(encoding="utf-8", errors="surrogatepass", newline="\n") as stream:
            yield from located(self.held.value, iter(enumerate(stream, 1)), read, skip_bad=True)


def _complain(told: list[str | None]) -> Record:
    raise InputError(told[1] or "", field=told[0])


def spool(given: object, path: Path, *, limit: int | None = None) -> Spool:
    """Write down what a list, an iterator or a table holds, at most its first `limit` rows."""
    held, rows = held_rows(given)
    digest = hashlib.sha256()
    size = count = 0
    try:
        stream = path.open("wb")
    except OSError as error:
        raise InputError(error.strerror or "cannot be written", source=str(path)) from None
    with stream:
        for row in islice(rows, limit):
            sign, text = _line(row, held)
            line = (text + "\n").encode("utf-8", "surrogatepass")
            digest.update(line)
            size += len(line)
            count += 1
            try:
                stream.write(sign.encode() + line)
            except OSError as error:
                raise InputError(error.strerror or "cannot be written", source=str(path)) from None
    return Spool(path, held, count, size, digest.hexdigest())


def _line(row: Any, held: Held) -> tuple[str, str]:
    try:
        value = plain(row)
        if isinstance(row, Record):
            return _RECORD, dump_json(value)
        if held is Held.TABLE:
            return _CELLS, dump_json(without_nulls(value))
        return _ROW, dump_json(value)
    except InputError as error:
        return _ERROR, dump_json([error.field, error.problem])
    except ValueError as error:
        # A number of thousands of digits has no text.
        return _ERROR, dump_json([None, str(error)])
