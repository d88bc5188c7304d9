"""`veriscope numeric`, as a user runs it, and what its documentation shows."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DB = "sqlite:///examples/data/properties.db"
ANSWER = "NOI was $1.5M in Q3 2024."


def numeric(*arguments: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-W", "error", "-m", "veriscope", "numeric", *arguments]
    return subprocess.run(
        program, cwd=ROOT, input=stdin, capture_output=True, text=True, check=False
    )


def test_a_check_prints_each_claim_and_ends_with_1_where_one_is_flagged() -> None:
    done = numeric("check", ANSWER, "--db", DB, "--scope", "property_id=1")
    assert done.returncode == 1
    for shown in ("$1.5M", "NOT VERIFIED", "1,200,000", "25 %", "5 %", "Q3 2024"):
        assert shown in done.stdout
    assert "2 figures, 1 not verified" in done.stdout
    assert done.stderr == ""


def test_a_clean_answer_ends_with_0_and_is_read_from_standard_input() -> None:
    done = numeric("check", "-", "--db", DB, "--scope", "property_id=1", stdin="NOI was $1.2M.")
    assert (done.returncode, "1 figures, 0 not verified" in done.stdout) == (0, True)


def test_json_holds_the_whole_result() -> None:
    done = numeric("check", ANSWER, "--db", DB, "--scope", "property_id=1", "--json")
    result = json.loads(done.stdout)
    assert result["total_claims"] == 2
    assert result["claims"][0]["value"] == "1500000"
    assert result["claims"][1]["evidence"][0]["table"] == "financial_periods"


def test_hostile_text_is_shown_as_it_is() -> None:
    done = numeric("check", "[bold]NOI[/bold] $1.2M [/] \x1b[31m", "--source", "README.md")
    assert done.returncode == 1
    assert "$1.2M" in done.stdout
    assert "Traceback" not in done.stderr


def test_an_unreadable_database_is_an_error_in_the_result() -> None:
    done = numeric("check", ANSWER, "--db", "sqlite:///nowhere.db")
    assert done.returncode == 1
    assert "error: database" in done.stdout
    assert not (ROOT / "nowhere.db").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "$1", "--scope", "property"), "--scope: must be NAME=VALUE"),
        (("check", "$1", "--scope", "answer=1"), "--scope: 'answer' is no scope id"),
        (("check", "$1", "--facts", "none.toml"), "none.toml: No such file"),
        (("check", "$1", "--source", "none.txt"), "none.txt: No such file"),
        (("check", "$1", "--db", "nonsense"), "db: not a database URL"),
        (("check", "$1", "--match", "best"), "match: must be one of any, metric"),
        (("check", "$1", "--locale", "xx"), "locale: must be one of en, fr, de, ko"),
        (("map", "--db", "sqlite:///nowhere.db"), "database: OperationalError"),
        (("map", "--db", DB, "--out", "README.md"), "README.md: File exists"),
        (("accuracy", "none.jsonl"), "none.jsonl: No such file"),
        (("accuracy", "--db", DB), "--db: needs a file of records"),
    ],
)
def test_wrong_input_is_one_line_and_exit_2(arguments: tuple[str, ...], said: str) -> None:
    done = numeric(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_drafted_mapping_can_be_used_at_once(tmp_path: Path) -> None:
    out = tmp_path / "facts.toml"
    assert numeric("map", "--db", DB, "--out", str(out)).returncode == 0
    done = numeric("check", "NOI $1.2M", "--db", DB, "--facts", str(out))
    assert done.returncode == 0


def test_accuracy_prints_the_report_and_follows_accuracy() -> None:
    done = numeric("accuracy", "--json")
    assert done.returncode == 0
    assert done.stdout.count("{") == 1
    assert json.loads(done.stdout)["true_positives"] == 4
    assert numeric("accuracy", "--gate-on-rate").returncode == 1


def test_accuracy_of_own_records(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    case = {"response": "NOI was $7M", "scope": {"property_id": 1}, "gold": {"hallucinated": False}}
    path.write_text(json.dumps(case) + "\n", encoding="utf-8")
    done = numeric("accuracy", str(path), "--db", DB, "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["false_positives"] == 1


def words(text: str) -> str:
    return " ".join(re.sub(r"[━┃┏┳┓┡╇┩│└┴┘]", " ", text).split())
