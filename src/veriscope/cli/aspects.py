"""`veriscope aspects`: aspect output against its texts, and `explain` for one sample."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from veriscope.aspects.outputs import whole_file
from veriscope.aspects.survey import Options, read_gold
from veriscope.aspects.terms import ALLOW_TERMS, STOP_TERMS, TermLists, load_terms
from veriscope.cli.default_command import DefaultCommandGroup
from veriscope.run.aspect_explain import explain_sample
from veriscope.run.aspect_files import AspectRuns, survey_files


class _Group(DefaultCommandGroup):
    default = "check"


app = typer.Typer(
    cls=_Group,
    add_completion=False,
    no_args_is_help=True,
    help="Find invented and misaligned terms in aspect output. `veriscope aspects FILE… --out DIR` "
    "is short for `check`; its options: `veriscope aspects check --help`.",
)

AllowFile = Annotated[
    Path | None,
    typer.Option("--allow", help="Terms that are targets whatever they look like; replaces ours."),
]
StopFile = Annotated[
    Path | None, typer.Option("--stop", help="Terms that are no targets; replaces ours.")
]


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Model outputs or scorecards, a run a file.")],
    out: Annotated[Path, typer.Option("--out", help="Folder for the tables and the page.")],
    profile: Annotated[
        str | None, typer.Option("--profile", help="Only samples of this profile.")
    ] = None,
    allow: AllowFile = None,
    stop: StopFile = None,
    repair: Annotated[
        Path | None, typer.Option("--repair", help="Write outputs with mended spans here.")
    ] = None,
    gold: Annotated[
        Path | None, typer.Option("--gold", help="Gold aspects to compare with, joined by id.")
    ] = None,
) -> None:
    """Check files of aspect output; several files are several runs of the same samples.

    Reads JSON Lines (model output or scorecards), CSV, Parquet, SemEval XML, BIO columns, and the
    JSON of common aspect models.
    """
    from veriscope.report.aspects import render_aspects  # noqa: PLC0415 - `explain` needs no page

    options = Options(
        profile=profile,
        lists=_lists(allow, stop),
        gold=None if gold is None else read_gold(gold),
        outcomes=len(files) > 1,
    )
    runs = survey_files(files, options, out=out, repair=repair)
    page = render_aspects(runs.surveys, runs.results, runs.merged)
    with whole_file(out / "report.html") as stream:
        stream.write(page)
    _tell(runs, out)


@app.command()
def explain(
    file: Annotated[Path, typer.Argument(help="A file that `aspects` reads.")],
    name: Annotated[str, typer.Argument(metavar="ID", help="The sample's id, or its number.")],
    allow: AllowFile = None,
    stop: StopFile = None,
) -> None:
    """Say for each aspect of one sample whether it holds, and why."""
    typer.echo(explain_sample(file, name, _lists(allow, stop)))


def _lists(allow: Path | None, stop: Path | None) -> TermLists:
    return TermLists(
        ALLOW_TERMS if allow is None else load_terms(allow, "allow"),
        STOP_TERMS if stop is None else load_terms(stop, "stop"),
    )


def _tell(runs: AspectRuns, out: Path) -> None:
    for line in runs.notices():
        typer.echo(line, err=True)
    typer.echo(runs.table(), nl=False)
    for line in runs.remarks():
        typer.echo(line)
    typer.echo(f"wrote {out / 'report.html'}")
