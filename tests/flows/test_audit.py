"""`veriscope audit` from end to end, through what can happen to a run."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time

import pytest

from tests.flows.command import PROGRAM, ROOT, veriscope

ANSWERS = "examples/data/answers.jsonl"
GIVEN = ("--checks", "abstention,verdicts")


ROWS = 3_000


def many(tmp_path, count: int = ROWS) -> str:
    path = tmp_path / "many.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        for i in range(count):
            row = {"id": f"r{i}", "response": f"It is {i}.", "is_nonexistent": i % 2 == 0}
            row["verdicts"] = ["SUPPORTED", "REFUTED" if i % 7 == 0 else "SUPPORTED"]
            stream.write("{oops\n" if i % 100 == 99 else json.dumps(row) + "\n")
    return str(path)


def outputs(folder) -> dict[str, bytes]:
    names = ("assessments.jsonl", "failures.jsonl", "summary.json", "answers.jsonl", "report.md")
    return {name: (folder / name).read_bytes() for name in names}


def test_an_audit_says_how_bad_it_is(tmp_path) -> None:
    done = veriscope("audit", ANSWERS, *GIVEN, "--out", tmp_path, "--by", "model")
    assert done.returncode == 0, done.stderr
    assert "38.9 %" in done.stdout
    assert "12 records; 0 had nothing to check; 0 unreadable." in done.stdout
    summary = json.loads((tmp_path / "summary.json").read_text(), parse_constant=pytest.fail)
    assert {score["metric"] for score in summary["scores"]} >= {"mihr", "mahr", "far", "coverage"}
    assert "Hallucination audit" in (tmp_path / "report.html").read_text()


def test_all_checks_in_one_file(tmp_path) -> None:
    done = veriscope(
        "audit", "examples/data/mixed.jsonl", "--db", "sqlite:///examples/data/properties.db",
        "--by", "model", "--out", tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert summary["n_assessed"] == {
        "grounding": 4,
        "numeric": 6,
        "transcription": 2,
        "aspects": 2,
        "abstention": 2,
    }
    whole = {s["metric"]: s["value"] for s in summary["scores"] if s["group"] is None}
    assert whole["hallucinating_doc_rate"] == whole["aspect_hallucination_rate"] == 0.5
    assert whole["numeric_hallucination_rate"] == 0.5
    assert whole["far"] == 0.5
    page = (tmp_path / "report.html").read_text()
    assert all(word in page for word in ("velm.txt", "Quellmar", "camera", "ghosts of the mill"))


def test_assessments_as_parquet_are_compared_and_reviewed_like_lines(tmp_path) -> None:
    for kept in ("jsonl", "parquet"):
        done = veriscope("audit", ANSWERS, *GIVEN, "--format", kept, "--out", tmp_path / kept)
        assert done.returncode == 0, done.stderr
    assert not (tmp_path / "parquet" / "assessments.jsonl").exists()
    done = veriscope("compare", tmp_path / "jsonl", tmp_path / "parquet")
    assert "12 assessments in both runs; 0 only in the first" in done.stdout
    said = set()
    for kept in ("jsonl", "parquet"):
        queue = f"sqlite:///{tmp_path}/{kept}.db"
        path = tmp_path / kept / f"assessments.{kept}"
        done = veriscope("review", "add", path, "--records", ANSWERS, "--db", queue)
        said.add(done.stdout)
    assert len(said) == 1
    assert not said.pop().startswith("0 added")
    done = veriscope("audit", ANSWERS, *GIVEN, "--format", "csv", "--out", tmp_path / "csv")
    assert done.returncode == 2
    assert "'csv' is not one of" in done.stderr


def test_a_gate_that_fails_is_exit_code_1(tmp_path) -> None:
    junit, sarif = tmp_path / "junit.xml", tmp_path / "audit.sarif"
    rules = ("--fail-on", "mihr>0.1", "--fail-on", "far>0.9", "--min-coverage", "0.9")
    done = veriscope(
        "audit", ANSWERS, *GIVEN, "--out", tmp_path / "out", *rules,
        "--junit", junit, "--sarif", sarif,
    )  # fmt: skip
    assert done.returncode == 1
    assert "FAILED mihr>0.1 (0.3889)" in done.stdout
    assert "kept   far>0.9 (0.5)" in done.stdout
    assert 'name="mihr&gt;0.1"' in junit.read_text()
    assert json.loads(sarif.read_text())["version"] == "2.1.0"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.jsonl"], "none.jsonl: no such file"),
        ([ANSWERS, "--checks", "facts"], "--checks: no check 'facts'"),
        ([ANSWERS, "--limit", "-1"], "--limit: must not be negative"),
        ([ANSWERS, "--fail-on", "mihr"], "--fail-on: must be like mihr>0.1"),
        ([ANSWERS, "--map", "reply=answer"], "--map: 'reply' is no field of a record"),
        ([ANSWERS, "--ci", "nan"], "--ci: must lie strictly between 0 and 1"),
        ([ANSWERS, "--fail-on", "mihr>1e999"], "--fail-on: must be like mihr>0.1"),
        ([ANSWERS, "--map", "response"], "--map: must be like response=answer"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(tmp_path, arguments, message) -> None:
    done = veriscope("audit", *arguments, "--out", tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_config_file_holds_any_option_and_the_line_wins(tmp_path) -> None:
    config = tmp_path / "veriscope.toml"
    config.write_text('[audit]\nchecks = "verdicts"\nfail-on = ["mihr>0.1"]\nlimit = 4\n')
    out = tmp_path / "out"
    done = veriscope("audit", ANSWERS, "--out", out, "--config", config, "--limit", "3")
    assert done.returncode == 1
    assert json.loads((out / "summary.json").read_text())["n_records"] == 3
    config.write_text("[audit]\nspeed = 3\n")
    done = veriscope("audit", ANSWERS, "--out", out, "--config", config)
    assert done.returncode == 2
    assert "audit.speed: unknown option" in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("audit = 5", "audit: must be a table"),
        ("[audits]\nlimit = 5", "audits: unknown command; there are audit,"),
        ('[audit]\nfail-on = "mihr>0.9"', "audit.fail-on: must be a list of texts"),
        ("[audit]\nfail-on = [5]", "audit.fail-on: must be a list of texts"),
        ('[audit]\nchecks = ["verdicts"]', "audit.checks: must be one value"),
    ],
)
def test_a_config_file_with_wrong_values_is_one_line(tmp_path, text, message) -> None:
    config = tmp_path / "veriscope.toml"
    config.write_text(text)
    done = veriscope("audit", ANSWERS, "--out", tmp_path / "out", "--config", config)
    assert done.returncode == 2
    assert f"{config}: {message}" in done.stderr
    assert done.stderr.count("\n") == 1


def test_standard_input_and_a_read_only_folder(tmp_path) -> None:
    line = '{"response":"x","verdicts":["REFUTED"]}\n'
    done = veriscope("audit", "-", *GIVEN, "--out", tmp_path / "out", stdin=line)
    assert done.returncode == 0
    assert "100.0 %" in done.stdout
    done = veriscope("audit", ANSWERS, *GIVEN, "--out", "/proc/veriscope")
    assert done.returncode == 2
    assert "/proc/veriscope" in done.stderr


@pytest.mark.parametrize("times", [3, pytest.param(20, marks=pytest.mark.slow)])
def test_killed_at_random_moments_every_record_is_there_exactly_once(tmp_path, times) -> None:
    path = many(tmp_path)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    start = time.perf_counter()
    assert veriscope("audit", path, *GIVEN, "--out", whole, "--workers", 1).returncode == 0
    needed = time.perf_counter() - start
    source = random.Random(1)
    command = [PROGRAM, "audit", path, *GIVEN, "--out", killed, "--workers", "1", "--resume"]
    for _ in range(times):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT) as run:
            time.sleep(source.uniform(0.2, 0.9) * needed)
            run.kill()
    done = veriscope(*command[1:])
    assert done.returncode == 0, done.stderr
    assert outputs(killed) == outputs(whole)
    lines = (killed / "assessments.jsonl").read_text().splitlines()
    ids = [json.loads(line)["record_id"] for line in lines]
    assert len(ids) == 2 * len(set(ids)) == 2 * (ROWS - ROWS // 100)


def interrupted(tmp_path, signals: int) -> tuple[int, dict]:
    path = many(tmp_path)
    out = tmp_path / "out"
    command = [PROGRAM, "audit", path, *GIVEN, "--out", out, "--workers", "1"]
    run = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while not (out / "progress.jsonl").exists() or not (out / "progress.jsonl").stat().st_size:
        time.sleep(0.02)
    for _ in range(signals):
        run.send_signal(signal.SIGINT)
    run.communicate(timeout=60)
    summary = out / "summary.json"
    return run.returncode, json.loads(summary.read_text()) if summary.exists() else {}


def test_one_ctrl_c_finishes_the_batch_and_says_how_to_go_on(tmp_path) -> None:
    code, summary = interrupted(tmp_path, 1)
    assert code == 130
    assert 0 < summary["n_records"] < ROWS
    done = veriscope(
        "audit", tmp_path / "many.jsonl", *GIVEN, "--out", tmp_path / "out", "--resume"
    )
    assert done.returncode == 0
    assert "3,000 records" in done.stdout


def test_a_full_disk_is_one_line_and_what_was_done_stays(tmp_path) -> None:
    path = many(tmp_path)
    out = tmp_path / "out"

    def small_files() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    command = [sys.executable, "-B", "-m", "veriscope", "audit", path, *GIVEN, "--out", out]
    done = subprocess.run(
        [*command, "--workers", "1"], preexec_fn=small_files, capture_output=True, text=True,
        cwd=ROOT, check=False, env=os.environ,
    )  # fmt: skip
    assert done.returncode == 2
    assert "File too large" in done.stderr
    assert "Traceback" not in done.stderr
    again = veriscope(*command[4:], "--resume")
    assert again.returncode == 0
    assert "3,000 records" in again.stdout


FOREIGN = {
    "ragas": {"user_input": "q", "response": "a", "retrieved_contexts": [], "reference": "r"},
    "deepeval": {"input": "q", "actual_output": "a", "retrieval_context": [], "name": "n"},
    "chat": {"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]},
}


@pytest.mark.parametrize("dialect", FOREIGN)
def test_foreign_rows_are_read_as_they_are(tmp_path, dialect) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(FOREIGN[dialect]) + "\n")
    done = veriscope("audit", path, *GIVEN, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "1 records; 1 had nothing to check; 0 unreadable." in done.stdout
