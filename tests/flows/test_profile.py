"""`veriscope profile` from end to end."""

import json
import subprocess
import sys

import pytest

from tests.flows.command import ROOT, veriscope

ANSWERS = "examples/data/answers.jsonl"


def test_a_table_for_people() -> None:
    done = veriscope("profile", ANSWERS, "--by", "model", "--ci", "0.95")
    assert done.returncode == 0
    assert "7 of 18 claims in 12 records have no ground (38.9 %)" in done.stdout
    for word in ("MiHR", "FAR", "harbor", "lantern", "all", "HIGH", "LOW"):
        assert word in done.stdout


def test_json_for_programs() -> None:
    done = veriscope("profile", ANSWERS, "--by", "model", "--json")
    found = json.loads(done.stdout, parse_constant=pytest.fail)
    assert [group["group"] for group in found["groups"]] == ["harbor", "lantern"]
    assert found["total"]["profile"]["mihr"]["total_claims"] == 18
    scores = {score["metric"]: score for score in found["total"]["scores"]}
    assert scores["far"]["n_scored"] == 4
    assert scores["consensus_f1"]["undefined"] == "no claims"


def test_standard_input() -> None:
    done = veriscope("profile", "-", "--json", stdin='{"response":"x","verdicts":["REFUTED"]}\n')
    assert json.loads(done.stdout)["total"]["profile"]["mihr"]["value"] == 1.0


def test_a_broken_line_stops_the_run_and_is_named(tmp_path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"response":"x","verdicts":["SUPPORTED"]}\n{"respons":1}\n', encoding="utf-8")
    done = veriscope("profile", path)
    assert done.returncode == 2
    assert done.stderr == f"veriscope: {path}:2: respons: unknown field\n"
    assert done.stdout == ""


def test_skip_bad_goes_on_and_counts(tmp_path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"response":"x","verdicts":["SUPPORTED"]}\n{\n', encoding="utf-8")
    done = veriscope("profile", path, "--skip-bad")
    assert done.returncode == 0
    assert "1 line could not be read" in done.stdout
    found = json.loads(veriscope("profile", path, "--skip-bad", "--json").stdout)
    assert found["skipped_lines"] == 1
    assert all(s["n_failed"] == {"unreadable": 1} for s in found["total"]["scores"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such-file.jsonl"], "no-such-file.jsonl: No such file or directory"),
        ([ANSWERS, "--ci", "95"], "ci: must lie strictly between 0 and 1, not 95.0"),
        ([ANSWERS, "--by", "team"], "no record has 'team'"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(arguments, message) -> None:
    done = veriscope("profile", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_markup_in_a_group_name_is_text(tmp_path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(
        json.dumps({"response": "", "verdicts": ["SUPPORTED"], "model": "[bold]x[/nope]"}),
        encoding="utf-8",
    )
    done = veriscope("profile", path, "--by", "model")
    assert done.returncode == 0
    assert "[bold]x" in done.stdout


def test_python_m_is_the_same_command() -> None:
    program = [sys.executable, "-m", "veriscope", "profile", ANSWERS]
    done = subprocess.run(program, capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == veriscope("profile", ANSWERS).stdout


def test_a_closed_pipe_is_no_traceback() -> None:
    shell = f"{sys.executable} -m veriscope profile {ANSWERS} --json | head -1"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, cwd=ROOT, check=True)
    assert "Traceback" not in done.stderr
