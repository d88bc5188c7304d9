"""`python -m bench.audit_speed FILE CHECKS JUDGE CORES`: audit a file on so many processors.

Prints the seconds. A process of its own, because the processors that one may use bind all its
threads, and a judge's as soon as its model is loaded.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from bench.bench_audit import options
from veriscope.run.audit import AuditOptions, run_audit
from veriscope.run.selection import Selection

_WARM = 40


def audited(path: str, kinds: tuple[str, ...], judge: str, workers: int) -> float:
    """Return the seconds of a whole audit: reading, checks, output, sums, worst answers."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        wanted = AuditOptions(Selection([path]), options(kinds, judge), workers=workers)
        run_audit(wanted, Path(folder))
        return time.perf_counter() - start


def main(path: str, kinds: str, judge: str, cores: str) -> None:
    """Audit a few records, so that models are loaded and patterns compiled; then all of them."""
    count = int(cores)
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:count])
    wanted = tuple(kinds.split(","))
    with tempfile.TemporaryDirectory() as folder:
        few = Path(folder) / "few.jsonl"
        with Path(path).open(encoding="utf-8") as lines:
            few.write_text("".join(islice(lines, _WARM)), encoding="utf-8")
        audited(str(few), wanted, judge, 1)
    print(audited(path, wanted, judge, count))


if __name__ == "__main__":
    main(*sys.argv[1:])
