"""`veriscope bench`: how good a judge is on labelled responses."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from veriscope.errors import InputError
from veriscope.grounding.measure import Mean, SetResult, mean_of, measure_file, set_name
from veriscope.io.rows import expand
from veriscope.judges import make_judge
from veriscope.judges.choose import FORMS
from veriscope.metrics.detection import MEASURES
from veriscope.model import dump_json

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.callback(help="Measure a judge on labelled files.")
def bench() -> None:
    """Hold the kinds of bench apart by name."""


@app.command()
def grounding(
    files: Annotated[
        list[str], typer.Argument(help="Rows of context, response and hallucinated (true, false).")
    ],
    *,
    judge: Annotated[str, typer.Option(help=f"Who decides: {FORMS}.")] = "local",
    limit: Annotated[
        int | None, typer.Option(min=1, help="A sample of so many rows of each file.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure how well a judge tells hallucinated responses from grounded ones.

    Exit code 0, or 2 when a file cannot be read or none of its rows could be judged.
    """
    chosen = make_judge(judge)
    found: dict[str, SetResult] = {}
    for path in expand(files):
        name = set_name(path)
        found[path if name in found else name] = measure_file(path, chosen, limit)
    for name, result in found.items():
        for message in result.failures:
            typer.echo(f"veriscope: {message}", err=True)
        if not result.supports:
            raise InputError("holds no row that could be judged", source=name)
    mean = mean_of(list(found.values()))
    speed = _speed(found)
    if json:
        sets = {name: _as_json(result) for name, result in found.items()}
        row = {**mean.values, "intervals": dict(mean.intervals)}
        told = {"judge": judge, "sets": sets, "mean": row, "claims_per_second": speed}
        typer.echo(dump_json(told, indent=2))
    else:
        _show(found, mean, speed)


def _speed(found: dict[str, SetResult]) -> float:
    seconds = sum(result.seconds for result in found.values())
    return sum(result.claims for result in found.values()) / seconds if seconds else 0.0


def _as_json(result: SetResult) -> dict[str, Any]:
    return {**result.detection().to_dict(), "n_failed": result.n_failed, "claims": result.claims}


def _show(found: dict[str, SetResult], mean: Mean, speed: float) -> None:
    table = Table(title="How well the judge tells hallucinated responses")
    for heading in ("set", "n", "failed", *(name.replace("_", " ") for name in MEASURES)):
        table.add_column(heading, justify="left" if heading == "set" else "right")
    for name, result in found.items():
        figures = result.detection()
        cells = [_cell(getattr(figures, key), figures.intervals[key]) for key in MEASURES]
        table.add_row(name, str(figures.n), str(result.n_failed), *cells)
    table.add_section()
    cells = [_cell(mean.values[key], mean.intervals[key]) for key in MEASURES]
    table.add_row("mean", "", "", *cells)
    console = Console(highlight=False)
    console.print(table)
    console.print(f"{speed:,.1f} claims per second")


def _cell(value: float | None, limits: tuple[float, float] | None) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" + (f" [{limits[0]:.2f}, {limits[1]:.2f}]" if limits else "")
