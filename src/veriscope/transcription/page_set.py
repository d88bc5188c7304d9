"""Pages of several engines with their ground truth, as records; nothing is lost on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from veriscope.errors import InputError
from veriscope.io.page_files import find_pages, read_page
from veriscope.io.records import BadLine, located
from veriscope.io.rows import read_rows
from veriscope.model import Assessment, Cause, CheckName, Failure, Record, Stage

_ROW_NAMES = {"hypothesis": "response", "engine": "model"}


@dataclass(frozen=True)
class PageSet:
    """What is to be assessed.

    `missing` are pages that an engine has no output for: failures, so that an engine does not gain
    by leaving pages out. `unmatched` names outputs without a ground truth, which say nothing.
    """

    records: Sequence[Record]
    missing: Sequence[Assessment] = ()
    unmatched: Sequence[str] = ()


def read_page_set(truth: Path, engines: Mapping[str, Path]) -> PageSet:
    """Read a ground truth and the outputs of engines: folders, two files, or one file of rows.

    A file of rows (JSON Lines, JSON, CSV, Parquet) stands alone: each is a record, or has `id`,
    `engine`, `reference` and `hypothesis`. With
    one page against one, the names of the files do not matter.
    """
    if not engines:
        return _rows(truth)
    if truth.is_file():
        reference, page = read_page(truth), truth.stem
        records = [_record(page, name, reference, path) for name, path in engines.items()]
        return PageSet(records)
    references = {page: read_page(path) for page, path in find_pages(truth).items()}
    if not references:
        raise InputError("holds no page", source=str(truth))
    records, missing, unmatched = [], [], []
    for name, folder in engines.items():
        outputs = find_pages(folder)
        for page, reference in references.items():
            if page in outputs:
                records.append(_record(page, name, reference, outputs[page]))
            else:
                missing.append(_missing(page, name))
        unmatched += [f"{name}/{page}" for page in outputs if page not in references]
    return PageSet(records, missing, unmatched)


def _record(page: str, engine: str, reference: str, path: Path) -> Record:
    return Record(response=read_page(path), id=page, reference=reference, model=engine)


def _missing(page: str, engine: str) -> Assessment:
    failure = Failure(Stage.READ, Cause.UNAVAILABLE, "the engine has no output for this page")
    return Assessment(page, CheckName.TRANSCRIPTION, failures=(failure,), model=engine)


def _rows(path: Path) -> PageSet:
    if path.is_dir():
        raise InputError("is a folder: name the output's folder or an --engine", source=str(path))
    found = located(path, read_rows(path), _row)
    records = [record for record in found if not isinstance(record, BadLine)]
    unmatched = [record.id for record in records if record.reference is None]
    return PageSet([record for record in records if record.reference is not None], (), unmatched)


def _row(value: Any) -> Record:
    if isinstance(value, dict):
        value = {_ROW_NAMES.get(name, name): item for name, item in value.items()}
    return Record.from_dict(value)
