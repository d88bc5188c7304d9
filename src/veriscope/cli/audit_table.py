"""An audit as a person reads it in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from veriscope.report.words import TITLES, headlines, shown, shown_range
from veriscope.run.audit import AuditResult


def print_summary(result: AuditResult, console: Console) -> None:
    """Print the headline of each check, the gates, and where the report lies."""
    summary = result.summary
    table = Table(title="Audit", title_justify="left")
    for heading in ("check", "what", "value", "interval", "of"):
        table.add_column(heading, justify="right" if heading in ("value", "of") else "left")
    for score in headlines(summary):
        table.add_row(
            score.check,
            TITLES.get(score.metric, score.metric),
            shown(score.value, score.metric),
            shown_range(score.interval, score.metric),
            f"{score.n_scored:,}",
        )
    console.print(table)
    left = f"{summary.n_not_applicable:,} had nothing to check"
    console.print(f"{summary.n_records:,} records; {left}; {summary.n_unreadable:,} unreadable.")
    for gate in summary.gates:
        value = "not measured" if gate.value is None else f"{gate.value:.4g}"
        mark = Text("kept  ", "green") if gate.passed else Text("FAILED", "red")
        console.print(Text.assemble(mark, f" {gate.rule} ({value})"))
    if not result.finished:
        console.print("Stopped. The same command with --resume goes on from here.")
    console.print(f"Report: {result.folder / 'report.html'}", soft_wrap=True, highlight=False)
