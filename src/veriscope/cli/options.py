"""Options that several commands share, under one name with one help line."""

from __future__ import annotations

from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Confidence = Annotated[
    float | None, typer.Option("--ci", help="Add intervals of this confidence, such as 0.95.")
]
SkipBad = Annotated[
    bool,
    typer.Option("--skip-bad", help="Go on after lines that cannot be read, and count them."),
]
