"""Options that the commands of the review queue share."""

from __future__ import annotations

import getpass
from datetime import datetime
from typing import Annotated

import typer

from veriscope.model import CheckName, ReviewStatus

DEFAULT_DB = "veriscope-reviews.db"

Db = Annotated[
    str,
    typer.Option("--db", envvar="VERISCOPE_REVIEW_DB", help="An SQLite file or a database URL."),
]
Number = Annotated[int, typer.Argument(metavar="ID", help="The item's number.")]
Notes = Annotated[str | None, typer.Option("--notes", help="Why; kept in the history.")]
Reviewer = Annotated[
    str | None,
    typer.Option("--as", envvar="VERISCOPE_REVIEWER", help="Who decides; you by default."),
]
Status = Annotated[ReviewStatus | None, typer.Option(help="Only items in this state.")]
Check = Annotated[CheckName | None, typer.Option(help="Only items of this check.")]
Model = Annotated[str | None, typer.Option(help="Only answers of this model.")]
Group = Annotated[str | None, typer.Option(metavar="NAME=VALUE", help="Only this group.")]
Since = Annotated[
    datetime | None, typer.Option(formats=["%Y-%m-%d"], help="Added on this day or later.")
]
Until = Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="Added before it.")]


def who(given: str | None) -> str:
    """Return the name under which a decision is kept: the one given, or the user's own."""
    if given is not None:
        return given
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
