"""The demo: every step is a command that you can run yourself, shown with its real output."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
OUT = "demo-out"
QUEUE = f"--db {OUT}/reviews.db"


@dataclass(frozen=True)
class Step:
    """What a command shows, and the command; `exits` holds the exit codes that are right."""

    title: str
    command: str
    exits: tuple[int, ...] = (0,)


STEPS = (
    Step(
        "How much of 12 answers by two models is hallucinated, and do the judges agree?",
        "veriscope profile examples/data/answers.jsonl --by model --ci 0.95",
    ),
    Step(
        "Which aspect terms of 13 Korean and English reviews are invented, which only misplaced?",
        "veriscope aspects examples/data/aspects.jsonl "
        "--repair demo-out/aspects-repaired.jsonl --out demo-out/aspects",
    ),
    Step(
        "Why is that sample flagged?",
        "veriscope aspects explain examples/data/aspects.jsonl ko-5",
    ),
    Step(
        "Flagged answers of all four checks go to people, the most doubtful and harmful first",
        "veriscope review add examples/data/review/assessments.jsonl"
        f" --records examples/data/review/records.jsonl {QUEUE}",
    ),
    Step("What waits?", f"veriscope review list --limit 5 {QUEUE}"),
    Step("What is wrong with item 6?", f"veriscope review show 6 {QUEUE}"),
    Step("A hallucination", f"veriscope review reject 6 --as ann {QUEUE}"),
    Step(
        "Ben comes second and is told so (exit code 2)",
        f"veriscope review approve 6 --as ben {QUEUE}",
        exits=(2,),
    ),
    Step(
        "A false alarm: the figure was rounded",
        f'veriscope review approve 3 --as ben --notes "rounded" {QUEUE}',
    ),
    Step(
        "Which tolerance would have spared the false alarm, and lost nothing?",
        f"veriscope review tune {QUEUE}",
    ),
)


def main() -> int:
    """Run the steps in order; stop at the first that does not end as it should."""
    shutil.rmtree(HERE.parent / OUT, ignore_errors=True)
    (HERE.parent / OUT).mkdir()
    for number, step in enumerate(STEPS, start=1):
        print(f"\n── {number}. {step.title}\n$ {step.command}\n", flush=True)
        program = [sys.executable, "-m", *shlex.split(step.command)]
        code = subprocess.run(program, cwd=HERE.parent, check=False).returncode
        if code not in step.exits:
            print(f"demo: step {number} ended with exit code {code}")
            return 1
    print(f"\nmake demo: all {len(STEPS)} steps ran")
    return 0


if __name__ == "__main__":
    sys.exit(main())
