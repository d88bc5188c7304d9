"""Files of aspect output or scorecards, to the files that a survey of them leaves behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from veriscope.aspects.merge import merged
from veriscope.aspects.offsets import OffsetUnit
from veriscope.aspects.outputs import CardWriter, RepairWriter, check_replaces_none, whole_file
from veriscope.aspects.survey import Options, Survey, survey
from veriscope.aspects.tables import metrics_csv, metrics_markdown
from veriscope.errors import InputError

CSV_NAME = "structural_metrics.csv"
TABLE_NAME = "structural_metrics_table.md"


@dataclass(frozen=True)
class AspectRuns:
    """Each file as one run; `merged` is None for a single one."""

    surveys: Sequence[Survey]
    results: Sequence[Mapping[str, Any]]
    merged: Mapping[str, Any] | None
    repairs: RepairWriter | None

    @property
    def names(self) -> list[str]:
        """What the runs are called: their files."""
        return [found.source for found in self.surveys]

    def table(self) -> str:
        """Return the figures as a Markdown table."""
        return metrics_markdown(self.names, self.results, self.merged)

    def notices(self) -> list[str]:
        """Return a line for each fault in the files, and for what was only counted."""
        return [line for found in self.surveys for line in _faults(found)]

    def remarks(self) -> list[str]:
        """Return what there is to say beside the figures."""
        units = [_unit_line(found) for found in self.surveys]
        return [line for line in units if line] + self._repair_lines()

    def _repair_lines(self) -> list[str]:
        if self.repairs is None:
            return []
        counts, lost = self.repairs.reasons, self.repairs.without_text
        mended = f"repaired {counts['misaligned']} spans, rewrote {counts['unit']} in characters"
        lines = [f"{mended}, in {self.repairs.samples} samples"]
        return lines + ([f"{lost} scorecards hold no text to repair by"] if lost else [])


def _faults(found: Survey) -> list[str]:
    if not found.n_bad:
        return []
    lines = [str(error) for error in found.bad]
    return [*lines, f"{found.source}: {found.n_bad} not read, in no rate"]


def _unit_line(found: Survey) -> str | None:
    report = found.unit
    if report.unit is OffsetUnit.CHARACTERS:
        return None
    plain, best = report.agree[OffsetUnit.CHARACTERS], report.agree[report.unit]
    counts = f"{best} of {report.spans} agree so, {plain} as characters"
    return f"{found.source}: spans count {report.unit.value}: {counts}"


def survey_files(
    paths: Sequence[Path], options: Options, *, out: Path | None = None, repair: Path | None = None
) -> AspectRuns:
    """Survey files, each as one run of the same samples.

    With `out` the tables go there, and a scorecard for each model output. With `repair` the
    repaired outputs of all files go to that file. Nothing that was asked for is left half written:
    a run in which no sample is left is an error, and then there is no file.
    """
    if repair is not None:
        check_replaces_none(repair, paths)
    if out is not None:
        _make_folder(out)
    with ExitStack() as files:
        repairs = None
        if repair is not None:
            repairs = RepairWriter(files.enter_context(whole_file(repair)))
        surveys = []
        for number, path in enumerate(paths, start=1):
            cards = None
            if out is not None:
                name = "scorecards.jsonl" if len(paths) == 1 else f"scorecards_{number}.jsonl"
                cards = CardWriter(out / name, path, files)
            surveys.append(_survey_one(path, options, cards, repairs))
        runs = _runs(surveys, options, repairs)
    if out is not None:
        _write(out / CSV_NAME, metrics_csv(runs.names, runs.results))
        _write(out / TABLE_NAME, runs.table())
    return runs


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(error.strerror or "cannot be made", source=str(folder)) from None


def _survey_one(
    path: Path, options: Options, cards: CardWriter | None, repairs: RepairWriter | None
) -> Survey:
    def each(row: dict[str, Any], card: dict[str, Any], unit: OffsetUnit) -> None:
        if cards is not None:
            cards.add(row, card)
        if repairs is not None:
            repairs.add(row, unit)

    found = survey(path, options, each=each)
    if not found.counts:
        raise InputError(why_empty(found, options), source=str(path))
    if options.gold is not None and not found.spans.samples:
        raise InputError("no sample has an id that the gold knows", source=str(path))
    return found


def why_empty(found: Survey, options: Options) -> str:
    """Say why no sample is left of a file."""
    bad = f"; {found.n_bad} could not be read, the first: {found.bad[0]}" if found.bad else ""
    if not found.other_profiles:
        return f"holds no sample{bad}"
    known = ", ".join(sorted(found.other_profiles)[:5])
    return f"no sample has the profile {options.profile!r}; there are {known}{bad}"


def _runs(surveys: Sequence[Survey], options: Options, repairs: RepairWriter | None) -> AspectRuns:
    results = [found.result(options) for found in surveys]
    together = None
    if len(surveys) > 1:
        outcomes = [found.outcomes.found for found in surveys]
        together = merged(results, outcomes, options.profile)
    return AspectRuns(surveys, results, together, repairs)


def _write(path: Path, text: str) -> None:
    with whole_file(path) as stream:
        stream.write(text)
