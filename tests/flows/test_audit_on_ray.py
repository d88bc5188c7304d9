"""`veriscope audit --runner ray` as a user runs it, with a cluster of its own on this machine."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.flows.command import PROGRAM, ROOT, veriscope
from veriscope.run.times import RUN

MIXED = ("examples/data/mixed.jsonl", "--db", "sqlite:///examples/data/properties.db")
ON_RAY = ("--runner", "ray", "--workers", "1")


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    """Ray keeps its tokens in the home folder; no cluster of a run may leave one."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    yield
    assert not (tmp_path / "home" / ".ray").exists()


def outputs(folder) -> dict[str, bytes]:
    """Return all that a run left but its times."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name != RUN}


def test_the_folder_is_that_of_one_machine(tmp_path) -> None:
    local, away = tmp_path / "local", tmp_path / "ray"
    assert veriscope("audit", *MIXED, "--out", local).returncode == 0
    done = veriscope("audit", *MIXED, "--out", away, *ON_RAY)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert outputs(away) == outputs(local)


def test_a_missing_extra_and_a_wrong_address_are_one_line(tmp_path, monkeypatch) -> None:
    without = "import sys; sys.modules['ray'] = None; from veriscope.cli import main; main()"
    arguments = ["audit", *MIXED, "--out", str(tmp_path / "out"), *ON_RAY]
    command = [sys.executable, "-c", without, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    line = "veriscope: running on a cluster needs an extra: pip install 'veriscope[ray]'\n"
    assert (done.returncode, done.stderr) == (2, line)
    assert not (tmp_path / "out").exists()
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    done = veriscope(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("veriscope: RAY_ADDRESS: no cluster at 127.0.0.1:1: ")
    assert done.stderr.count("\n") == 1
    done = veriscope("audit", *MIXED, "--out", tmp_path, "--runner", "spark")
    assert done.returncode == 2
    assert "'spark' is not one of" in done.stderr


def many(tmp_path) -> str:
    path = tmp_path / "many.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        for i in range(6_000):
            row = {"id": f"r{i}", "response": f"It is {i}.", "is_nonexistent": i % 2 == 0}
            stream.write("{oops\n" if i % 100 == 99 else json.dumps(row) + "\n")
    return str(path)


def stopped(command, folder, how) -> int:
    """Send a signal to a run once it has written its first batches."""
    progress = folder / "progress.jsonl"
    before = progress.stat().st_size if progress.exists() else 0
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, env=os.environ) as run:
        while run.poll() is None and not (
            progress.exists() and progress.stat().st_size > before + 1_000
        ):
            time.sleep(0.02)
        run.send_signal(how)
        return run.wait(timeout=60)


@pytest.mark.slow
def test_stopped_and_killed_runs_resume_to_the_output_of_one_machine(tmp_path) -> None:
    arguments = ["audit", many(tmp_path), "--checks", "abstention"]
    assert veriscope(*arguments, "--out", tmp_path / "whole").returncode == 0
    away = [*arguments, *ON_RAY, "--out", str(tmp_path / "ray"), "--resume"]
    command = [PROGRAM, *away]
    assert stopped(command, tmp_path / "ray", signal.SIGINT) == 130
    assert stopped(command, tmp_path / "ray", signal.SIGKILL) == -signal.SIGKILL
    done = veriscope(*away)
    assert done.returncode == 0, done.stderr
    assert outputs(tmp_path / "ray") == outputs(tmp_path / "whole")
