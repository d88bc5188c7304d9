"""Options from a file: a table of `veriscope.toml` gives a command its defaults."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from veriscope.errors import InputError

DEFAULT = "veriscope.toml"


def load_defaults(ctx: Any, path: Path | None) -> Path | None:
    """Give the command of `ctx` its table of a config file; what is on the line still wins.

    Without a path `veriscope.toml` is read where it is. An option that the command does not have
    is an error, not a wish.
    """
    found = path or Path(DEFAULT)
    if not found.is_file():
        if path is not None:
            raise InputError("no such file", source=str(path))
        return path
    try:
        tables = tomllib.loads(found.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise InputError(f"not TOML: {error}", source=str(found)) from None
    table = tables.get(ctx.info_name, {})
    known = {name.lstrip("-"): param.name for param in ctx.command.params for name in param.opts}
    for name in table:
        if name not in known:
            options = ", ".join(sorted(known))
            problem = f"unknown option; there are {options}"
            raise InputError(problem, field=f"{ctx.info_name}.{name}", source=str(found))
    given = {known[name]: value for name, value in table.items()}
    ctx.default_map = {**(ctx.default_map or {}), **given}
    return path
