"""Options from a file: a table of `veriscope.toml` gives a command its defaults."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from veriscope.cli.app import COMMANDS
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
    _check_tables(tables, found)
    table = tables.get(ctx.info_name, {})
    known = {name.lstrip("-"): param.name for param in ctx.command.params for name in param.opts}
    many = {param.name: param.multiple or param.nargs != 1 for param in ctx.command.params}
    for name in table:
        if name not in known:
            options = ", ".join(sorted(known))
            problem = f"unknown option; there are {options}"
            raise InputError(problem, field=f"{ctx.info_name}.{name}", source=str(found))
    for name, value in table.items():
        unfit = _unfit(many[known[name]], value)
        if unfit:
            raise InputError(unfit, field=f"{ctx.info_name}.{name}", source=str(found))
    given = {known[name]: value for name, value in table.items()}
    ctx.default_map = {**(ctx.default_map or {}), **given}
    return path


def _check_tables(tables: dict[str, Any], path: Path) -> None:
    for name, table in tables.items():
        if name not in COMMANDS:
            known = ", ".join(COMMANDS)
            raise InputError(f"unknown command; there are {known}", field=name, source=str(path))
        if not isinstance(table, dict):
            raise InputError("must be a table", field=name, source=str(path))


def _unfit(several: bool, value: Any) -> str | None:
    """Say what a value must be; only texts are left for the option itself to read."""
    if several:
        fits = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return None if fits else "must be a list of texts"
    return "must be one value" if isinstance(value, (list, dict)) else None
