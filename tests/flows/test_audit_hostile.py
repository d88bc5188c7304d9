"""`veriscope audit` where things go wrong: Ctrl-C, folders and files that fail, broken lines."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from tests.endpoints import Answer, Endpoint, verdict
from tests.flows.command import PROGRAM, ROOT, veriscope
from tests.flows.test_audit import GIVEN, ROWS, many, outputs

ANSWERS = "examples/data/answers.jsonl"
BOTH = pytest.mark.parametrize("workers", [1, 2])


@contextmanager
def started(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Run an audit as a terminal does: Ctrl-C reaches every process of it."""
    command = [PROGRAM, "audit", *map(str, arguments)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    ) as run:  # fmt: skip
        try:
            yield run
        finally:
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)


def wait_for(path: Path) -> None:
    end = time.monotonic() + 60
    while (not path.exists() or not path.stat().st_size) and time.monotonic() < end:
        time.sleep(0.005)


@BOTH
def test_ctrl_c_once_and_resumed_is_an_undisturbed_run(tmp_path: Path, workers: int) -> None:
    path, out, whole = many(tmp_path), tmp_path / "out", tmp_path / "whole"
    command = (path, *GIVEN, "--workers", workers, "--out")
    assert veriscope("audit", *command, whole).returncode == 0
    with started(*command, out) as run:
        wait_for(out / "progress.jsonl")
        os.killpg(run.pid, signal.SIGINT)
        said, complained = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "Stopped. The same command with --resume goes on from here." in said
    assert complained == ""
    assert json.loads((out / "run.json").read_text())["finished"] is False
    assert veriscope("audit", *command, out, "--resume").returncode == 0
    assert outputs(out) == outputs(whole)
    assert json.loads((out / "run.json").read_text())["finished"] is True


@BOTH
def test_ctrl_c_twice_ends_at_once_although_a_judge_does_not_answer(
    tmp_path: Path, workers: int
) -> None:
    path = tmp_path / "answers.jsonl"
    rows = [{"id": f"r{i}", "response": "It rains.", "contexts": ["Rain."]} for i in range(70)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    endpoint = Endpoint(Answer(until=10**9))
    judge = f"openai:tiny@{endpoint.url}"
    command = (path, "--checks", "grounding", "--judge", judge, "--workers", workers, "--out")
    out, whole = tmp_path / "out", tmp_path / "whole"
    try:
        with started(*command, out) as run:
            endpoint.wait_for(1)
            os.killpg(run.pid, signal.SIGINT)
            with pytest.raises(subprocess.TimeoutExpired):
                run.wait(0.5)  # it waits for its batch, which never ends
            os.killpg(run.pid, signal.SIGINT)
            _, complained = run.communicate(timeout=60)
        assert run.returncode == 130
        assert complained.startswith("Stopped at once. The same command with --resume goes on")
        assert "Traceback" not in complained
        assert not (out / "summary.json").exists()
        endpoint.default = verdict()
        done = veriscope("audit", *command, out, "--resume")
        assert done.returncode == 0, done.stderr
        assert veriscope("audit", *command, whole).returncode == 0
    finally:
        endpoint.close()
    assert outputs(out) == outputs(whole)


def test_a_killed_run_leaves_no_process(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with started(many(tmp_path), *GIVEN, "--workers", 2, "--out", out) as run:
        wait_for(out / "progress.jsonl")
        # Without this one it would be over too soon.
        os.kill(run.pid, signal.SIGSTOP)
        children = psutil.Process(run.pid).children()
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
        _, alive = psutil.wait_procs(children, timeout=30)
    assert len(children) >= 2
    assert alive == []


@pytest.mark.parametrize(
    "out",
    ["/proc/veriscope", "/dev/null/out", "/sys/veriscope", "{tmp}/file/out", "{tmp}/file"],
)
def test_an_out_folder_that_cannot_be_made_is_one_line(tmp_path: Path, out: str) -> None:
    (tmp_path / "file").touch()
    folder = out.format(tmp=tmp_path)
    done = veriscope("audit", ANSWERS, *GIVEN, "--out", folder)
    assert done.returncode == 2
    assert done.stderr.startswith(f"veriscope: {folder}: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "name",
    ["manifest.json", "run.json", "progress.jsonl", "assessments.jsonl", "failures.jsonl",
     "summary.json", "answers.jsonl", "report.html"],
)  # fmt: skip
def test_a_file_of_the_folder_that_cannot_be_written_is_one_line(tmp_path: Path, name: str) -> None:
    # A folder with something in it stands where the file should: that stops an administrator too.
    (tmp_path / "out" / name / "x").mkdir(parents=True)
    done = veriscope("audit", ANSWERS, *GIVEN, "--out", tmp_path / "out")
    assert done.returncode == 2
    assert str(tmp_path / "out" / name) in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_input_that_cannot_be_read_is_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    locked = "/proc/1/mem" if os.geteuid() == 0 else str(tmp_path / "locked.jsonl")
    if os.geteuid() != 0:
        Path(locked).write_text("{}\n")
        Path(locked).chmod(0)
    binary = tmp_path / "broken.jsonl.gz"
    binary.write_bytes(b"\x1f\x8b\x08\x00 no gzip")
    for path in (locked, str(binary)):
        done = veriscope("audit", path, *GIVEN, "--out", tmp_path / "out")
        assert done.returncode == 2, path
        assert path in done.stderr
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["answers.jsonl", "assessments.jsonl"])
def test_an_input_that_the_run_would_write_over_is_refused_and_stays(tmp_path, name) -> None:
    given = tmp_path / name
    given.write_text('{"response": "It is 5.", "verdicts": ["SUPPORTED"]}\n')
    before = given.read_bytes()
    for more in ([], ["--resume"]):
        done = veriscope("audit", given, "--out", tmp_path, *more)
        assert done.returncode == 2
        assert done.stderr.startswith(f"veriscope: {given}: is a file that the run writes")
        assert given.read_bytes() == before
        assert [path.name for path in tmp_path.iterdir()] == [name]


def test_broken_lines_are_failures_with_file_and_line_and_stand_in_the_denominators(
    tmp_path: Path,
) -> None:
    path = many(tmp_path)
    done = veriscope("audit", path, *GIVEN, "--out", tmp_path / "out", "--workers", 2)
    assert done.returncode == 0, done.stderr
    assert "3,000 records; 0 had nothing to check; 30 unreadable." in done.stdout
    lines = (tmp_path / "out" / "failures.jsonl").read_text().splitlines()
    failures = [json.loads(line) for line in lines]
    assert [failure["line"] for failure in failures] == list(range(100, ROWS + 1, 100))
    assert {failure["source"] for failure in failures} == {path}
    assert all("JSON" in failure["message"] for failure in failures)
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert (summary["n_records"], summary["n_unreadable"]) == (ROWS, 30)
    (score,) = [s for s in summary["scores"] if (s["check"], s["metric"]) == ("verdicts", "mahr")]
    bad = len([i for i in range(ROWS) if i % 7 == 0 and i % 100 != 99])
    assert (score["n_scored"], score["n_failed"]) == (2_970, {"unreadable": 30})
    assert score["value"] == pytest.approx(bad / 2_970)
    assert score["bounds"] == [pytest.approx(bad / ROWS), pytest.approx((bad + 30) / ROWS)]


def test_every_line_broken_is_no_clean_result(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("{oops\n[1]\n\xff\n")
    command = ("audit", path, *GIVEN, "--out", tmp_path / "out")
    done = veriscope(*command)
    assert done.returncode == 0
    assert "3 records; 0 had nothing to check; 3 unreadable." in done.stdout
    assert veriscope(*command, "--min-coverage", "0.9").returncode == 1
    assert veriscope(*command, "--fail-on", "mihr>0.9").returncode == 1


def test_a_file_that_changes_meanwhile_is_told_and_leaves_no_result(tmp_path: Path) -> None:
    path = many(tmp_path, 6_000)
    out = tmp_path / "out"
    command = (path, *GIVEN, "--workers", "1", "--out", out)
    with started(*command) as run:
        wait_for(out / "progress.jsonl")
        with Path(path).open("a") as stream:
            stream.write('{"response": "late"}\n')
        _, complained = run.communicate(timeout=120)
    assert run.returncode == 2
    assert complained == f"veriscope: {path}: changed while it was read; run again\n"
    assert not (out / "summary.json").exists()
    refused = veriscope("audit", *command, "--resume")
    assert refused.returncode == 2
    assert "cannot be resumed, these differ: the content of" in refused.stderr


def test_a_new_run_in_an_old_folder_leaves_nothing_of_the_old_one(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert veriscope("audit", ANSWERS, *GIVEN, "--out", out).returncode == 0
    (out / "progress.jsonl").unlink()
    path = many(tmp_path, 6_000)
    with started(path, *GIVEN, "--workers", "1", "--out", out) as run:
        wait_for(out / "progress.jsonl")
        run.kill()
        run.communicate(timeout=60)
    names = {file.name for file in out.iterdir()}
    assert not names & {"summary.json", "report.html", "report.md", "answers.jsonl"}
    told = veriscope("history", out)
    assert f"left out: {out} (unfinished): it is still going or was killed" in told.stdout
