"""x."""

import typer

app = typer.Typer()


@app.command()
def profile(a: str) -> None:
    """Profile things."""
    typer.echo(a)
