"""`veriscope audit`: from files of answers to a report and an exit code."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from veriscope.cli.audit_table import print_summary
from veriscope.cli.configured import load_defaults
from veriscope.cli.delivering import Delivering, delivering
from veriscope.cli.stopping import INTERRUPTED, stopping_at_once
from veriscope.cli.watching import watching
from veriscope.errors import InputError
from veriscope.io import expand
from veriscope.report.audit import Report, write_reports
from veriscope.run.audit import AuditOptions, AuditResult, run_audit
from veriscope.run.checks import CheckOptions, check_names
from veriscope.run.gates import parse_rule
from veriscope.run.keeping import Kept
from veriscope.run.runner import RunnerName, runner_named
from veriscope.run.selection import Selection

app = typer.Typer(add_completion=False)


@app.command()
def audit(
    inputs: Annotated[
        list[str], typer.Argument(help="Files, patterns or folders; - is standard input.")
    ],
    out: Annotated[Path, typer.Option(help="Folder for the report and its data.")],
    checks: Annotated[
        str | None, typer.Option(help="Only these, with commas between; else all that apply.")
    ] = None,
    judge: Annotated[
        str, typer.Option(help="local, anthropic:MODEL, openai:MODEL@URL …")
    ] = "local",
    db: Annotated[str | None, typer.Option(help="Database with the facts, as a URL.")] = None,
    facts: Annotated[str | None, typer.Option(help="Mapping of its tables, as TOML.")] = None,
    by: Annotated[str | None, typer.Option(help="Group by model, or a name under groups.")] = None,
    map_: Annotated[
        list[str] | None, typer.Option("--map", help="A field's name here: response=answer.")
    ] = None,
    limit: Annotated[int | None, typer.Option(help="Take the first so many records.")] = None,
    sample: Annotated[int | None, typer.Option(help="Draw so many records.")] = None,
    runner: Annotated[
        RunnerName, typer.Option(help="This machine, or the Ray cluster of RAY_ADDRESS.")
    ] = RunnerName.LOCAL,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 is one a core.")] = 0,
    queue: Annotated[
        str | None, typer.Option(help="Put flagged answers into this review queue (file or URL).")
    ] = None,
    resume: Annotated[bool, typer.Option(help="Go on with a run that was stopped.")] = False,
    fail_on: Annotated[
        list[str] | None, typer.Option(help="Exit 1 when this is so: mihr>0.1. Several.")
    ] = None,
    min_coverage: Annotated[
        float | None, typer.Option(help="Exit 1 when a check came through for fewer.")
    ] = None,
    ci: Annotated[float, typer.Option(help="Confidence of the intervals.")] = 0.95,
    format_: Annotated[
        Kept, typer.Option("--format", help="What the assessments are kept as.")
    ] = Kept.JSONL,
    junit: Annotated[Path | None, typer.Option(help="Also write JUnit XML here.")] = None,
    sarif: Annotated[Path | None, typer.Option(help="Also write SARIF here.")] = None,
    progress: Annotated[
        bool | None, typer.Option(help="Show a bar; else only in a terminal.")
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(
            help="Options from a table [audit]; else veriscope.toml where it is.",
            is_eager=True,
            callback=load_defaults,
        ),
    ] = None,
) -> None:
    """Run every check that applies to each record, and say how bad it is and where.

    Exit code 0; 1 when a gate fails; 2 for wrong input or use, and when flagged answers did not
    reach the queue; 130 when stopped by Ctrl-C.
    """
    del config
    options = AuditOptions(
        selection=Selection(expand(inputs), _names(map_ or []), limit, sample),
        checks=CheckOptions(
            check_names(checks.split(",")) if checks else None, judge=judge, db=db, facts=facts
        ),
        by=by,
        level=ci,
        workers=workers,
        runner=runner_named(runner),
        rules=[parse_rule(rule) for rule in fail_on or ()],
        min_coverage=min_coverage,
        kept=format_,
    )
    shown = sys.stderr.isatty() if progress is None else progress
    with stopping_at_once():
        result, delivery = _run(options, out, queue, resume=resume, shown=shown)
        page = Report(result.summary, result.manifest, result.breakdown, result.answers)
        write_reports(page, out, junit=junit, sarif=sarif)
    print_summary(result, Console())
    delivery.tell()
    if not result.finished:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(0 if result.passed else 1)


def _run(
    options: AuditOptions, out: Path, queue: str | None, *, resume: bool, shown: bool
) -> tuple[AuditResult, Delivering]:
    """Run the audit under the eyes of a person, its flagged answers going to the queue."""
    with (
        delivering(queue) as delivery,
        watching(options.selection.total() if shown else None, shown=shown) as watch,
    ):
        return run_audit(options, out, resume=resume, watch=watch, also=delivery.take), delivery


def _names(pairs: list[str]) -> dict[str, str]:
    """Read `field=name` pairs."""
    out = {}
    for pair in pairs:
        field, sign, name = pair.partition("=")
        if not (field and sign and name):
            raise InputError(f"must be like response=answer, not {pair!r}", field="--map")
        out[field] = name
    return out
