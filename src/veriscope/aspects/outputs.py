"""Files that are written row by row while a run is surveyed, and appear when they are whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
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
    """Open a file for writing that takes its name only when all of it was written.

    Half a surrogate pair, which UTF-8 does not have, is written as JSON escapes it.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        stream = part.open("w", encoding="utf-8", newline="\n", errors="backslashreplace")
    except OSError as error:
        raise InputError(error.strerror or "cannot be written", source=str(path)) from None
    try:
        with stream:
            yield stream
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


class CardWriter:
    """Writes the scorecards of model outputs; rows that were scorecards already are not copied.

    The file is opened at the first card, within `files`, which decides when it is whole.
    """

    def __init__(self, path: Path, source: Path, files: ExitStack) -> None:
        self._path = path
        self._source = source
        self._files = files
        self._stream: IO[str] | None = None

    def add(self, row: Mapping[str, Any], card: Mapping[str, Any]) -> None:
        """Write the scorecard of one row."""
        if is_scorecard(row):
            return
        if self._stream is None:
            check_replaces_none(self._path, [self._source])
            self._stream = self._files.enter_context(whole_file(self._path))
        write_row(self._stream, card)


def check_replaces_none(output: Path, inputs: Sequence[Path]) -> None:
    """Raise if writing `output` would replace one of `inputs`."""
    if any(output.resolve() == path.resolve() for path in inputs):
        raise InputError("the output would replace its own input", source=str(output))


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
