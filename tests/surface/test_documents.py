"""What the documents show is what comes out, and nothing that exists goes unmentioned."""

import subprocess
import sys

import pytest

from tests import documents
from tests.flows.command import ROOT, veriscope
from veriscope.cli.app import COMMANDS

ELSEWHERE = {"docs/review.md"}
"""Documents that need a server beside them, and are run by a flow test of their own."""
DOCUMENTS = ["README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("[0-9]*.py"))


@pytest.mark.parametrize("document", [d for d in DOCUMENTS if d not in ELSEWHERE])
def test_a_document_runs(document) -> None:
    assert documents.check(document) > 0


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs_as_it_is(example) -> None:
    program = [sys.executable, "-W", "error", f"examples/{example}"]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_there_are_five_examples_of_metrics() -> None:
    assert len(EXAMPLES) >= 5


def test_every_command_is_in_the_readme_and_in_the_help() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    printed = veriscope("--help").stdout
    for command in COMMANDS:
        assert f"`veriscope {command}" in readme
        assert command in printed


def test_the_demo_runs() -> None:
    program = [sys.executable, "examples/demo.py"]
    with documents.alone():
        done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith("make demo: all ")
