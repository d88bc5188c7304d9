"""Folders of audits at chosen times, with chosen rates."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from veriscope.model import CheckName
from veriscope.run.audit import AuditOptions, run_audit
from veriscope.run.checks import CheckOptions
from veriscope.run.selection import Selection

START = datetime(2026, 3, 2, 2, tzinfo=UTC)
VERDICTS = CheckOptions((CheckName.VERDICTS,))


def day(number: int) -> datetime:
    return START + timedelta(days=number)


def audited(
    folder: Path, at: datetime, wrong: int, of: int = 100, *, stop: bool = False, **more: Any
) -> Path:
    """Audit `of` answers of one claim each, `wrong` of them refuted, at a time; two models."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    path = folder.parent / f"{folder.name}.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        for i in range(of):
            label = "REFUTED" if i < wrong else "SUPPORTED"
            row = {"id": f"r{i}", "response": "x", "verdicts": [label], "model": "ab"[i % 2]}
            stream.write(json.dumps(row) + "\n")
    options = AuditOptions(Selection([str(path)]), more.pop("checks", VERDICTS), batch=16, **more)
    times = iter((at, at + timedelta(minutes=1)))
    run_audit(
        options, folder, clock=lambda: next(times), watch=lambda done, _: not (stop and done >= 32)
    )
    return folder
