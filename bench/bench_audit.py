"""The whole audit: records a second by check, judge and cores, memory, and what the flow adds.

`VERISCOPE_BENCH_AUDIT` sets how many records the long run has (200,000).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.audit_records import KINDS, REWORDED, write_rows
from bench.rows import Row, least_cpu
from veriscope.model import CheckName, Record
from veriscope.run.audit import AuditOptions, run_audit
from veriscope.run.checks import CheckOptions, build_checks
from veriscope.run.pipeline import BATCH, batches, run_local
from veriscope.run.selection import Selection

NAME = "audit"
ROOT = Path(__file__).parent.parent
DATABASE = f"sqlite:///{ROOT}/examples/data/properties.db"
JUDGES = ("lexical", "local")
RECORDS = 2_000
MANY, SLOW = 8_000, 400
"""So many for one core and two: enough that starting processes weighs little; fewer by a model."""
SHORT = 2_000
LONG = int(os.environ.get("VERISCOPE_BENCH_AUDIT", "200000"))
CHEAP = ("numeric", "transcription", "aspects")


def options(kinds: tuple[str, ...], judge: str = "lexical") -> CheckOptions:
    """Return the options for the checks named."""
    return CheckOptions(tuple(map(CheckName, kinds)), judge=judge, db=DATABASE)


def seconds(path: Path, kinds: tuple[str, ...], judge: str, cores: int) -> float:
    """Return the seconds of a whole audit on one processor, or in as many processes as cores."""
    program = [sys.executable, "-m", "bench.audit_speed", str(path), ",".join(kinds), judge]
    done = subprocess.run([*program, str(cores)], cwd=ROOT, check=True, stdout=subprocess.PIPE)
    return float(done.stdout)


def speeds(folder: Path) -> list[Row]:
    """Return the records a second of each check alone and of all, on one core and on two."""
    wanted: list[tuple[tuple[str, ...], str, int]]
    wanted = [((kind,), JUDGES[0], MANY) for kind in KINDS]
    wanted += [(KINDS, JUDGES[0], MANY), ((REWORDED,), JUDGES[1], SLOW)]
    wanted += [((REWORDED, *CHEAP), JUDGES[1], 3 * SLOW)]
    return [row for kinds, judge, count in wanted for row in _speed(folder, kinds, judge, count)]


def _speed(folder: Path, kinds: tuple[str, ...], judge: str, count: int) -> list[Row]:
    path = write_rows(folder / "speed.jsonl", count, kinds)
    checks = tuple("grounding" if kind == REWORDED else kind for kind in kinds)
    one, two = (seconds(path, checks, judge, cores) for cores in (1, 2))
    what = "all four checks" if len(kinds) > 1 else checks[0]
    what += f", {judge} judge" if "grounding" in checks else ""
    goal = {"goal": ">= 1.7", "met": one / two >= 1.7} if judge == "local" else {}
    base = f"one core: {count / one:,.0f} records/s"
    return [
        Row(NAME, f"{what}: whole audit, two cores", count / two, "records/s", base),
        Row(NAME, f"{what}: two cores", one / two, "x", base, **goal),  # type: ignore[arg-type]
    ]


def overhead(folder: Path) -> list[Row]:
    """Return what batches and routing add to a check's own function, and what all the rest adds."""
    rows = []
    for kind in CHEAP:
        path = write_rows(folder / f"{kind}.jsonl", RECORDS, (kind,))
        records = [item for item in Selection([str(path)]).items() if isinstance(item, Record)]
        (check,) = build_checks(options((kind,)))

        def direct(check=check, records=records) -> None:  # type: ignore[no-untyped-def]
            for batch in batches(records, BATCH):
                check.assess(batch)

        def flow(kind=kind, records=records) -> None:  # type: ignore[no-untyped-def]
            for _ in run_local(records, options((kind,))):
                pass

        def whole(kind=kind, path=path) -> None:  # type: ignore[no-untyped-def]
            _whole(path, (kind,))

        alone, piped, all_of_it = least_cpu(direct, 5), least_cpu(flow, 5), least_cpu(whole)
        ratio, base = piped / alone, f"its own function: {RECORDS / alone:,.0f} records/s of CPU"
        rows += [
            Row(NAME, f"{kind} through the pipeline, CPU time", ratio, "x", base,
                "<= 1.1", ratio <= 1.1),
            Row(NAME, f"{kind}: files read, written and summed up too", all_of_it / alone, "x",
                base),
        ]  # fmt: skip
    return rows


def _whole(path: Path, kinds: tuple[str, ...]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run_audit(AuditOptions(Selection([str(path)]), options(kinds)), Path(folder))


def peaks(path: Path, folder: Path) -> dict[str, int]:
    """Return the peak memory in kB of the parent and of the largest worker of an audit."""
    program = [sys.executable, "-m", "bench.audit_memory", str(path), str(folder)]
    done = subprocess.run(program, cwd=ROOT, check=True, stdout=subprocess.PIPE)
    found: dict[str, int] = json.loads(done.stdout)
    return found


def memory(folder: Path) -> list[Row]:
    """Return how the peak grows from a short run to a long one, report included."""
    found = [
        peaks(write_rows(folder / "memory.jsonl", count), folder / str(count))
        for count in (SHORT, LONG)
    ]
    rows = []
    for part in ("parent", "worker"):
        short, long = (one[part] for one in found)
        what = f"peak memory of the {part}, {LONG:,} records"
        base = f"{SHORT:,} records: {short / 1024:,.0f} MB"
        ratio = long / short
        rows.append(Row(NAME, what, ratio, "x", base, "<= 1.2", ratio <= 1.2))
    return rows


def run() -> list[Row]:
    """Measure the audit."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return [*speeds(folder), *overhead(folder), *memory(folder)]
