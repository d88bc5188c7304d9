"""`veriscope numeric`: check an answer's figures, draft a mapping, measure the check."""

from __future__ import annotations

import json
import sys
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from veriscope.errors import InputError
from veriscope.io import read_records
from veriscope.model import Record, dump_json

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Check figures against a database and documents, by arithmetic.",
)
Db = Annotated[str | None, typer.Option("--db", help="URL of the database; read only.")]
Facts = Annotated[
    Path | None, typer.Option("--facts", help="Mapping (TOML): which columns hold which facts.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@app.command()
def check(
    answer: Annotated[str, typer.Argument(help="The text to check; - reads standard input.")],
    db: Db = None,
    facts: Facts = None,
    scope: Annotated[
        list[str] | None, typer.Option(help="NAME=VALUE, such as property_id=1; repeatable.")
    ] = None,
    source: Annotated[
        list[Path] | None, typer.Option(help="A text file to check against; repeatable.")
    ] = None,
    match: Annotated[
        str, typer.Option(help="any: any figure of its type; metric: its own.")
    ] = "any",
    locale: Annotated[str, typer.Option(help="en, fr, de or ko.")] = "en",
    day_first: Annotated[
        bool, typer.Option("--day-first", help="12/01/2024 is 12 January.")
    ] = False,
    approximate: Annotated[
        bool, typer.Option("--approximate", help='Honour "about", "over", "under", "nearly".')
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print each figure of ANSWER with its verdict; exit 1 where one is not verified."""
    from veriscope.numeric import HallucinationConfig, HallucinationDetector  # noqa: PLC0415

    config = HallucinationConfig(
        DAY_FIRST=day_first, LOCALE=locale, HONOUR_APPROXIMATIONS=approximate
    )
    detector = HallucinationDetector(db, config, facts, match)
    text = sys.stdin.read() if answer == "-" else answer
    result = detector.detect_hallucinations(
        text, [_read_source(path) for path in source or ()], **_read_scope(scope or ())
    )
    if as_json:
        typer.echo(dump_json(_plain(result), indent=1))
    else:
        _show(result)
    raise typer.Exit(1 if result["has_hallucinations"] else 0)


@app.command("map")
def draft(
    db: Annotated[str, typer.Option("--db", help="URL of the database; read only.")],
    out: Annotated[
        Path | None, typer.Option("--out", help="Write here; never over a file.")
    ] = None,
) -> None:
    """Draft a mapping file from the live schema."""
    from veriscope.numeric.draft import draft_mapping  # noqa: PLC0415

    text = draft_mapping(db)
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise InputError(error.strerror or "cannot be written", source=str(out)) from None
    typer.echo(f"wrote {out}")


@app.command()
def accuracy(
    records: Annotated[
        Path | None, typer.Argument(help="Records with gold.hallucinated; default: eight cases.")
    ] = None,
    db: Db = None,
    facts: Facts = None,
    match: Annotated[str, typer.Option(help="any or metric.")] = "any",
    gate_on_rate: Annotated[
        bool, typer.Option("--gate-on-rate", help="Exit 1 where the rate misses its target.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure the check on labelled records; exit 0 when every one is told right."""
    from veriscope.numeric import HallucinationDetector, measure_accuracy  # noqa: PLC0415

    given: list[Record] | None = None
    detector = None
    if records is not None:
        given = [record for record in read_records(records) if isinstance(record, Record)]
        detector = HallucinationDetector(db, None, facts, match)
    elif db or facts:
        raise InputError("needs a file of records", field="--db" if db else "--facts")
    found = measure_accuracy(given, detector)
    typer.echo(json.dumps(found) if as_json else _accuracy_lines(found))
    passed = found["meets_target"] if gate_on_rate else found["accuracy"] == 1.0
    raise typer.Exit(0 if passed else 1)


def _read_scope(pairs: Any) -> dict[str, int | str]:
    scope: dict[str, int | str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            raise InputError(f"must be NAME=VALUE, not {pair!r}", field="--scope")
        if name in {"answer", "sources"}:
            raise InputError(f"{name!r} is no scope id", field="--scope")
        whole = value.removeprefix("-").isdecimal() and len(value) < 19
        scope[name] = int(value) if whole else value
    return scope


def _read_source(path: Path) -> dict[str, str]:
    try:
        return {"chunk_text": path.read_text(encoding="utf-8"), "chunk_id": str(path)}
    except OSError as error:
        raise InputError(error.strerror or "cannot be read", source=str(path)) from None
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8: byte {error.start}", source=str(path)) from None


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Decimal) else value


def _show(result: dict[str, Any]) -> None:
    console = Console(width=max(110, Console().width))
    table = Table(show_lines=False)
    for heading in ("figure", "verdict", "actual", "difference", "tolerance", "where"):
        table.add_column(heading, overflow="fold")
    for claim in result["claims"]:
        verdict = Text("verified", "green") if claim["verified"] else Text("NOT VERIFIED", "red")
        shown = (claim["actual"], claim["difference"], claim["tolerance"], _where(claim))
        table.add_row(Text(claim["original_text"]), verdict, *(Text(cell or "–") for cell in shown))
    if result["claims"]:
        console.print(table)
    total, unverified = result["total_claims"], result["unverified_claims"]
    console.print(Text(f"{total} figures, {unverified} not verified"))
    if result["error"]:
        console.print(Text(f"error: {result['error']}", "red"))


def _where(claim: dict[str, Any]) -> str:
    """Return the arithmetic of a derived figure, else the place that it was compared with."""
    if claim["derivation"]:
        return str(claim["derivation"])
    place = (claim["evidence"] or [claim["nearest"]])[0]
    if place is None:
        return str(claim["error"] or claim["explanation"])
    if "table" in place:
        return f"{place['table']}.{place['column']} row {place['row']}"
    return f"{place['chunk_id']} [{place['start']}:{place['end']}]"


def _accuracy_lines(found: dict[str, Any]) -> str:
    rates = {"accuracy", "precision", "recall", "f1_score", "hallucination_rate"}
    lines = []
    for name, value in found.items():
        if name in rates or name == "target_hallucination_rate":
            shown = f"{100 * value:.2f} %"
        else:
            shown = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
        lines.append(f"{name.replace('_', ' '):<26}{shown:>9}")
    return "\n".join(lines)
