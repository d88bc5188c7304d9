"""`python -m bench.audit_memory FILE FOLDER`: audit a file in two processes, print peak memory.

The peak is read from /proc and not from `getrusage`, which counts what the starting process had.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import psutil

from bench.audit_records import KINDS
from bench.bench_audit import JUDGES, options
from veriscope.report.audit import Report, write_reports
from veriscope.run.audit import AuditOptions, run_audit
from veriscope.run.selection import Selection

_PEAK = re.compile(r"VmHWM:\s+(\d+) kB")


def peak(process: int | str) -> int:
    """Return the most memory that a process has held, in kB; 0 for one that has ended."""
    try:
        found = _PEAK.search(Path(f"/proc/{process}/status").read_text(encoding="ascii"))
    except OSError:
        return 0
    return int(found[1]) if found else 0


def main(path: str, folder: str) -> None:
    """Run the audit with its report, looking at the workers after each batch."""
    largest = 0

    def watch(_rows: int, _failed: int) -> bool:
        nonlocal largest
        largest = max(largest, *(peak(child.pid) for child in psutil.Process().children()), 0)
        return True

    checks = options(KINDS, JUDGES[0])
    wanted = AuditOptions(Selection([path]), checks, by="model", workers=2)
    result = run_audit(wanted, Path(folder), watch=watch)
    page = Report(result.summary, result.manifest, result.breakdown, result.answers)
    write_reports(page, Path(folder))
    print(json.dumps({"parent": peak("self"), "worker": largest}))


if __name__ == "__main__":
    main(*sys.argv[1:])
