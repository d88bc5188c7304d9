"""Files that are written row by row while a run is surveyed, and appear when they are whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from veriscope.aspects.offsets import OffsetUnit
from veriscope.aspects.readers import is_scorecard
from veriscope.aspects.repair import repair_entry
from veriscope.aspects.scorecard import entry_of_scorecard
from veriscope.errors import InputError
from veriscope.model import dump_json


@contextmanager
def whole_file(path: Path) -> Iterator[IO[str]]:
    """Open a file for writing that takes its name only when all of it was written."""
    part = path.with_name(f"{path.name}.part")
    try:
        stream = part.open("w", encoding="utf-8", newline="\n", errors="surrogatepass")
    except OSError as error:
        raise InputError(error.strerror or "cannot be written", source=str(path)) from None
    try:
        with stream:
            yield stream
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


class RepairWriter:
    """Writes repaired model outputs and counts what was mended and what could not be."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self.reasons: Counter[str] = Counter()
        self.samples = 0
        self.without_text = 0

    def add(self, row: Mapping[str, Any], unit: OffsetUnit) -> None:
        """Write one row; a scorecard that does not hold its text cannot be repaired."""
        entry = entry_of_scorecard(row) if is_scorecard(row) else row
        if entry is None:
            self.without_text += 1
            return
        mended = repair_entry(entry, unit=unit)
        self.reasons.update(change["reason"] for change in mended["repairs"])
        self.samples += bool(mended["repairs"])
        write_row(self._stream, mended)


def write_row(stream: IO[str], row: Mapping[str, Any]) -> None:
    """Write one line of JSON Lines."""
    try:
        stream.write(dump_json(row) + "\n")
    except ValueError:
        name = row.get("text_id")
        raise InputError(f"sample {name!r} holds a number too large to be written") from None
