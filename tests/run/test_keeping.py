"""Assessments kept as Parquet: made at the end, lines again when the run is taken up again."""

import json

import pytest

from veriscope import InputError
from veriscope.model import CheckName
from veriscope.run.audit import AuditOptions, run_audit
from veriscope.run.checks import CheckOptions
from veriscope.run.compare import compare_runs
from veriscope.run.journal import stored_assessments
from veriscope.run.keeping import Kept
from veriscope.run.selection import Selection

CHECKS = CheckOptions((CheckName.ABSTENTION, CheckName.VERDICTS))


def options(tmp_path, kept: Kept = Kept.PARQUET, count: int = 60) -> AuditOptions:
    path = tmp_path / "rows.jsonl"
    with path.open("w") as stream:
        for i in range(count):
            row = {"id": f"r{i}", "response": f"\ud800 {i}", "is_nonexistent": i % 2 == 0}
            row["verdicts"] = ["SUPPORTED", "REFUTED" if i % 3 else "SUPPORTED"]
            stream.write(json.dumps(row) + "\n")
    return AuditOptions(Selection([str(path)]), CHECKS, batch=8, kept=kept)


def names(folder) -> set[str]:
    return {path.name for path in folder.iterdir() if path.name.startswith("assess")}


def test_the_same_assessments_in_either_format(tmp_path) -> None:
    lines = run_audit(options(tmp_path, Kept.JSONL), tmp_path / "lines")
    columns = run_audit(options(tmp_path), tmp_path / "columns")
    assert (names(lines.folder), names(columns.folder)) == (
        {"assessments.jsonl"}, {"assessments.parquet"},
    )  # fmt: skip
    assert list(columns.assessments) == list(lines.assessments)
    assert columns.manifest == lines.manifest
    found = compare_runs(lines.folder, columns.folder)
    assert (found.n_paired, found.n_only_before, found.n_only_after) == (120, 0, 0)
    assert found.changes == ()


@pytest.mark.parametrize("stop_after", [8, 40, 60])
def test_a_stopped_run_ends_in_the_same_columns(tmp_path, stop_after) -> None:
    whole = run_audit(options(tmp_path), tmp_path / "whole")
    part = run_audit(
        options(tmp_path), tmp_path / "part", watch=lambda done, failed: done < stop_after
    )
    assert not part.finished
    assert names(part.folder) == {"assessments.jsonl"}
    resumed = run_audit(options(tmp_path), tmp_path / "part", resume=True)
    assert names(resumed.folder) == {"assessments.parquet"}
    assert resumed.summary == whole.summary
    assert list(resumed.assessments) == list(whole.assessments)


@pytest.mark.parametrize("kept", list(Kept))
def test_a_finished_run_can_be_taken_up_in_either_format(tmp_path, kept) -> None:
    first = run_audit(options(tmp_path), tmp_path / "out")
    stored = list(first.assessments)
    again = run_audit(options(tmp_path, kept), tmp_path / "out", resume=True)
    assert again.summary == first.summary
    assert list(again.assessments) == stored
    assert names(again.folder) == {f"assessments.{kept}"}


def test_whole_numbers_that_come_back_as_others_do_not_shift_the_lines(tmp_path) -> None:
    run_audit(options(tmp_path, Kept.JSONL), tmp_path / "out")
    path = tmp_path / "out" / "assessments.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"abstained": 0.0', b'"abstained": 0'))
    progress = tmp_path / "out" / "progress.jsonl"
    last = json.loads(progress.read_text().splitlines()[-1])
    progress.write_text(json.dumps(last | {"assessments": path.stat().st_size}) + "\n")
    stored = list(stored_assessments(tmp_path / "out"))
    for _ in range(2):
        done = run_audit(options(tmp_path), tmp_path / "out", resume=True)
        assert list(done.assessments) == stored


def test_without_its_progress_a_run_starts_anew_and_without_its_assessments_it_does_not(
    tmp_path,
) -> None:
    first = run_audit(options(tmp_path), tmp_path / "out")
    (first.folder / "progress.jsonl").unlink()
    again = run_audit(options(tmp_path), tmp_path / "out", resume=True)
    assert sum(1 for _ in again.assessments) == 120
    (first.folder / "assessments.parquet").unlink()
    with pytest.raises(InputError, match="holds no assessments"):
        run_audit(options(tmp_path), tmp_path / "out", resume=True)


def test_a_new_run_leaves_nothing_of_the_old_one(tmp_path) -> None:
    run_audit(options(tmp_path), tmp_path / "out")
    new = run_audit(options(tmp_path, Kept.JSONL, 5), tmp_path / "out")
    assert names(new.folder) == {"assessments.jsonl"}
    assert sum(1 for _ in new.assessments) == 10


def test_a_folder_without_either_says_so(tmp_path) -> None:
    with pytest.raises(InputError, match=r"holds no assessments.jsonl and no assessments.parquet"):
        list(stored_assessments(tmp_path))
