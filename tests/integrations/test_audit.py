"""`veriscope.audit`: the command's results, from what a program holds."""

import asyncio
import copy
import gc
import json
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

import veriscope
from tests.flows.command import ROOT
from veriscope import InputError, Record
from veriscope.model import CheckName
from veriscope.run.audit import AuditOptions, AuditResult, run_audit
from veriscope.run.checks import CheckOptions
from veriscope.run.selection import Selection

GIVEN = ("verdicts", "abstention")


def rows(count: int) -> list[dict]:
    out = []
    for i in range(count):
        row = {"id": f"r{i}", "response": "It is 5." if i % 3 else "I don't know."}
        row |= {
            "model": "ab"[i % 2],
            "verdicts": ["SUPPORTED", "REFUTED" if i % 2 else "SUPPORTED"],
        }
        out.append(row if i % 4 else row | {"is_nonexistent": True})
    return out


def written(tmp_path, found: list) -> str:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in found))
    return str(path)


def test_the_same_as_of_a_file(tmp_path) -> None:
    found = rows(150)
    path = written(tmp_path, [*found[:70], {"response": 5}, *found[70:]])
    held = [*found[:70], {"response": 5}, *found[70:]]
    checks = CheckOptions((CheckName.ABSTENTION, CheckName.VERDICTS))
    of_file = run_audit(AuditOptions(Selection([path], sample=99), checks, "model"), tmp_path / "o")
    for given in (path, Path(path), [path], held, iter(held)):
        result = veriscope.audit(given, checks=GIVEN, by="model", sample=99)
        assert isinstance(result, AuditResult)
        assert result.summary == of_file.summary
        assert result.breakdown == of_file.breakdown
        assert result.answers == of_file.answers
        assert list(result.assessments) == list(of_file.assessments)
        assert result.manifest.inputs[0].sha256 == of_file.manifest.inputs[0].sha256
        assert result.manifest.settings == of_file.manifest.settings
        assert result.finished


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bad_row_is_a_failure_that_names_row_and_field(workers) -> None:
    given = [*rows(100), {"response": 5}, {"response": "x", "metadata": object()}]
    result = veriscope.audit(given, checks=GIVEN, workers=workers)
    assert [(one.source, one.line, one.field) for one in result.failures] == [
        ("records", 101, "response"),
        ("records", 102, "metadata"),
    ]
    assert result.summary.n_unreadable == 2
    assert result.summary.score("mihr").n_failed == {"unreadable": 2}
    assert "2 could not be read" in str(result)


def test_it_runs_inside_a_running_loop() -> None:
    async def cell() -> AuditResult:
        record = Record("The tower is 9 m tall.", contexts=["The tower is 221 m tall."])
        return veriscope.audit([record], checks="grounding")

    assert asyncio.run(cell()).summary.n_assessed == {"grounding": 1}


def test_the_folder_lives_as_long_as_what_reads_it() -> None:
    result = veriscope.audit(rows(200), checks=GIVEN)
    folder, stored = result.folder, result.assessments
    assert not (folder / "records.partial").exists()
    del result
    gc.collect()
    once = sum(1 for _ in stored)
    assert once == sum(1 for _ in stored) == 250
    del stored
    gc.collect()
    assert not folder.exists()
    assert sum(1 for _ in veriscope.audit(rows(200), checks=GIVEN).assessments) == 250


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_is_equal_and_holds_the_folder(copied) -> None:
    result = veriscope.audit(rows(20), checks=GIVEN)
    other = copied(result)
    assert other == result
    folder = result.folder
    del result
    gc.collect()
    assert sum(1 for _ in other.assessments) == 25
    del other
    gc.collect()
    assert not folder.exists()


def test_a_result_travels_to_another_process_without_its_folder() -> None:
    result = veriscope.audit(rows(20), checks=GIVEN)
    other = pickle.loads(pickle.dumps(result))
    assert (other.summary, other.answers) == (result.summary, result.answers)
    del other
    gc.collect()
    assert result.folder.exists()


def test_a_program_that_ends_leaves_no_folder(tmp_path) -> None:
    code = "import veriscope; result = veriscope.audit([]); print(result.folder)"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True, text=True, check=True, env={"TMPDIR": str(tmp_path)},
    )  # fmt: skip
    assert done.stdout.strip().startswith(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_ones_own_holds_what_the_command_writes(tmp_path) -> None:
    result = veriscope.audit(
        pl.DataFrame(rows(20)), checks=GIVEN, out=tmp_path / "new" / "out", junit=tmp_path / "j"
    )
    names = {path.name for path in result.folder.iterdir()}
    assert names >= {"answers.jsonl", "assessments.jsonl", "manifest.json", "report.html"}
    assert not any(name.endswith(".partial") for name in names)
    assert (tmp_path / "j").read_text().startswith("<?xml")
    del result
    gc.collect()
    assert (tmp_path / "new" / "out" / "report.html").exists()


def test_a_stopped_run_goes_on_with_the_same_records_and_no_others(tmp_path) -> None:
    whole = veriscope.audit(iter(rows(300)), checks=GIVEN, out=tmp_path / "whole")
    out = tmp_path / "out"
    part = veriscope.audit(
        iter(rows(300)), checks=GIVEN, out=out, progress=lambda done, failed: done < 128
    )
    assert (part.finished, part.summary.n_records) == (False, 128)
    assert "stopped before its end" in repr(part)
    with pytest.raises(InputError, match="the content of records"):
        veriscope.audit(iter(rows(299)), checks=GIVEN, out=out, resume=True)
    done = veriscope.audit(iter(rows(300)), checks=GIVEN, out=out, resume=True)
    assert done.summary == whole.summary
    for name in ("assessments.jsonl", "failures.jsonl", "answers.jsonl"):
        assert (out / name).read_bytes() == (whole.folder / name).read_bytes()


def test_gates_names_and_progress() -> None:
    told = []
    frame = pd.DataFrame({"said": ["a", "b"], "verdicts": [["REFUTED"], ["SUPPORTED"]]})
    result = veriscope.audit(
        frame, names={"response": "said"}, fail_on="mihr>0.1", min_coverage=0.9,
        progress=lambda done, failed: told.append((done, failed)),
    )  # fmt: skip
    assert [(gate.rule, gate.passed) for gate in result.summary.gates] == [
        ("mihr>0.1", False),
        ("verdicts.coverage<0.9", True),
    ]
    assert not result.passed
    assert told == [(2, 0)]
    assert "Failed: mihr>0.1." in str(result)


def test_nothing_at_all() -> None:
    for nothing in ([], iter(()), pd.DataFrame(), pl.DataFrame()):
        result = veriscope.audit(nothing)
        assert result.summary.n_records == 0
        assert str(result) == "0 records: nothing could be measured."
        assert "nothing could be measured" in result._repr_html_()


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        ("no-such-file.jsonl", {}, "no-such-file.jsonl: no such file"),
        (["a.jsonl", {"response": "x"}], {}, None),
        ([], {"checks": "facts"}, "^checks: no check 'facts'"),
        ([], {"fail_on": ["mihr"]}, "^fail_on: must be like"),
        ([], {"limit": -1}, "^limit: must not be negative"),
        ([], {"workers": -1}, "^workers: must not be negative"),
        ([], {"names": {"respons": "x"}}, "^names: 'respons' is no field of a record"),
        ("", {}, "^records: must name a file"),
        ([], {"format": "csv"}, "^format: must be jsonl or parquet, not 'csv'"),
        ([], {"out": "/proc/veriscope"}, "^/proc/veriscope: "),
        (7, {}, "^records: must be a list or an iterator of records"),
    ],
)
def test_wrong_use_is_said_in_the_words_of_the_call(given, options, message) -> None:
    if message is None:
        assert [one.line for one in veriscope.audit(given, **options).failures] == [1]
        return
    with pytest.raises(InputError, match=message):
        veriscope.audit(given, **options)


UNGUARDED = """
import veriscope
rows = [{"response": f"It is {i}.", "verdicts": ["REFUTED"]} for i in range(200)]
veriscope.audit(rows, workers=2)
"""


def test_workers_of_a_script_without_a_guard_are_an_error_that_says_so(tmp_path) -> None:
    (tmp_path / "script.py").write_text(UNGUARDED)
    program = [sys.executable, "script.py"]
    done = subprocess.run(program, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 1
    # Python 3.13 may warn of what the processes left behind, after everything else.
    (last,) = re.findall(r"(?m)^veriscope\.errors\.VeriscopeError: .+", done.stderr)
    assert "no process can be started" in last
    assert 'under `if __name__ == "__main__":`' in last


BARE = """
import sys
for name in ("jinja2", "matplotlib", "pyarrow", "pandas", "polars", "datasets"):
    sys.modules[name] = None
import veriscope
rows = [{"response": "x", "verdicts": ["REFUTED"]}]
result = veriscope.audit(rows)
print(result)
assert result._repr_html_() is None
for wanted in ({"out": "never-made"}, {"format": "parquet"}):
    try:
        veriscope.audit(rows, **wanted)
    except veriscope.MissingExtraError as error:
        print(error)
"""


@pytest.mark.parametrize("name", ["jinja2", "markupsafe", "matplotlib"])
@pytest.mark.parametrize("room", ["audit", "history", "aspects", "transcription", "inline"])
def test_a_report_without_its_extra_names_it(room, name) -> None:
    program = f"import sys; sys.modules[{name!r}] = None; import veriscope.report.{room}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert "MissingExtraError" in done.stderr
    assert done.stderr.endswith("needs an extra: pip install 'veriscope[report]'\n")


def test_without_any_extra(tmp_path) -> None:
    program = [sys.executable, "-c", BARE]
    done = subprocess.run(program, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.stdout.splitlines() == [
        "1 record: 100.0 % of 1 claims have no ground (20.7 to 100.0 %) by verdicts.",
        "  verdicts  claims without ground (MiHR)  100.0 %  20.7 to 100.0 %  of 1",
        "drawing plots needs an extra: pip install 'veriscope[report]'",
        "writing and reading Parquet needs an extra: pip install 'veriscope[parquet]'",
    ], done.stderr
    assert list(tmp_path.iterdir()) == []


MEASURED = """
import resource, sys, veriscope
rows = ({"response": f"It is {i}.", "verdicts": ["REFUTED"]} for i in range(int(sys.argv[1])))
result = veriscope.audit(rows, checks="verdicts", format=sys.argv[2])
assert sum(1 for _ in result.assessments) == result.summary.n_records == int(sys.argv[1])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak(count: int, kept: str) -> int:
    """Return the largest memory of an audit in a process of its own, in KiB."""
    program = [sys.executable, "-c", MEASURED, str(count), kept]
    done = subprocess.run(program, capture_output=True, text=True, check=True, cwd=ROOT)
    return int(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("kept", ["jsonl", "parquet"])
def test_memory_does_not_grow_with_the_records(kept) -> None:
    # 10,000 answers are kept for the report; after them nothing more may be held.
    assert peak(60_000, kept) < peak(20_000, kept) + 10_000
