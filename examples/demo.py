"""The demo: every step is a command that you can run yourself, shown with its real output."""

from __future__ import annotations

import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


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
        "Which claims of an answer does its context not bear out?",
        "veriscope check --context examples/data/tower.txt "
        "'Great question! The Meridian Tower is 221 metres tall. It was designed by Ines Varga. "
        "It houses a hotel with 300 rooms.'",
        exits=(1,),
    ),
)


def main() -> int:
    """Run the steps in order; stop at the first that does not end as it should."""
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
