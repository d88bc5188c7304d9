"""`veriscope.audit`: what the command does with files, for what a program holds."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from importlib import import_module
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from veriscope.errors import InputError
from veriscope.integrations.result import Audit
from veriscope.integrations.shelter import Shelter
from veriscope.io import expand
from veriscope.io.spool import spool
from veriscope.run.audit import AuditOptions, AuditResult, Watch, run_audit
from veriscope.run.bar import bar
from veriscope.run.checks import CheckOptions, check_names
from veriscope.run.gates import parse_rule
from veriscope.run.keeping import Kept
from veriscope.run.selection import Selection

Told = Callable[[int, int], object]
"""Called after each batch with the rows done and the failures so far; False ends the run there."""
_SPOOL = "records.partial"


def audit(  # noqa: PLR0913 - as many as the command has options
    records: Any,
    *,
    checks: str | Iterable[str] | None = None,
    judge: str = "local",
    db: str | None = None,
    facts: str | None = None,
    by: str | None = None,
    names: Mapping[str, str] | None = None,
    limit: int | None = None,
    sample: int | None = None,
    workers: int = 1,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    fail_on: str | Iterable[str] = (),
    min_coverage: float | None = None,
    ci: float = 0.95,
    format: str = "jsonl",  # noqa: A002 - as on the command line
    junit: str | PathLike[str] | None = None,
    sarif: str | PathLike[str] | None = None,
    progress: bool | Told | None = None,
) -> Audit:
    """Run every check that applies to each record, and sum up what was found.

    `records` is a list or an iterator of `Record` or of mappings under any field names that files
    may have; a table of pandas, Polars, PyArrow, DuckDB or Hugging Face `datasets`, or whatever
    else offers an Arrow stream; or a path, or a list of paths. What cannot be a record is among
    the `failures` of the result and in its denominators.

    The options are those of `veriscope audit`; `names={"response": "answer"}` is its `--map`.
    Without `out` everything lies in a temporary folder that lives as long as the result. Gates that
    fail make `result.passed` false. `progress` is a function, or whether a bar is drawn; a terminal
    gets one unless told otherwise.
    """
    with _arguments():
        checked = CheckOptions(_checks(checks), judge=judge, db=db, facts=facts)
        rules = [parse_rule(rule) for rule in ([fail_on] if isinstance(fail_on, str) else fail_on)]
        selection = Selection(_paths(records) or (), names or {}, limit, sample)
        kept = _kept(format)
    if out or junit or sarif:
        # What the report needs is missed now, not after an hour.
        import_module("veriscope.report.audit")
    shelter = None if out else Shelter()
    folder = shelter.path if shelter else _made(Path(fspath(out or "")))
    with _spooled(records, selection, folder) as chosen:
        options = AuditOptions(
            chosen, checked, by, ci, workers or os.cpu_count() or 1, rules=rules,
            min_coverage=min_coverage, kept=kept,
        )  # fmt: skip
        with _watching(progress, chosen) as watch:
            result = run_audit(options, folder, resume=resume, watch=watch)
    if out or junit or sarif:
        _report(result, junit, sarif)
    own = {field.name: getattr(result, field.name) for field in fields(AuditResult)}
    return Audit(**own, shelter=shelter)


@contextmanager
def _arguments() -> Iterator[None]:
    """Name a wrong option as the argument that it is here."""
    try:
        yield
    except InputError as error:
        field = error.field and error.field.removeprefix("--").replace("-", "_")
        field = "names" if field == "map" else field
        raise InputError(error.problem, field=field, source=error.source) from None


def _checks(given: str | Iterable[str] | None) -> Any:
    if given is None:
        return None
    return check_names(given.split(",") if isinstance(given, str) else given)


def _kept(name: str) -> Kept:
    try:
        return Kept(name)
    except ValueError:
        raise InputError(f"must be jsonl or parquet, not {name!r}", field="format") from None


def _paths(records: Any) -> list[str] | None:
    """Return the files that were named; None for anything that is not one path or several."""
    if isinstance(records, (str, PathLike)):
        return expand([fspath(records)])
    many = isinstance(records, (list, tuple)) and len(records) > 0
    if many and all(isinstance(one, (str, PathLike)) for one in records):
        return expand([fspath(one) for one in records])
    return None


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(error.strerror or "cannot be made", source=str(folder)) from None
    return folder


@contextmanager
def _spooled(records: Any, selection: Selection, folder: Path) -> Iterator[Selection]:
    """Give the selection with what the program holds, written down for as long as it is read."""
    if selection.files:
        yield selection
        return
    path = folder / _SPOOL
    try:
        # With a sample all rows are wanted: it is drawn from them before the limit cuts it.
        written = spool(records, path, limit=None if selection.sample else selection.limit)
        yield Selection((), selection.names, selection.limit, selection.sample, written)
    finally:
        path.unlink(missing_ok=True)


@contextmanager
def _watching(progress: bool | Told | None, selection: Selection) -> Iterator[Watch]:
    if callable(progress):
        yield lambda done, failed: progress(done, failed) is not False
        return
    drawn = sys.stderr.isatty() if progress is None else progress
    with bar(selection.total() if drawn else None, shown=drawn) as tell:

        def watch(done: int, failed: int) -> bool:
            tell(done, failed)
            return True

        yield watch


def _report(
    result: AuditResult, junit: str | PathLike[str] | None, sarif: str | PathLike[str] | None
) -> None:
    room = import_module("veriscope.report.audit")
    page = room.Report(result.summary, result.manifest, result.breakdown, result.answers)
    places = {"junit": junit, "sarif": sarif}
    given = {name: Path(place) for name, place in places.items() if place}
    room.write_reports(page, result.folder, **given)
