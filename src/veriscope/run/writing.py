"""Files that are whole or not there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from veriscope.errors import InputError

ESCAPED = "backslashreplace"
"""How JSON is made bytes: half of a surrogate pair is no UTF-8, and JSON has `\\ud800` for it."""


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines as they come, the file whole or not at all."""
    partial = path.with_name(path.name + ".partial")
    try:
        with partial.open("wb") as stream:
            for line in lines:
                stream.write(f"{line}\n".encode("utf-8", ESCAPED))
        partial.replace(path)
    except OSError as error:
        raise InputError(error.strerror or "cannot be written", source=str(path)) from None


def remove(path: Path) -> None:
    """Remove a file if it is there."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(error.strerror or "cannot be removed", source=str(path)) from None
