"""Which tables and columns of a database hold which kind of fact."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from veriscope.errors import InputError
from veriscope.model.codec import Noun, decode

_DEFAULT = Path(__file__).with_name("default_mapping.toml")


class ColumnKind(StrEnum):
    """What a column holds: a figure, or a part of a period."""

    CURRENCY = "currency"
    PERCENTAGE = "percentage"
    RATIO = "ratio"
    YEAR = "year"
    QUARTER = "quarter"
    MONTH = "month"

    @property
    def is_period(self) -> bool:
        """Whether it is a part of a period and no figure of its own."""
        return self in {ColumnKind.YEAR, ColumnKind.QUARTER, ColumnKind.MONTH}


class Scale(StrEnum):
    """How a stored number is to be multiplied: 0.85 kept as a fraction means 85 %."""

    FRACTION = "fraction"
    THOUSAND = "thousand"
    MILLION = "million"
    BILLION = "billion"

    @property
    def power(self) -> int:
        """The power of ten."""
        return {"fraction": 2, "thousand": 3, "million": 6, "billion": 9}[self.value]


@dataclass(frozen=True)
class ColumnMapping(Noun):
    """One column; `synonyms` are what a text calls it, `unit` its currency where there is one.

    A name of several words (`net_operating_income`) is itself one of its names; a single word is
    so only where no synonyms are given, since "amount" or "year" says nothing.
    """

    name: str
    kind: ColumnKind
    scale: Scale | None = None
    synonyms: Sequence[str] | None = None
    unit: str | None = None

    def __post_init__(self) -> None:
        if self.scale is Scale.FRACTION and self.kind is not ColumnKind.PERCENTAGE:
            raise InputError("only a percentage is stored as a fraction", field="scale")
        if self.scale is not None and self.kind.is_period:
            raise InputError("a part of a period has no scale", field="scale")

    @property
    def names(self) -> tuple[str, ...]:
        """What a text may call the column."""
        spoken = self.name.replace("_", " ").strip()
        own = (spoken,) if " " in spoken or self.synonyms is None else ()
        return tuple(name for name in (*own, *(self.synonyms or ())) if name.strip())


@dataclass(frozen=True)
class TableMapping(Noun):
    """One table with its key column, and the columns that its scope ids are compared with."""

    name: str
    columns: Sequence[ColumnMapping]
    key: str | None = None
    scope: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.columns:
            raise InputError("names no column", field="columns")
        kinds = {column.kind for column in self.columns}
        if any(kind.is_period for kind in kinds) and ColumnKind.YEAR not in kinds:
            raise InputError("a quarter or month needs a column of kind year", field="columns")

    @property
    def identifiers(self) -> tuple[str, ...]:
        """Every column that a query of the table names, once."""
        figures = (column.name for column in self.columns)
        key = () if self.key is None else (self.key,)
        return tuple(dict.fromkeys((*key, *figures, *self.scope.values())))


@dataclass(frozen=True)
class FactsMapping(Noun):
    """All tables that hold facts."""

    tables: Sequence[TableMapping]

    def __post_init__(self) -> None:
        if not self.tables:
            raise InputError("names no table", field="tables")

    @property
    def scopes(self) -> frozenset[str]:
        """The scope ids that restrict at least one table."""
        return frozenset(name for table in self.tables for name in table.scope)


@cache
def default_mapping() -> FactsMapping:
    """Return the mapping of the real-estate schema."""
    return _read_toml(_DEFAULT)


def load_mapping(mapping: str | Path | Mapping[str, Any] | FactsMapping | None) -> FactsMapping:
    """Return a mapping from a TOML file, from the same as a dict, or the default for None."""
    if mapping is None:
        return default_mapping()
    if isinstance(mapping, FactsMapping):
        return mapping
    if isinstance(mapping, Mapping):
        return decode(FactsMapping, mapping)
    if isinstance(mapping, (str, Path)):
        return _read_toml(Path(mapping))
    raise InputError("must be a path, a dict or None", field="mapping")


def _read_toml(path: Path) -> FactsMapping:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(error.strerror or "cannot be read", source=str(path)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not TOML: {error}", source=str(path)) from None
    try:
        return decode(FactsMapping, data)
    except InputError as error:
        raise error.at(str(path)) from None
