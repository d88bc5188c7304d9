"""What made the numbers: equal manifest and equal input give equal output with a local judge."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path

from veriscope import __version__
from veriscope.errors import InputError
from veriscope.model import JSON, InputFile, Manifest

MANIFEST = "manifest.json"
_CHUNK = 1 << 20


def describe(path: str) -> InputFile:
    """Return size and digest of an input."""
    if path == "-":
        return InputFile(path, None, None)
    digest = hashlib.sha256()
    size = 0
    try:
        with Path(path).open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
                size += len(chunk)
    except OSError as error:
        raise InputError(error.strerror or "cannot be read", source=path) from None
    return InputFile(path, size, digest.hexdigest())


def make_manifest(inputs: Sequence[InputFile], settings: Mapping[str, JSON]) -> Manifest:
    """Return the manifest of a run that is about to start."""
    python = ".".join(platform.python_version_tuple()[:2])
    return Manifest(__version__, python, tuple(inputs), dict(settings))


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a run; a folder without one is an error."""
    path = folder / MANIFEST
    try:
        return Manifest.from_json(path.read_bytes())
    except FileNotFoundError:
        raise InputError(f"holds no {MANIFEST}: not a run", source=str(folder)) from None
    except InputError as error:
        raise error.at(str(path)) from None
