"""Files of assessments, one a row."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import cast

from veriscope.io.records import read_jsonl
from veriscope.io.rows import format_of
from veriscope.model import Assessment


def read_assessments(path: Path) -> Iterator[Assessment]:
    """Yield the assessments of a file, Parquet or JSON Lines by its ending."""
    if format_of(path) == ".parquet":
        # Loaded here and nowhere else: it needs an extra.
        read = import_module("veriscope.io.columns").read_assessments
        yield from cast("Iterator[Assessment]", read(path))
        return
    for found in read_jsonl(path, Assessment.from_dict):
        if isinstance(found, Assessment):
            yield found
