"""The table of commands, and the group that loads one of them at a time.

A command is a line in `COMMANDS` and a module that holds a Typer `app`. `veriscope --help` reads
the table alone, so that its answer costs the same however heavy the commands become.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from veriscope import __version__


@dataclass(frozen=True)
class Entry:
    """Where a command lives, and its line in the help."""

    module: str
    help: str


COMMANDS = {
    "audit": Entry("veriscope.cli.audit", "Run every check on files of answers; write a report."),
    "compare": Entry("veriscope.cli.compare", "Compare two audits of the same records."),
    "history": Entry("veriscope.cli.history", "Show the rates of past audits over time."),
    "check": Entry("veriscope.cli.check", "Mark the claims of an answer that its context lacks."),
    "aspects": Entry(
        "veriscope.cli.aspects", "Find invented and misaligned terms in aspect-sentiment output."
    ),
    "bench": Entry("veriscope.cli.bench", "Measure how good a judge is on labelled files."),
    "numeric": Entry("veriscope.cli.numeric", "Check figures against a database and documents."),
    "profile": Entry("veriscope.cli.profile", "Turn verdicts into rates with a reliability class."),
    "transcription": Entry(
        "veriscope.cli.transcription", "Find what OCR or a vision model invented on a page."
    ),
    "review": Entry("veriscope.cli.review", "List, read and decide flagged answers."),
    "serve": Entry("veriscope.cli.serve", "Serve the review pages and the HTTP API."),
    "token": Entry("veriscope.cli.token", "Say who may use the server."),
}


class LazyGroup(TyperGroup):
    """Lists commands from the table; imports the one that is run."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - Typer's signature
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """Return a stand-in that knows only its help line; enough for listing."""
        entry = COMMANDS.get(cmd_name)
        return entry and TyperCommand(cmd_name, help=entry.help)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Load the command that `args` names; unknown names go the ordinary way."""
        name, command, rest = super().resolve_command(ctx, args)
        if name in COMMANDS:
            command = get_command(import_module(COMMANDS[name].module).app)
            command.name = name
        return name, command, rest


def build() -> Any:
    """Return the root command."""
    app = typer.Typer(cls=LazyGroup, no_args_is_help=True, pretty_exceptions_enable=False)

    @app.callback(help="Find and measure hallucination in what machines write.")
    def root(
        version: bool = typer.Option(
            False, "--version", help="Print the version.", is_eager=True, callback=_print_version
        ),
    ) -> None:
        del version

    return get_command(app)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit
