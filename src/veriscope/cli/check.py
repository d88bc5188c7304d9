"""`veriscope check`: does an answer stand on its context?"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from veriscope.errors import InputError
from veriscope.grounding import GroundingCheck, HallucinationEvaluator
from veriscope.grounding.check import hallucinated_ids
from veriscope.judges import Budget, CascadeJudge, Judge, LLMOptions, Prices, ReplyCache, make_judge
from veriscope.judges.choose import FORMS
from veriscope.model import Assessment, Context, Record
from veriscope.report.answers import safe, show_answer
from veriscope.report.costs import show_costs

app = typer.Typer(add_completion=False)


@app.command()
def check(
    answer: Annotated[
        str, typer.Argument(help="The answer; - or nothing reads standard input.")
    ] = "-",
    *,
    context: Annotated[
        list[Path], typer.Option("--context", "-c", help="A text that the answer should rest on.")
    ],
    judge: Annotated[str, typer.Option(help=f"Who decides: {FORMS}.")] = "local",
    threshold: Annotated[float, typer.Option(help="The score from which it passes.")] = 0.8,
    min_confidence: Annotated[
        float | None, typer.Option(help="Count less sure support as none.")
    ] = None,
    cache: Annotated[Path | None, typer.Option(help="Keep a model's replies in this file.")] = None,
    max_cost: Annotated[float | None, typer.Option(help="Stop before this many dollars.")] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Stop before this many tokens.")] = None,
    prices: Annotated[Path | None, typer.Option(help="Prices of models, as TOML.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the assessment as JSON.")] = False,
) -> None:
    """Mark the claims of an answer that its context does not bear out.

    Exit code 0 when the answer passes, 1 when it does not, 2 when it could not be judged.
    """
    text = _answer(answer)
    options = LLMOptions(
        cache=ReplyCache(cache) if cache else None,
        budget=Budget(max_cost, max_tokens),
        prices=Prices.load(prices),
    )
    chosen = make_judge(judge, options)
    evaluator = HallucinationEvaluator(threshold, min_confidence=min_confidence)
    record = Record(text, contexts=[_read(path) for path in context])
    (found,) = GroundingCheck(chosen, evaluator).assess([record])
    for failure in found.failures:
        told = " ".join(safe(failure.message).split())
        typer.echo(f"veriscope: could not be judged: {told}", err=True)
        raise typer.Exit(2)
    if json:
        typer.echo(found.to_json(indent=2))
    else:
        _show(text, found, evaluator, chosen)
    raise typer.Exit(1 if found.flagged else 0)


def _show(text: str, found: Assessment, evaluator: HallucinationEvaluator, judge: Judge) -> None:
    console = Console(highlight=False)
    bad = hallucinated_ids(found, evaluator)
    show_answer(text, found, bad, console)
    console.print()
    word = "FAILED" if found.flagged else "PASSED"
    console.print(
        f"{word}: score {found.score:.2f}, threshold {evaluator.threshold:.2f}; "
        f"{len(bad)} of {len(found.claims)} claims hallucinated",
        style="bold red" if found.flagged else "bold green",
    )
    show_costs(judge.usage, judge.report if isinstance(judge, CascadeJudge) else None, console)


def _answer(argument: str) -> str:
    if argument == "-":
        return _decoded(sys.stdin.buffer.read(), "stdin")
    return _decoded(os.fsencode(argument), "ANSWER")


def _read(path: Path) -> Context:
    try:
        return Context(_decoded(path.read_bytes(), str(path)), path.name)
    except OSError as error:
        raise InputError(error.strerror or "cannot be read", source=str(path)) from None


def _decoded(content: bytes, source: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8: byte {error.start}", source=source) from None
