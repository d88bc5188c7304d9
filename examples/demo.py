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


PAGES = "examples/data/pages"

STEPS = (
    Step(
        "How much of 12 answers by two models is hallucinated, and do the judges agree?",
        "veriscope profile examples/data/answers.jsonl --by model --ci 0.95",
    ),
    Step(
        "Two engines read five pages: which of them invents, and where?",
        f"veriscope transcription {PAGES}/gt --engine honest={PAGES}/honest "
        f"--engine vlm={PAGES}/vlm --out demo-out/transcription",
    ),
    Step(
        "A modern spelling is no invention: the same page, read to the letter and as words",
        f"veriscope transcription {PAGES}/gt/02-lettre.txt {PAGES}/vlm/02-lettre.txt "
        "--reading normalised",
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
        "Are the figures of this answer in the database?",
        'veriscope numeric check "NOI was $1.2M in Q3 2024, occupancy 85% and DSCR 1.25." '
        "--db sqlite:///examples/data/properties.db --scope property_id=1",
    ),
    Step(
        "And of this one, with a wrong amount and a wrong growth rate between two right numbers?",
        'veriscope numeric check "NOI was $1.5M, up 9% from $1.15M to $1.2M; '
        'expenses were 40% of revenue." '
        "--db sqlite:///examples/data/properties.db --scope property_id=1 --match metric",
        exits=(1,),
    ),
    Step("How well does it find planted errors?", "veriscope numeric accuracy"),
    Step(
        "Which claims of an answer does its context not bear out?",
        "veriscope check --context examples/data/tower.txt "
        "'Great question! The Meridian Tower is 221 metres tall. It was designed by Ines Varga. "
        "It houses a hotel with 300 rooms.'",
        exits=(1,),
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
    Step(
        "All of it at once: every check on a file of answers, with a gate (exit code 1)",
        "veriscope audit examples/data/mixed.jsonl --db sqlite:///examples/data/properties.db "
        '--by model --fail-on "mihr>0.2" --out demo-out/audit',
        exits=(1,),
    ),
    Step(
        "Eight weeks of audits: is it drifting, and since when is the target broken (exit code 1)?",
        'veriscope history examples/data/history --metric mihr --target "mihr<=0.1" '
        "--out demo-out/history.html",
        exits=(1,),
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
