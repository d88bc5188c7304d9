"""A first mapping drafted from a live schema, for a person to correct."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from veriscope.errors import InputError
from veriscope.numeric.database import describe, open_engine
from veriscope.numeric.mapping import ColumnKind

_PERIODS = {
    "year": ColumnKind.YEAR,
    "fiscal_year": ColumnKind.YEAR,
    "quarter": ColumnKind.QUARTER,
    "fiscal_quarter": ColumnKind.QUARTER,
    "month": ColumnKind.MONTH,
}
_RATIO = re.compile(r"dscr|coverage|multiple|leverage|times|(?:^|_)x$")
_PERCENT = re.compile(r"rate|ratio|percent|pct|margin|yield|occupancy|share|return|growth|roi|roe")
_MONEY = re.compile(
    r"amount|income|revenue|expense|cost|price|asset|liabilit|value|balance|cash|debt|profit|tax|"
    r"fee|rent|salary|sales|equity|noi|ebitda|total|payment|budget|loan|interest"
)
_HEAD = """\
# Drafted from the live schema. Kinds are guessed from names and types: correct them, delete what
# is no fact, and list under `synonyms` what texts call a column. A percentage that is stored as a
# fraction (0.85 for 85 %) needs scale = "fraction"; amounts in thousands need scale = "thousand".
"""


def draft_mapping(db: Any) -> str:
    """Return the text of a mapping file for the tables of a database that hold numbers."""
    engine = open_engine(db)
    try:
        inspector = sa.inspect(engine)
        names = sorted([*inspector.get_table_names(), *inspector.get_view_names()])
        tables = [text for name in names if (text := _table(inspector, name))]
    except SQLAlchemyError as error:
        raise InputError(describe(error), source="database") from None
    finally:
        if isinstance(db, (str, sa.URL)):
            engine.dispose()
    if not tables:
        raise InputError("no table holds a figure", source="database")
    return "\n".join([_HEAD, *tables])


def _table(inspector: Any, name: str) -> str | None:
    columns = inspector.get_columns(name)
    keys = inspector.get_pk_constraint(name).get("constrained_columns") or []
    key = keys[0] if len(keys) == 1 else None
    ids = [c["name"] for c in columns if c["name"].lower().endswith("_id") and c["name"] != key]
    facts = list(_facts([c for c in columns if c["name"] not in {key, *ids}]))
    kinds = {kind for _, kind in facts}
    if not facts or (kinds & set(_PERIODS.values()) and ColumnKind.YEAR not in kinds):
        return None
    scope = {column: column for column in ids}
    if key is not None and all(kind.is_period for kind in kinds):
        scope["period_id"] = key
    return "\n".join(_lines(name, key, scope, facts))


def _facts(columns: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, ColumnKind]]:
    for column in columns:
        name = column["name"]
        kind = _kind(name.lower(), column["type"])
        if kind is not None:
            yield name, kind


def _kind(name: str, stored: Any) -> ColumnKind | None:
    if not isinstance(stored, (sa.Numeric, sa.Integer, sa.Float)):
        return None
    if name in _PERIODS:
        return _PERIODS[name]
    if _RATIO.search(name):
        return ColumnKind.RATIO
    if _PERCENT.search(name):
        return ColumnKind.PERCENTAGE
    if _MONEY.search(name) or not isinstance(stored, sa.Integer):
        return ColumnKind.CURRENCY
    return None


def _lines(
    name: str,
    key: str | None,
    scope: Mapping[str, str],
    facts: Sequence[tuple[str, ColumnKind]],
) -> Iterator[str]:
    yield "[[tables]]"
    yield f"name = {_quoted(name)}"
    if key is not None:
        yield f"key = {_quoted(key)}"
    if scope:
        pairs = ", ".join(f"{_quoted(k)} = {_quoted(v)}" for k, v in scope.items())
        yield f"scope = {{ {pairs} }}"
    yield "columns = ["
    for column, kind in facts:
        known = "" if "_" in column or kind.is_period else _quoted(column)
        entry = f"name = {_quoted(column)}, kind = {_quoted(kind.value)}"
        yield f"  {{ {entry}, synonyms = [{known}] }},"
    yield "]\n"


def _quoted(text: str) -> str:
    """Return a TOML string; JSON writes the same but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
