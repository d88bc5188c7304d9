"""`veriscope transcription`: outputs of engines against a ground truth, page by page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from veriscope.cli.options import AsJson
from veriscope.cli.transcription_table import print_engines
from veriscope.errors import InputError
from veriscope.model import dump_json
from veriscope.run.transcription import compare_pages
from veriscope.transcription import Profile, Reading

app = typer.Typer(add_completion=False)


@app.command()
def transcription(
    truth: Annotated[
        Path,
        typer.Argument(
            metavar="GT",
            help="Folder or file of the ground truth, or one file of rows with both texts.",
        ),
    ],
    output: Annotated[
        Path | None, typer.Argument(metavar="OCR", help="Folder or file of one engine's output.")
    ] = None,
    engine: Annotated[
        list[str] | None, typer.Option(help="NAME=DIR: a further engine; may be repeated.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the report page and the assessments here.")
    ] = None,
    reading: Annotated[
        Reading, typer.Option(help="What is the same word: to the letter, or in any spelling.")
    ] = Reading.EXACT,
    workers: Annotated[int, typer.Option(help="Processes to use.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Find what engines put on a page that is not there, and tell it from misreading.

    Pages are plain text, ALTO, PAGE XML or hOCR, matched by their names.

    A file of rows stands alone: JSON Lines, CSV or Parquet with `id`, `engine`, `reference` and
    `hypothesis`.
    """
    found = compare_pages(
        truth, _engines(output, engine or []), profile=Profile(reading), workers=workers
    )
    if as_json:
        typer.echo(dump_json(found.to_dict(), indent=2))
    else:
        print_engines(found, Console())
    if out is not None:
        from veriscope.report.transcription import write_transcription_report  # noqa: PLC0415

        found.write(out)
        page = write_transcription_report(
            out, found.pages.records, found.assessments, found.engines, found.pages.missing
        )
        typer.echo(f"wrote {page}", err=as_json)


def _engines(output: Path | None, named: list[str]) -> dict[str, Path]:
    found = {} if output is None else {output.stem or str(output): output}
    for given in named:
        name, equals, folder = given.partition("=")
        if not (name and equals and folder):
            raise InputError(f"must be NAME=DIR, not {given!r}", field="--engine")
        if name in found:
            raise InputError(f"names {name!r} twice", field="--engine")
        found[name] = Path(folder)
    return found
