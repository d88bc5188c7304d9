"""`veriscope serve`: the HTTP API and the review pages."""

from __future__ import annotations

from typing import Annotated

import typer

from veriscope.cli.review_options import DEFAULT_DB, Db
from veriscope.review import ReviewQueue
from veriscope.web import Settings, TokenStore, create_app
from veriscope.web.server import LOOPBACK, listen, safe_host
from veriscope.web.server import serve as run
from veriscope.web.settings import is_loopback

app = typer.Typer(add_completion=False)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = LOOPBACK,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 8765,
    db: Db = DEFAULT_DB,
    rate: Annotated[
        float, typer.Option(min=0, help="Requests a second and client; 0 is no limit.")
    ] = Settings.rate,
    max_body: Annotated[
        int, typer.Option(min=1024, help="The largest request, in bytes.")
    ] = Settings.max_body,
) -> None:
    """Serve the review pages and the HTTP API until you stop it.

    As long as there is no token, the server is for you alone: it listens on this machine only.
    """
    with ReviewQueue(db) as queue:
        protected = TokenStore(queue.store).exist()
        host, warning = safe_host(host, protected)
        if warning:
            typer.echo(f"veriscope: {warning}", err=True)
        settings = Settings(
            open_to_local=is_loopback(host) and not protected,
            rate=rate,
            burst=max(1, int(2 * rate)),
            max_body=max_body,
        )
        with listen(host, port) as opened:
            run(create_app(queue, settings), opened, lambda url: _tell(url, settings, queue))
    typer.echo("stopped")


def _tell(url: str, settings: Settings, queue: ReviewQueue) -> None:
    typer.echo(f"Veriscope listens on {url} with the store {queue.store.name}")
    if settings.open_to_local:
        typer.echo("no token is configured: it answers to this machine only, without a login")
