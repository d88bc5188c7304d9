"""`veriscope review`: list, read and decide what waits for a person."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, TextIO

import typer
from rich.console import Console

from veriscope.cli import review_table as tables
from veriscope.cli.options import AsJson
from veriscope.cli.review_options import (
    DEFAULT_DB,
    Check,
    Db,
    Group,
    Model,
    Notes,
    Number,
    Reviewer,
    Since,
    Status,
    Until,
    who,
)
from veriscope.errors import InputError
from veriscope.io import read_assessments, read_records
from veriscope.model import Record, ReviewStatus, dump_json
from veriscope.model.codec import encode
from veriscope.review import (
    HallucinationReview,
    ReviewFilter,
    ReviewQueue,
    propose_tolerances,
    review_stats,
)
from veriscope.review.export import add_assessments, decided_assessments, items_with_history
from veriscope.review.filter import Cursor, read_group
from veriscope.review.stats import Bucket

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="List, read and decide flagged answers."
)


@app.command()
def add(
    assessments: Annotated[Path, typer.Argument(help="Assessments as JSON Lines or Parquet.")],
    records: Annotated[Path, typer.Option(help="The records they are about, as JSON Lines.")],
    db: Db = DEFAULT_DB,
) -> None:
    """Put flagged assessments into the queue; those that are there already stay as they are."""
    with ReviewQueue(db) as queue:
        done = add_assessments(
            queue,
            read_assessments(assessments),
            (item for item in read_records(records) if isinstance(item, Record)),
        )
    typer.echo(f"{done.added} added, {done.present} already there, {done.clean} not flagged")


@app.command("list")
def list_items(
    status: Status = ReviewStatus.PENDING,
    every: Annotated[bool, typer.Option("--all", help="Items in every state.")] = False,
    check: Check = None,
    model: Model = None,
    group: Group = None,
    reviewer: Annotated[str | None, typer.Option(help="Decided or taken by.")] = None,
    assignee: Annotated[str | None, typer.Option(help="Assigned to.")] = None,
    since: Since = None,
    until: Until = None,
    text: Annotated[str | None, typer.Option(help="Words in the answer or question.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000)] = 20,
    after: Annotated[str | None, typer.Option(help="The place that the last page named.")] = None,
    as_json: AsJson = False,
    db: Db = DEFAULT_DB,
) -> None:
    """List one page of items, the most doubtful and harmful first."""
    wanted = ReviewFilter(
        status=None if every else status,
        check=check,
        model=model,
        group=None if group is None else read_group(group),
        reviewer=reviewer,
        assignee=assignee,
        since=since,
        until=until,
        text=text,
    )
    with ReviewQueue(db) as queue:
        place = None if after is None else Cursor.read(after)
        page = queue.summaries(wanted, limit=limit, after=place)
        counts = queue.counts()
    if as_json:
        for item in page:
            typer.echo(dump_json(item.to_dict()))
    else:
        tables.print_list(page, counts, full=len(page) == limit, console=Console())


@app.command()
def show(number: Number, as_json: AsJson = False, db: Db = DEFAULT_DB) -> None:
    """Show an item: the answer, its claims with what was found, the sources and the history."""
    with ReviewQueue(db) as queue:
        item, events = queue.get(number), queue.history(number)
    if as_json:
        typer.echo(dump_json({**item.to_dict(), "history": encode(events)}, indent=2))
    else:
        tables.print_item(item, events, Console())


@app.command()
def take(
    number: Number, notes: Notes = None, reviewer: Reviewer = None, db: Db = DEFAULT_DB
) -> None:
    """Mark an item as under review by you."""
    with ReviewQueue(db) as queue:
        _tell(queue.take(number, who(reviewer), notes))


@app.command()
def approve(
    number: Number, notes: Notes = None, reviewer: Reviewer = None, db: Db = DEFAULT_DB
) -> None:
    """Decide that the answer was right: a false alarm."""
    with ReviewQueue(db) as queue:
        _tell(queue.approve(number, who(reviewer), notes))


@app.command()
def reject(
    number: Number, notes: Notes = None, reviewer: Reviewer = None, db: Db = DEFAULT_DB
) -> None:
    """Decide that the answer is a hallucination."""
    with ReviewQueue(db) as queue:
        _tell(queue.reject(number, who(reviewer), notes))


@app.command()
def reopen(
    number: Number, notes: Notes = None, reviewer: Reviewer = None, db: Db = DEFAULT_DB
) -> None:
    """Put a decided item back into the queue; the decision stays in its history."""
    with ReviewQueue(db) as queue:
        _tell(queue.reopen(number, who(reviewer), notes))


def _tell(item: HallucinationReview) -> None:
    done = "is pending again" if item.status is ReviewStatus.PENDING else f"is {item.status}"
    by = f" by {item.reviewed_by}" if item.reviewed_by else ""
    typer.echo(f"item {item.id} {done}{by}")


@app.command()
def export(
    out: Annotated[Path | None, typer.Option(help="A file; standard output by default.")] = None,
    items: Annotated[
        bool, typer.Option("--items", help="Whole items with their history, decided or not.")
    ] = False,
    status: Status = None,
    check: Check = None,
    model: Model = None,
    since: Since = None,
    until: Until = None,
    db: Db = DEFAULT_DB,
) -> None:
    """Write decided items as assessments with the person's verdicts appended, one a line."""
    wanted = ReviewFilter(status=status, check=check, model=model, since=since, until=until)
    with ExitStack() as stack:
        queue = stack.enter_context(ReviewQueue(db))
        stream = sys.stdout if out is None else stack.enter_context(_open(out))
        if items:
            lines = (dump_json(item) for item in items_with_history(queue, wanted))
        else:
            lines = (found.to_json() for found in decided_assessments(queue, wanted))
        stream.writelines(line + "\n" for line in lines)


def _open(path: Path) -> TextIO:
    try:
        return path.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(error.strerror or "cannot be written", source=str(path)) from None


@app.command()
def stats(
    by: Annotated[Bucket, typer.Option(help="How long a period is.")] = Bucket.WEEK,
    check: Check = None,
    model: Model = None,
    as_json: AsJson = False,
    db: Db = DEFAULT_DB,
) -> None:
    """Show what came in and what was decided over time, and how often flagging was right."""
    with ReviewQueue(db) as queue:
        periods = review_stats(queue, by, ReviewFilter(check=check, model=model))
        counts = queue.counts(ReviewFilter(check=check, model=model))
    if as_json:
        found = {"counts": encode(counts), "periods": encode(periods)}
        typer.echo(dump_json(found, indent=2))
    else:
        tables.print_stats(periods, counts, by, Console())


@app.command()
def tune(as_json: AsJson = False, db: Db = DEFAULT_DB) -> None:
    """Propose tolerances that would have spared false alarms without losing a hallucination.

    It only prints: nothing is changed.
    """
    with ReviewQueue(db) as queue:
        proposals = propose_tolerances(queue)
    if as_json:
        typer.echo(dump_json(encode(proposals), indent=2))
    else:
        tables.print_proposals(proposals, Console())
