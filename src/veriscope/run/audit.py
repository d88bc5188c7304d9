"""The flow of an audit: files in, a folder of assessments, scores and their origin out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from veriscope.errors import InputError
from veriscope.io import BadLine
from veriscope.model import JSON, Answer, Assessment, Breakdown, Manifest, Summary
from veriscope.run.batch import Assessed
from veriscope.run.breakdown import Breaker
from veriscope.run.checks import (
    CheckOptions,
    judge_model,
    judge_prompts,
    numeric_settings,
)
from veriscope.run.gates import Rule, hold
from veriscope.run.journal import (
    ASSESSMENTS,
    FAILURES,
    PARQUET,
    PROGRESS,
    Journal,
    stored_assessments,
    stored_failures,
)
from veriscope.run.keeping import Kept, bring_back, check_extra, drop, keep
from veriscope.run.manifest import MANIFEST, describe, make_manifest, read_manifest
from veriscope.run.pipeline import BATCH, run_local
from veriscope.run.runner import Runner
from veriscope.run.selection import SEED, Selection
from veriscope.run.summary import Summariser
from veriscope.run.times import RUN, Clock, note_end, note_start, utc_now
from veriscope.run.worst import Worst
from veriscope.run.writing import remove, write_lines

SUMMARY = "summary.json"
BREAKDOWN = "breakdown.json"
ANSWERS = "answers.jsonl"
REPORTS = ("report.html", "report.md")
"""What is made of a run's results, and is none of another run's."""
REMADE = (PROGRESS, RUN, SUMMARY, BREAKDOWN, ANSWERS, *REPORTS)
WRITTEN = frozenset((MANIFEST, ASSESSMENTS, PARQUET, FAILURES, *REMADE))
SHOWN = 10_000
"""How many of the worst answers are kept for the report."""


@dataclass(frozen=True)
class AuditOptions:
    """What an audit does with its inputs."""

    selection: Selection
    checks: CheckOptions = field(default_factory=CheckOptions)
    by: str | None = None
    level: float = 0.95
    workers: int = 1
    runner: Runner = run_local
    batch: int = BATCH
    rules: Sequence[Rule] = ()
    min_coverage: float | None = None
    kept: Kept = Kept.JSONL

    def __post_init__(self) -> None:
        if not 0 < self.level < 1:
            raise InputError("must lie strictly between 0 and 1", field="--ci")
        if self.min_coverage is not None and not 0 <= self.min_coverage <= 1:
            raise InputError("must lie between 0 and 1", field="--min-coverage")

    def settings(self) -> dict[str, JSON]:
        """Return what bears on the numbers; not the runner and its workers, which must not."""
        checks = self.checks
        return {
            "checks": [name.value for name in checks.checks] if checks.checks else None,
            "judge": checks.judge,
            "judge_model": judge_model(checks),
            "prompts": judge_prompts(checks),
            "numeric": numeric_settings(checks),
            "db": bool(checks.db),
            # The mapping counts by what stands in it, wherever it lies.
            "facts": checks.facts and describe(checks.facts).sha256,
            "names": dict(self.selection.names),
            "limit": self.selection.limit,
            "sample": self.selection.sample,
            "by": self.by,
            "level": self.level,
            "seed": SEED,
        }


@dataclass(frozen=True)
class AuditResult:
    """What an audit found, and where it lies."""

    folder: Path
    manifest: Manifest
    summary: Summary
    breakdown: Breakdown
    answers: Sequence[Answer]
    finished: bool

    @property
    def assessments(self) -> Stored[Assessment]:
        """What the checks found, record by record, read when it is asked for."""
        return Stored(self, stored_assessments)

    @property
    def failures(self) -> Stored[InputError]:
        """The rows that could not be read, each with its source, line and field."""
        return Stored(self, stored_failures)

    @property
    def passed(self) -> bool:
        """Whether every gate held."""
        return all(gate.passed for gate in self.summary.gates)


T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, repr=False)
class Stored(Generic[T_co]):
    """What lies in the folder of a result: read anew at each pass, never held as a whole."""

    result: AuditResult
    read: Callable[[Path], Iterator[T_co]]

    def __iter__(self) -> Iterator[T_co]:
        # The result is held on to, because its folder may go when it goes.
        yield from self.read(self.result.folder)


@dataclass
class _Readers:
    """What reads assessments while they go by."""

    summariser: Summariser
    breaker: Breaker = field(default_factory=Breaker)
    worst: Worst = field(default_factory=lambda: Worst(SHOWN))
    also: Callable[[Assessed], None] = lambda _item: None

    def add(self, row: int, item: Assessed) -> None:
        """Show one assessed record to all of them."""
        self.summariser.add(item.assessments)
        for assessment in item.assessments:
            self.breaker.add(item.record, assessment)
        self.worst.add(row, item)
        self.also(item)


Watch = Callable[[int, int], bool]
"""Called after each batch with the rows done and the failures so far; False ends the run there."""


def run_audit(
    options: AuditOptions,
    folder: Path,
    *,
    resume: bool = False,
    watch: Watch = lambda _rows, _failed: True,
    also: Callable[[Assessed], None] = lambda _item: None,
    clock: Clock = utc_now,
) -> AuditResult:
    """Assess the selected records into `folder`, and sum them up.

    A run that was killed goes on after its last whole batch with `resume`, if inputs and settings
    are still the same; the output is then that of an undisturbed run. `also` is shown each record
    once it is stored; a run that is resumed shows it all of them again.
    """
    _spare_inputs(options.selection, folder)
    manifest = make_manifest(options.selection.inputs(), options.settings())
    check_extra(options.kept)
    _prepare(folder, manifest, resume=resume)
    times = note_start(folder, clock, resumed=resume)
    opened = Journal.resumed(folder) if resume else Journal.fresh(folder)
    readers = _Readers(Summariser(options.by), also=also)
    with opened as journal:
        before = journal.progress
        if before.rows:
            for row, item in _assessed_before(options, folder, before.rows, before.assessments):
                readers.add(row, item)
        finished = _work(options, journal, readers, watch)
        progress = journal.progress
    _check_unchanged(options.selection, manifest)
    summary = hold(
        readers.summariser.summary(
            rows=progress.rows,
            unreadable=progress.unreadable,
            not_applicable=progress.not_applicable,
            level=options.level,
        ),
        options.rules,
        options.min_coverage,
    )
    answers = readers.worst.answers()
    breakdown = readers.breaker.breakdown()
    write_lines(folder / SUMMARY, [summary.to_json(indent=2)])
    write_lines(folder / BREAKDOWN, [breakdown.to_json(indent=2)])
    write_lines(folder / ANSWERS, (answer.to_json() for answer in answers))
    if finished:
        keep(folder, options.kept)
    note_end(folder, times, clock, finished=finished)
    return AuditResult(folder, manifest, summary, breakdown, answers, finished)


def _work(options: AuditOptions, journal: Journal, readers: _Readers, watch: Watch) -> bool:
    """Run the batches that are left; return whether the run came to its end."""
    items = options.selection.items(skip=journal.progress.rows)
    batches = options.runner(items, options.checks, workers=options.workers, size=options.batch)
    failed = 0
    # Closed here, so that no process or cluster waits for somebody to clear away a traceback.
    with closing(batches):
        for batch in batches:
            start = journal.progress.rows
            journal.append(batch)
            failed += count_failed(batch)
            for i, item in enumerate(batch):
                if isinstance(item, Assessed):
                    readers.add(start + i, item)
            if not watch(journal.progress.rows, failed):
                return False
    return True


def count_failed(batch: Sequence[Assessed | BadLine]) -> int:
    """Count the items of a batch that could not be read or that a check broke on."""
    return sum(
        isinstance(item, BadLine) or any(one.failures for one in item.assessments) for item in batch
    )


def _assessed_before(
    options: AuditOptions, folder: Path, rows: int, length: int
) -> Iterator[tuple[int, Assessed]]:
    """Bring stored assessments together with their records, which stand in the same order."""
    stored = stored_assessments(folder, length)
    waiting = next(stored, None)
    for row, item in enumerate(options.selection.items()):
        if row >= rows:
            return
        if isinstance(item, BadLine):
            continue
        found = []
        seen = set()
        while waiting is not None and waiting.record_id == item.id and waiting.check not in seen:
            seen.add(waiting.check)
            found.append(waiting)
            waiting = next(stored, None)
        yield row, Assessed(item, tuple(found))


def _spare_inputs(selection: Selection, folder: Path) -> None:
    """Refuse an input that the run itself would remove or write over."""
    for file in selection.files:
        path = Path(file).resolve()
        if file != "-" and path.parent == folder.resolve() and path.name in WRITTEN:
            problem = "is a file that the run writes; give another folder as --out"
            raise InputError(problem, source=file)


def _prepare(folder: Path, manifest: Manifest, *, resume: bool) -> None:
    """Make the folder ready; refuse to resume what is another run, or to write over one."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(error.strerror or "cannot be made", source=str(folder)) from None
    if resume and (folder / MANIFEST).exists():
        different = read_manifest(folder).differences(manifest)
        if different:
            problem = f"cannot be resumed, these differ: {'; '.join(different)}"
            raise InputError(problem, source=str(folder))
        if any(file.sha256 is None for file in manifest.inputs):
            raise InputError("standard input cannot be resumed", source=str(folder))
        bring_back(folder)
        return
    drop(folder)
    for name in REMADE:
        remove(folder / name)
    write_lines(folder / MANIFEST, [manifest.to_json(indent=2)])


def _check_unchanged(selection: Selection, manifest: Manifest) -> None:
    """An input that changed while it was read makes numbers that nobody can make again."""
    for before, now in zip(manifest.inputs, selection.inputs(), strict=True):
        if before != now:
            raise InputError("changed while it was read; run again", source=before.path)
