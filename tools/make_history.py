"""Make the example runs of `examples/data/history`: eight weeks in which a rate drifts."""

from __future__ import annotations

import json
import os
import random
import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from veriscope.model import CheckName
from veriscope.run.audit import AuditOptions, run_audit
from veriscope.run.checks import CheckOptions
from veriscope.run.selection import Selection

OUT = Path(__file__).parent.parent / "examples" / "data" / "history"
FIRST = datetime(2026, 9, 7, 2, tzinfo=UTC)
RATES = (0.05, 0.06, 0.055, 0.08, 0.09, 0.12, 0.13, 0.15)
"""How many claims are wrong, week by week."""
KEPT = ("manifest.json", "run.json", "summary.json")


def answers(week: int, rate: float) -> str:
    """Write one week's answers with their verdicts; return the file's name."""
    source = random.Random(week)
    path = Path(f"week-{week}.jsonl")
    with path.open("w", encoding="utf-8") as stream:
        for number in range(300):
            model = ("aster", "birch")[number % 2]
            wrong = rate * (1.5 if model == "birch" else 0.5)
            labels = ["REFUTED" if source.random() < wrong else "SUPPORTED" for _ in range(3)]
            made_up = number % 5 == 0
            refuses = made_up and source.random() < 0.8
            row = {
                "id": f"q{number}",
                "response": "I don't know of it." if refuses else "It opened in 1890.",
                "model": model,
                "verdicts": labels,
                "is_nonexistent": made_up,
            }
            stream.write(json.dumps(row) + "\n")
    return str(path)


def main() -> None:
    """Run the audits, the later ones with one more check, and keep what a history reads."""
    shutil.rmtree(OUT, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for week, rate in enumerate(RATES, start=1):
            checks = (CheckName.ABSTENTION, CheckName.VERDICTS)[week < 4 :]
            options = AuditOptions(
                Selection([answers(week, rate)]), CheckOptions(checks), by="model"
            )
            start = FIRST + timedelta(weeks=week - 1)
            times = iter((start, start + timedelta(minutes=4)))
            run_audit(options, Path("out"), clock=lambda times=times: next(times))  # type: ignore[misc]
            kept = OUT / f"week-{week}"
            kept.mkdir(parents=True)
            for name in KEPT:
                shutil.copy(Path("out") / name, kept / name)


if __name__ == "__main__":
    main()
