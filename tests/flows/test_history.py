"""`veriscope history` from end to end."""

import json

import pytest

from tests.flows.command import veriscope
from veriscope.model import History

RUNS = "examples/data/history"
GIVEN = ("--checks", "verdicts")


def test_the_example_tells_since_when_the_target_is_broken(tmp_path) -> None:
    done = veriscope(
        "history", RUNS, "--metric", "mihr", "--target", "mihr<=0.1", "--out", tmp_path / "h.html"
    )
    assert done.returncode == 1, done.stderr
    assert "BROKEN verdicts mihr ≤ 10 %: broken since 2026-10-05 02:00" in done.stdout
    assert "break 1, before 2026-09-28 02:00: checks is" in done.stdout
    assert "<svg" in (tmp_path / "h.html").read_text(encoding="utf-8")
    assert veriscope("history", RUNS, "--target", "mihr<=0.2").returncode == 0


def test_json_holds_the_whole_history() -> None:
    done = veriscope("history", f"{RUNS}/week-*", "--json", "--by", "model")
    assert done.returncode == 0, done.stderr
    found = History.from_json(done.stdout)
    assert len(found.runs) == 8
    assert {line.group for line in found.lines} == {None, "aster", "birch"}


def test_audits_made_one_after_the_other(tmp_path) -> None:
    for name in ("first", "second"):
        out = tmp_path / "runs" / name
        assert veriscope("audit", "examples/data/answers.jsonl", *GIVEN, "--out", out).stderr == ""
    manifests = {(tmp_path / "runs" / n / "manifest.json").read_text() for n in ("first", "second")}
    assert len(manifests) == 1
    done = veriscope("history", tmp_path / "runs", "--json")
    found = json.loads(done.stdout)
    assert [point["joined"] for point in found["lines"][0]["points"]] == [False, True]
    assert found["runs"][0]["folder"].endswith("first")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none"], "none: no such folder"),
        (["examples/data/pages"], "examples/data/pages: no run in it"),
        ([RUNS, "--metric", "speed"], "--metric: no run has 'speed'; there are"),
        ([RUNS, "--target", "mihr"], "--target: must be like mihr<=0.1"),
        ([RUNS, "--by", "region"], "--by: no run is grouped by 'region'"),
        ([RUNS, "--out", "/tmp/h.png"], "--out: must end in .html, .md, .svg"),
        ([RUNS, "--out", "/proc/h/h.md"], "/proc/h/h.md: No such file"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(arguments, message) -> None:
    done = veriscope("history", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
