"""A judge measured on labelled responses: how well it tells the hallucinated ones."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from veriscope.errors import InputError
from veriscope.grounding.check import GroundingCheck
from veriscope.io.rows import read_rows
from veriscope.judges.calibration import Whole
from veriscope.judges.judge import Judge
from veriscope.judges.local import LocalJudge
from veriscope.metrics.detection import MEASURES, Detection, detection, interval_of, resampled
from veriscope.model import Assessment, Context, Interval, Record, Verdict, VerdictLabel

SEED = 0
_BATCH = 64
_TOLD = 5


@dataclass(frozen=True)
class Labelled:
    """A response with its context, and whether people found it hallucinated."""

    record: Record
    hallucinated: bool


@dataclass
class SetResult:
    """What a judge came to on one file; `failures` holds the first messages, `n_failed` all."""

    supports: list[float] = field(default_factory=list)
    hallucinated: list[bool] = field(default_factory=list)
    claims: int = 0
    n_failed: int = 0
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def fail(self, message: str) -> None:
        """Count a row that has no support."""
        self.n_failed += 1
        if len(self.failures) < _TOLD:
            self.failures.append(message)

    def detection(self) -> Detection:
        """Return the figures of the rows that were judged."""
        return detection(self.supports, self.hallucinated)


def measure_file(path: str, judge: Judge, limit: int | None = None) -> SetResult:
    """Judge the rows of a file; with `limit` a sample of so many, the same at every run.

    A row that cannot be read or judged is counted as failed and told.
    """
    check, found = GroundingCheck(judge), SetResult()
    rows = read_rows(path)
    if limit is not None:
        rows = iter(sampled(rows, limit))
    labelled = _readable(path, rows, found)
    while batch := list(islice(labelled, _BATCH)):
        start = time.perf_counter()
        assessed = check.assess([item.record for item in batch])
        found.seconds += time.perf_counter() - start
        for item, assessment in zip(batch, assessed, strict=True):
            _add(found, item, assessment, whole_of(judge))
    return found


def _readable(path: str, rows: Iterable[tuple[int, Any]], found: SetResult) -> Iterator[Labelled]:
    for number, row in rows:
        try:
            yield read_labelled(row)
        except InputError as error:
            found.fail(str(error.at(path, number)))


def _add(found: SetResult, item: Labelled, assessment: Assessment, whole: Whole) -> None:
    if assessment.failures:
        found.fail(f"{item.record.id}: {assessment.failures[0].message}")
        return
    found.claims += len(assessment.claims)
    found.supports.append(whole.support([support_of(v) for v in assessment.verdicts]))
    found.hallucinated.append(item.hallucinated)


def sampled(rows: Iterable[tuple[int, Any]], count: int) -> list[tuple[int, Any]]:
    """Return `count` rows drawn from the whole of a stream, in their order; seeded."""
    chance = random.Random(SEED)  # noqa: S311 - no secret
    kept: list[tuple[int, Any]] = []
    for number, row in enumerate(rows):
        if number < count:
            kept.append(row)
        elif (place := chance.randrange(number + 1)) < count:
            kept[place] = row
    return sorted(kept, key=lambda row: row[0])


def read_labelled(row: Any) -> Labelled:
    """Read `{"context", "response", "hallucinated"}`; other fields are let be."""
    if isinstance(row, InputError):
        raise row
    if not isinstance(row, Mapping):
        raise InputError("must be an object")
    for name in ("context", "response", "hallucinated"):
        if name not in row:
            raise InputError("is missing", field=name)
    label = row["hallucinated"]
    if label not in (0, 1) or isinstance(label, float):
        raise InputError(f"must be true, false, 1 or 0, not {label!r}", field="hallucinated")
    given = row["context"]
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise InputError("must be a string or a list of strings", field="context")
    question = row.get("question")
    if question is not None and not isinstance(question, str):
        raise InputError("must be a string", field="question")
    contexts = [Context(text) for text in texts] or [Context("")]
    return Labelled(Record(row["response"], query=question, contexts=contexts), bool(label))


def support_of(verdict: Verdict) -> float:
    """Return a verdict's support; of an author without one, how sure it is of its label."""
    if verdict.support is not None:
        return verdict.support
    supported = verdict.label is VerdictLabel.SUPPORTED
    return verdict.confidence if supported else 1.0 - verdict.confidence


def whole_of(judge: Judge) -> Whole:
    """Return how the claims of a response make its support."""
    return judge.whole if isinstance(judge, LocalJudge) else Whole()


@dataclass(frozen=True)
class Mean:
    """The unweighted mean over sets of each figure, with its interval."""

    values: Mapping[str, float | None]
    intervals: Mapping[str, Interval | None]


def mean_of(sets: Sequence[SetResult]) -> Mean:
    """Average over the sets where a figure is defined; the interval resamples within each set."""
    found = [result.detection() for result in sets]
    drawn = [resampled(result.supports, result.hallucinated) for result in sets]
    values: dict[str, float | None] = {}
    intervals: dict[str, Interval | None] = {}
    for name in MEASURES:
        rows = [i for i, item in enumerate(found) if getattr(item, name) is not None]
        known = [getattr(found[i], name) for i in rows]
        values[name] = float(np.mean(known)) if known else None
        intervals[name] = (
            interval_of(np.mean([drawn[i][name] for i in rows], axis=0)) if rows else None
        )
    return Mean(values, intervals)


def set_name(path: str) -> str:
    """Return the name of a set: its file's, without the endings."""
    name = Path(path).name
    for ending in (".xz", ".gz", ".zst"):
        name = name.removesuffix(ending)
    return Path(name).stem if name != "-" else "stdin"
