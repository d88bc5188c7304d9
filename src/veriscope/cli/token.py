"""`veriscope token`: who may use the server."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from veriscope.cli.review_options import DEFAULT_DB, Db
from veriscope.review import ReviewQueue
from veriscope.web import Scope, TokenStore

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Say who may use the server.")
Name = Annotated[str, typer.Argument(help="Whose token; decisions are kept under this name.")]


@app.command()
def add(
    name: Name,
    scope: Annotated[Scope, typer.Option(help="Each includes the ones before it.")] = Scope.REVIEW,
    db: Db = DEFAULT_DB,
) -> None:
    """Make a token and print it; only its hash is kept, so that it cannot be shown again."""
    with ReviewQueue(db) as queue:
        typer.echo(TokenStore(queue.store).add(name, scope))


@app.command("list")
def list_tokens(db: Db = DEFAULT_DB) -> None:
    """List who has a token."""
    with ReviewQueue(db) as queue:
        found = TokenStore(queue.store).all()
    table = Table(box=SIMPLE_HEAD)
    for heading in ("name", "scope", "made", "state"):
        table.add_column(heading)
    for info in found:
        state = "revoked" if info.revoked else "valid"
        table.add_row(info.name, info.scope.value, f"{info.created_at:%Y-%m-%d}", state)
    Console().print(table if found else "no tokens: the server is for this machine only")


@app.command()
def revoke(name: Name, db: Db = DEFAULT_DB) -> None:
    """End a token and the sessions that were opened with it."""
    with ReviewQueue(db) as queue:
        TokenStore(queue.store).revoke(name)
    typer.echo(f"{name} has no access any more")
