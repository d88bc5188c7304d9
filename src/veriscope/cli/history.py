"""`veriscope history`: is it getting better or worse, and since when is the target broken?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from veriscope.cli.history_table import print_history
from veriscope.cli.options import AsJson
from veriscope.model import dump_json
from veriscope.report.words import HEADLINES
from veriscope.run.gates import parse_rule
from veriscope.run.history import Wanted, parse_metric, read_history

app = typer.Typer(add_completion=False)


@app.command()
def history(
    runs: Annotated[
        list[str], typer.Argument(help="Folders of audits, folders of them, patterns.")
    ],
    metric: Annotated[
        list[str] | None,
        typer.Option(help="mihr, grounding.mihr …; else the headline of each check. Several."),
    ] = None,
    target: Annotated[
        list[str] | None, typer.Option(help="What a run should keep: mihr<=0.1. Several.")
    ] = None,
    by: Annotated[
        str | None, typer.Option(help="Also the groups of audits that were made with this --by.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write a page with plots (.html), .svg or .md.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the rates of past audits over time, each with its interval.

    Runs that are not comparable are not joined, and the reason is told. Exit code 0; 1 when the
    last run breaks a target or none measured it; 2 for wrong input or use.
    """
    found = read_history(
        runs,
        metrics=[parse_metric(text) for text in metric] if metric else None,
        default=[Wanted(check, name) for check, name in HEADLINES.items()],
        targets=[parse_rule(text, "--target", "mihr<=0.1") for text in target or ()],
        by=by,
    )
    if as_json:
        typer.echo(dump_json(found.to_dict(), indent=2))
    else:
        print_history(found, Console())
    if out is not None:
        from veriscope.report.history import write_history  # noqa: PLC0415 - an extra

        write_history(found, out)
        typer.echo(f"Written: {out}", err=as_json)
    raise typer.Exit(0 if all(one.kept for one in found.standings) else 1)
