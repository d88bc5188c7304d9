"""`veriscope profile`: records that hold verdicts, to rates with a reliability class."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from veriscope.cli.options import AsJson, Confidence, SkipBad
from veriscope.cli.profile_table import print_profiles
from veriscope.model import dump_json
from veriscope.run import profile_file

app = typer.Typer(add_completion=False)


@app.command()
def profile(
    file: Annotated[Path, typer.Argument(help="JSON Lines, CSV or Parquet; - is standard input.")],
    by: Annotated[
        str | None,
        typer.Option(help="One row for each value of this: model, or a name under groups."),
    ] = None,
    ci: Confidence = None,
    as_json: AsJson = False,
    skip_bad: SkipBad = False,
) -> None:
    """Print the rates of records that already hold verdicts, and how far to rely on them.

    A record brings what it has: `verdicts` as a list, or by judge; `claims` by model;
    `probabilities` and `samples`; `is_nonexistent`.
    """
    found = profile_file(file, by=by, level=ci, skip_bad=skip_bad)
    if as_json:
        typer.echo(dump_json(found.to_dict(), indent=2))
    else:
        print_profiles(found, Console())
