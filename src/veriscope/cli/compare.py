"""`veriscope compare`: did a change make things better, or was it chance?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from veriscope.cli.options import AsJson
from veriscope.model import dump_json
from veriscope.report.words import TITLES, shown
from veriscope.run.compare import Comparison, compare_runs

app = typer.Typer(add_completion=False)


@app.command()
def compare(
    before: Annotated[Path, typer.Argument(help="Folder of an audit.")],
    after: Annotated[Path, typer.Argument(help="Folder of another audit of the same records.")],
    by: Annotated[str | None, typer.Option(help="Also by model, or a name under groups.")] = None,
    ci: Annotated[float, typer.Option(help="Confidence of the intervals.")] = 0.95,
    as_json: AsJson = False,
) -> None:
    """Compare two audits record by record: differences with intervals and a permutation test.

    Runs whose judge, checks or sources differ are not comparable, and are refused with the reason.
    """
    found = compare_runs(before, after, by=by, level=ci)
    if as_json:
        typer.echo(dump_json(found.to_dict(), indent=2))
    else:
        print_comparison(found, Console())


def print_comparison(found: Comparison, console: Console) -> None:
    """Print a row a metric, and the answers that changed most."""
    table = Table(title=f"{found.before} → {found.after}", title_justify="left")
    for heading in ("check", "what", "before", "after", "difference", "p"):
        table.add_column(heading, justify="left" if heading in ("check", "what") else "right")
    for one in found.differences:
        group = f" ({one.group})" if one.group else ""
        table.add_row(
            one.check,
            Text(TITLES.get(one.metric, one.metric) + group),
            shown(one.before, one.metric),
            shown(one.after, one.metric),
            Text(_signed(one.difference, one.interval), "bold" if one.certain else ""),
            "–" if one.p is None else f"{one.p:.3f}",
        )
    console.print(table)
    console.print(
        f"{found.n_paired:,} assessments in both runs; {found.n_only_before:,} only in the first, "
        f"{found.n_only_after:,} only in the second."
    )
    if found.n_failed:
        console.print(f"{found.n_failed:,} of the pairs failed in a run, and are not compared.")
    if found.changes:
        console.print("Changed most:")
    for change in found.changes[:10]:
        line = f"  {change.record_id} ({change.check}): {change.before:.2f} → {change.after:.2f}"
        console.print(Text(line))


def _signed(value: float | None, interval: tuple[float, float] | None) -> str:
    if value is None:
        return "–"
    limits = f" [{interval[0]:+.3f}, {interval[1]:+.3f}]" if interval else ""
    return f"{value:+.3f}{limits}"
