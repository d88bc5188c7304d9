"""Files that are whole or not there."""

from __future__ import annotations

from pathlib import Path

from veriscope.errors import InputError


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    partial = path.with_name(path.name + ".partial")
    try:
        partial.write_bytes(text.encode("utf-8", "surrogatepass"))
        partial.replace(path)
    except OSError as error:
        raise InputError(error.strerror or "cannot be written", source=str(path)) from None


def remove(path: Path) -> None:
    """Remove a file if it is there."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(error.strerror or "cannot be removed", source=str(path)) from None
