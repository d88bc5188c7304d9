"""What claims are compared with: figures from a database or a document, each with its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from veriscope.figures import DateParts, FigureKind
from veriscope.figures.numerals import shown
from veriscope.model import JSON, Span


class Origin(StrEnum):
    """Where a fact comes from; the database is asked first."""

    DATABASE = "database"
    DOCUMENTS = "documents"

    @property
    def score(self) -> float:
        """What a match with a fact of this origin is worth."""
        return 1.0 if self is Origin.DATABASE else 0.8


@dataclass(frozen=True, slots=True)
class Cell:
    """A value of a database: table, column, and the key of its row."""

    table: str
    column: str
    row: str | int | None

    def to_dict(self) -> dict[str, JSON]:
        """Return the place by its parts."""
        return {"table": self.table, "column": self.column, "row": self.row}


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a source chunk."""

    chunk_id: str | int | None
    span: Span
    text: str

    def to_dict(self) -> dict[str, JSON]:
        """Return the place by its parts."""
        start, end = self.span
        return {"chunk_id": self.chunk_id, "start": start, "end": end, "text": self.text}


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure that is held to be true.

    `kind` is None for a bare number in a table or in JSON: it can be anything but a date. `unit`
    is None where the source names no currency. `metric` is the column that the mapping knows it
    by. `label` holds the words of its row or sentence, `around` those of its section and column,
    `years` the years that it stands under; they tell figures of a document apart that no mapping
    names.
    """

    kind: FigureKind | None
    value: Decimal | None
    place: Cell | Passage
    unit: str | None = None
    date: DateParts | None = None
    metric: str | None = None
    label: frozenset[str] = frozenset()
    years: frozenset[int] = frozenset()
    around: frozenset[str] = frozenset()
    in_table: bool = False

    @property
    def origin(self) -> Origin:
        """Database or documents."""
        return Origin.DATABASE if isinstance(self.place, Cell) else Origin.DOCUMENTS

    @property
    def row(self) -> tuple[str, str | int | None] | None:
        """What tells rows apart: figures of one row belong together."""
        return (self.place.table, self.place.row) if isinstance(self.place, Cell) else None

    def show(self) -> str:
        """Return the value for a reader."""
        if self.date is not None:
            return show_date(self.date)
        return shown(self.value) if self.value is not None else ""

    def evidence(self) -> dict[str, JSON]:
        """Return the place and the value that stands there."""
        return {**self.place.to_dict(), "value": self.show().replace(",", "")}


@dataclass(frozen=True, slots=True)
class FactSet:
    """The facts that one answer is compared with, and what kept others from being read."""

    facts: Sequence[Fact] = ()
    error: str | None = None


def show_date(date: DateParts) -> str:
    """Return the parts of a date in ISO order: 2024-09-30, 2024-09, 2024-Q3, 2024."""
    if date.month is None:
        side = f"-Q{date.quarter}" if date.quarter else f"-H{date.half}" if date.half else ""
        return f"{date.year}{side}"
    day = "" if date.day is None else f"-{date.day:02d}"
    return f"{date.year}-{date.month:02d}{day}"
