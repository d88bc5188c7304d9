"""`python -m bench [NAME…]` runs the benches, prints one table and writes JSON.

A bench is a module `bench/bench_NAME.py` with `run() -> list[Row]`.
"""

from __future__ import annotations

import json
import os
import pkgutil
import platform
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.table import Table

import bench
from bench.rows import Row

PREFIX = "bench_"
RESULTS = Path(__file__).parent / "results" / "latest.json"


def names() -> list[str]:
    """Return the benches that exist."""
    modules = (module.name for module in pkgutil.iter_modules(bench.__path__))
    return sorted(name.removeprefix(PREFIX) for name in modules if name.startswith(PREFIX))


def show(rows: list[Row]) -> None:
    """Print the rows as one table."""
    table = Table(title="Veriscope bench", show_lines=False)
    for heading in ("bench", "what", "value", "unit", "against", "goal", "met"):
        table.add_column(heading, justify="right" if heading == "value" else "left")
    for row in rows:
        met = {True: "yes", False: "NO", None: ""}[row.met]
        value = f"{row.value:,.4g}"
        table.add_row(row.bench, row.what, value, row.unit, row.baseline, row.goal, met)
    Console(width=max(150, Console().width)).print(table)


def main(wanted: list[str]) -> int:
    """Run the benches named, or all; an unknown name is an error."""
    known = names()
    unknown = set(wanted) - set(known)
    if unknown:
        print(f"no such bench: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
        return 2
    rows: list[Row] = []
    for name in wanted or known:
        rows += import_module(f"bench.{PREFIX}{name}").run()
    show(rows)
    machine = {"python": platform.python_version(), "cores": os.cpu_count()}
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(
        json.dumps({"machine": machine, "rows": [asdict(row) for row in rows]}, indent=1) + "\n"
    )
    missed = [row.what for row in rows if row.met is False]
    print(f"wrote {RESULTS.relative_to(Path.cwd())}; {len(missed)} of {len(rows)} goals missed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
