"""`veriscope review` and `veriscope token` from end to end."""

import io
import json
import os
import shutil
import sqlite3
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from tests.flows.command import veriscope
from veriscope.cli import main
from veriscope.model import Assessment
from veriscope.review import ReviewQueue

ADD = ("review", "add", "examples/data/review/assessments.jsonl")
RECORDS = ("--records", "examples/data/review/records.jsonl")


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("filled") / "reviews.db")
    done = veriscope(*ADD, *RECORDS, "--db", path)
    assert done.stdout == "12 added, 0 already there, 1 not flagged\n", done.stderr
    return path


@pytest.fixture
def db(filled: str, tmp_path: Path) -> str:
    return str(shutil.copy(filled, tmp_path / "reviews.db"))


def run(db: str, *arguments: object, code: int = 0) -> str:
    """Run a command in this process, which saves starting one; return what it printed."""
    out, err = io.StringIO(), io.StringIO()
    program = ["veriscope", "review", *map(str, arguments), "--db", db]
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", program)
        with pytest.raises(SystemExit) as left:
            main()
    assert left.value.code == code, err.getvalue()
    return out.getvalue() if code == 0 else err.getvalue()


def test_from_the_list_to_a_decision_and_back(db: str) -> None:
    listed = run(db, "list", "--limit", 5)
    assert "12 pending; 0 reviewed; 0 approved; 0 rejected" in listed
    place = listed.split("--after ")[1].strip()
    assert "The bridge was opened" in listed
    rest = run(db, "list", "--after", place, "--json").splitlines()
    assert len(rest) == 7
    shown = run(db, "show", 6)
    assert "20 % higher; up to 5 % would pass" in shown
    assert "contradicted" in shown
    assert run(db, "take", 6, "--as", "ann") == "item 6 is reviewed by ann\n"
    decided = run(db, "reject", 6, "--as", "ann", "--notes", "the statement says 1.25")
    assert decided == "item 6 is rejected by ann\n"
    refused = run(db, "approve", 6, "--as", "bob", code=2)
    assert "item 6 was rejected by ann at" in refused
    assert run(db, "reopen", 6, "--as", "bob") == "item 6 is pending again\n"
    history = json.loads(run(db, "show", 6, "--json"))["history"]
    assert [(e["action"], e["who"], e["why"]) for e in history] == [
        ("added", "veriscope", None),
        ("taken", "ann", None),
        ("rejected", "ann", "the statement says 1.25"),
        ("reopened", "bob", None),
    ]


def test_filters(db: str) -> None:
    def ids(*arguments: str) -> set[int]:
        lines = run(db, "list", "--json", *arguments).splitlines()
        return {json.loads(line)["id"] for line in lines}

    assert len(ids("--check", "grounding")) == 4
    assert ids("--model", "senti-1", "--text", "WAITER", "--since", "2020-01-01") == {12}
    assert ids("--group", "region=archive", "--until", "2999-01-01") == {11}
    with ReviewQueue(db) as queue:
        queue.approve(1, "ann")
    assert ids("--all", "--reviewer", "ann") == {1}


def test_the_reviewer_is_the_user_unless_named(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "carla")
    assert run(db, "approve", 1) == "item 1 is approved by carla\n"
    monkeypatch.setitem(os.environ, "VERISCOPE_REVIEWER", "dora")
    assert run(db, "approve", 2) == "item 2 is approved by dora\n"


def test_export_stats_and_tune(db: str, tmp_path: Path) -> None:
    with ReviewQueue(db) as queue:
        for number in (3, 4, 5):
            queue.approve(number, "ann")
        for number in (1, 2, 6):
            queue.reject(number, "ann", "no")
    lines = run(db, "export").splitlines()
    found = [Assessment.from_json(line) for line in lines]
    assert len(found) == 6
    assert {v.author.name for a in found for v in a.verdicts[-1:] if v.author} == {"ann"}
    out = tmp_path / "items.jsonl"
    run(db, "export", "--items", "--out", out)
    assert len(out.read_text(encoding="utf-8").splitlines()) == 12
    stats = json.loads(run(db, "stats", "--by", "month", "--json"))
    assert stats["counts"] == {"pending": 6, "reviewed": 0, "approved": 3, "rejected": 3}
    assert [p["precision"] for p in stats["periods"]] == [0.5]
    assert "50.0 %" in run(db, "stats")
    proposals = {(p["kind"], p["metric"]): p for p in json.loads(run(db, "tune", "--json"))}
    assert proposals["currency", None]["proposed"] == "6.2"
    assert proposals["percentage", "occupancy_rate"]["proposed"] == "2.5"
    assert all(p["confirmed_lost"] == 0 for p in proposals.values())
    printed = run(db, "tune")
    assert "nothing was changed" in printed
    assert "2 of 2" in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", 99), "veriscope: there is no item 99 in the queue\n"),
        (("list", "--group", "x"), "veriscope: group: must be NAME=VALUE, not 'x'\n"),
        (("list", "--after", "x"), "veriscope: after: is no place in the queue\n"),
        (("approve", 1, "--as", " "), "veriscope: reviewer: must not be blank\n"),
        (("reopen", 1), "veriscope: item 1 is pending: only a decided item can be reopened\n"),
        (("export", "--out", "/no/such/folder/x"), "veriscope: /no/such/folder/x: No such file"),
    ],
)
def test_wrong_input_is_one_line(db: str, arguments: tuple[object, ...], message: str) -> None:
    assert run(db, *arguments, code=2).startswith(message)


def test_a_file_with_a_fault_is_named(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"record_id": "x", "check": "magic"}\n', encoding="utf-8")
    done = veriscope("review", "add", bad, *RECORDS, "--db", tmp_path / "a.db")
    assert done.returncode == 2
    assert done.stderr.startswith(f"veriscope: {bad}:1: check: must be one of grounding")
    done = veriscope(*ADD, *RECORDS, "--db", "mysql://h/d")
    assert done.stderr == (
        "veriscope: url: must be an SQLite or a PostgreSQL database, not 'mysql'\n"
    )


def test_hostile_text_cannot_drive_the_terminal(tmp_path: Path) -> None:
    evil = "\u001b[2J\u202egnp.exe[bold red]x[/]"
    (tmp_path / "r.jsonl").write_text(
        json.dumps({"id": "r", "response": evil, "query": evil}) + "\n", encoding="utf-8"
    )
    verdict = {"label": "REFUTED", "claim_id": "c", "reasoning": evil}
    claim = {"id": "c", "text": evil, "span": [0, 4]}
    (tmp_path / "a.jsonl").write_text(
        json.dumps(
            {"record_id": "r", "check": "grounding", "claims": [claim], "verdicts": [verdict],
             "flagged": True}
        ) + "\n", encoding="utf-8",
    )  # fmt: skip
    db = str(tmp_path / "x.db")
    run(db, "add", tmp_path / "a.jsonl", "--records", tmp_path / "r.jsonl")
    for printed in (run(db, "list"), run(db, "show", 1)):
        assert "\u001b" not in printed
        assert "\u202e" not in printed
        assert "[bold red]x[/]" in printed


def test_tokens(tmp_path: Path) -> None:
    db = str(tmp_path / "x.db")
    assert "no tokens" in veriscope("token", "list", "--db", db).stdout
    secret = veriscope("token", "add", "ann", "--scope", "read", "--db", db).stdout.strip()
    assert secret.startswith("vs_")
    assert len(secret) > 40
    listed = veriscope("token", "list", "--db", db).stdout
    assert "ann" in listed
    assert secret not in listed
    with sqlite3.connect(db) as connection:
        assert secret not in "\n".join(connection.iterdump())
    connection.close()
    assert veriscope("token", "add", "ann", "--db", db).returncode == 2
    assert veriscope("token", "revoke", "ann", "--db", db).stdout == "ann has no access any more\n"
    assert "revoked" in veriscope("token", "list", "--db", db).stdout
