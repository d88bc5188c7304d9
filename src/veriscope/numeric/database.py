"""Facts from any SQL database, read only: one query a table, and a cache for repeated scopes."""

from __future__ import annotations

import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from veriscope.errors import InputError, MissingExtraError
from veriscope.figures import DateParts, FigureKind
from veriscope.figures.numerals import scaled
from veriscope.numeric.facts import Cell, Fact, FactSet
from veriscope.numeric.mapping import ColumnKind, ColumnMapping, FactsMapping, TableMapping

try:
    import sqlalchemy as sa
    from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
    from sqlalchemy.orm import Session
except ImportError:  # pragma: no cover - the extra is installed wherever the tests run
    raise MissingExtraError("checking figures against a database", "numeric") from None

ROW_LIMIT = 100_000
"""More rows than this in one scope are not read: the check says so and fails closed."""
KEEP_SECONDS = 60.0
"""How long the facts of a scope are served from the cache."""
KEEP_SCOPES = 512
_MAX_EXPONENT = 10_000
_FIGURES = {
    ColumnKind.CURRENCY: FigureKind.CURRENCY,
    ColumnKind.PERCENTAGE: FigureKind.PERCENTAGE,
    ColumnKind.RATIO: FigureKind.RATIO,
}
Scope = Mapping[str, Any]


class FactsError(Exception):
    """The database could not be asked; the message is for the reader of the result."""


@dataclass(frozen=True, slots=True)
class _Kept:
    facts: tuple[Fact, ...]
    until: float


class FactStore:
    """The facts of one database under one mapping.

    `db` is a Session, an Engine or a URL. Whatever it is, only SELECTs are sent; a database that
    is opened here is opened read only. The mapping's tables and columns are compared with the
    live schema when facts are first asked for, and no name that is not in it enters a query.
    """

    def __init__(
        self, db: Any, mapping: FactsMapping, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.mapping = mapping
        self._clock = clock
        self._session = db if isinstance(db, Session) else None
        self._engine = None if self._session is not None else open_engine(db)
        if self._engine is not None and self._engine is not db:
            # Connections of an engine made here are closed with the store.
            weakref.finalize(self, self._engine.dispose)
        self._checked = False
        self._kept: OrderedDict[tuple[Any, ...], _Kept] = OrderedDict()

    def facts(self, scope: Scope, kinds: frozenset[FigureKind]) -> FactSet:
        """Return the facts of a scope; what fails is said in the set, never raised."""
        try:
            wanted = self._check_scope(scope)
            tables = [t for t in self.mapping.tables if _kinds(t) & kinds]
            missing = [t for t in tables if self._recall(t, wanted) is None]
            if missing or not self._checked:
                self._read(missing, wanted)
            found = (self._recall(t, wanted) or () for t in tables)
            return FactSet([fact for facts in found for fact in facts])
        except FactsError as error:
            return FactSet(error=f"database: {error}")
        except (SQLAlchemyError, OSError) as error:
            return FactSet(error=f"database: {describe(error)}")

    def forget(self) -> None:
        """Drop what is cached."""
        self._kept.clear()

    def _check_scope(self, scope: Scope) -> dict[str, Any]:
        wanted = {name: value for name, value in scope.items() if value is not None}
        unknown = sorted(set(wanted) - self.mapping.scopes)
        if unknown:
            raise FactsError(f"no table of the mapping is scoped by {', '.join(unknown)}")
        for name, value in wanted.items():
            if isinstance(value, bool) or not isinstance(value, (int, str)):
                raise FactsError(f"{name} must be a number or a text, not {value!r}")
        return wanted

    def _slot(self, table: TableMapping, scope: Scope) -> tuple[Any, ...]:
        ids = tuple((n, type(scope[n]).__name__, scope[n]) for n in table.scope if n in scope)
        return (table.name, ids)

    def _recall(self, table: TableMapping, scope: Scope) -> tuple[Fact, ...] | None:
        slot = self._slot(table, scope)
        kept = self._kept.get(slot)
        if kept is None or kept.until <= self._clock():
            return None
        self._kept.move_to_end(slot)
        return kept.facts

    def _read(self, tables: Sequence[TableMapping], scope: Scope) -> None:
        with self._connection() as connection:
            if not self._checked:
                check_schema(connection, self.mapping)
                self._checked = True
            for table in tables:
                rows = connection.execute(select(table, scope)).mappings().fetchmany(ROW_LIMIT + 1)
                if len(rows) > ROW_LIMIT:
                    message = f"{table.name} has more than {ROW_LIMIT:,} rows in this scope"
                    raise FactsError(f"{message}; give more scope ids")
                facts = tuple(fact for row in rows for fact in row_facts(table, dict(row)))
                self._kept[self._slot(table, scope)] = _Kept(facts, self._clock() + KEEP_SECONDS)
        # Three tables of one scope are in use at once; an old scope makes room for a new one.
        while len(self._kept) > KEEP_SCOPES * len(self.mapping.tables):
            self._kept.popitem(last=False)

    @contextmanager
    def _connection(self) -> Iterator[sa.Connection]:
        if self._session is not None:
            # A savepoint keeps the caller's transaction usable where a query fails.
            with self._session.no_autoflush:
                connection = self._session.connection()
                with connection.begin_nested():
                    yield connection
            return
        assert self._engine is not None  # noqa: S101 - one of the two is always there
        options = {"postgresql_readonly": True} if self._engine.name == "postgresql" else {}
        with self._engine.connect().execution_options(**options) as connection:
            yield connection


def open_engine(db: Any) -> sa.Engine:
    """Return an engine for a URL, or the engine given; SQLite files are opened read only."""
    if isinstance(db, sa.Engine):
        return db
    if not isinstance(db, (str, sa.URL)):
        raise InputError(f"must be a Session, an Engine, a URL or None, not {db!r}", field="db")
    try:
        url = sa.make_url(db)
        if url.drivername in {"postgresql", "postgres"}:
            url = url.set(drivername="postgresql+psycopg")
        return sa.create_engine(_read_only(url), pool_pre_ping=url.get_backend_name() != "sqlite")
    except (ArgumentError, NoSuchModuleError) as error:
        raise InputError(f"not a database URL: {str(error).splitlines()[0]}", field="db") from None
    except ImportError:
        extra = "postgres" if str(db).startswith("postgres") else "numeric"
        raise MissingExtraError("this database", extra) from None


def _read_only(url: sa.URL) -> sa.URL:
    """Turn the URL of a SQLite file into one that neither creates nor writes it."""
    path = url.database
    if url.get_backend_name() != "sqlite" or not path or path == ":memory:":
        return url
    if not path.startswith("file:"):
        for char, escaped in (("%", "%25"), ("?", "%3f"), ("#", "%23")):
            path = path.replace(char, escaped)
        path = f"file:{path}"
    return url.set(database=path).update_query_dict({"mode": "ro", "uri": "true"})


def check_schema(connection: sa.Connection, mapping: FactsMapping) -> None:
    """Fail unless every table and column of the mapping is in the live schema, letter by letter."""
    inspector = sa.inspect(connection)
    for table in mapping.tables:
        name, schema = _split(table.name)
        if not (inspector.has_table(name, schema=schema)):
            raise FactsError(f"there is no table {table.name!r}")
        live = {column["name"] for column in inspector.get_columns(name, schema=schema)}
        for identifier in table.identifiers:
            if identifier not in live:
                raise FactsError(f"table {table.name!r} has no column {identifier!r}")


def select(table: TableMapping, scope: Scope) -> sa.Select[Any]:
    """Return the one query of a table: checked names, bound values."""
    name, schema = _split(table.name)
    columns: list[sa.ColumnClause[Any]] = [sa.column(i) for i in table.identifiers]
    live = sa.table(name, *columns, schema=schema)
    query = sa.select(*live.c).limit(ROW_LIMIT + 1)
    for scope_name, column in table.scope.items():
        if scope_name in scope:
            query = query.where(live.c[column] == scope[scope_name])
    return query if table.key is None else query.order_by(live.c[table.key])


def _split(name: str) -> tuple[str, str | None]:
    schema, dot, table = name.rpartition(".")
    return (table, schema) if dot else (name, None)


def row_facts(table: TableMapping, row: Mapping[str, Any]) -> Iterator[Fact]:
    """Yield the facts of one row; NULL and NaN are none."""
    key = None if table.key is None else row[table.key]
    key = key if isinstance(key, int) or key is None else str(key)
    period: dict[ColumnKind, int] = {}
    for column in table.columns:
        place = Cell(table.name, column.name, key)
        value = _number(row[column.name], place)
        if value is None:
            continue
        if column.kind.is_period:
            period[column.kind] = int(value)
        else:
            yield _figure(column, value, place)
    if ColumnKind.YEAR in period:
        yield _period(table, period, key)


def _figure(column: ColumnMapping, value: Decimal, place: Cell) -> Fact:
    if column.scale is not None:
        value = scaled(value, column.scale.power)
    kind = _FIGURES[column.kind]
    unit = {FigureKind.PERCENTAGE: "%", FigureKind.RATIO: "x"}.get(kind, column.unit)
    return Fact(kind, value, place, unit, metric=column.name)


def _period(table: TableMapping, parts: Mapping[ColumnKind, int], key: Any) -> Fact:
    quarter, month = parts.get(ColumnKind.QUARTER), parts.get(ColumnKind.MONTH)
    names = [c.name for c in table.columns if c.kind in parts]
    place = Cell(table.name, ", ".join(names), key)
    year = parts[ColumnKind.YEAR]
    in_order = 1 <= year <= 9999 and (quarter or 1) in range(1, 5) and (month or 1) in range(1, 13)
    if not in_order:
        raise FactsError(f"{table.name} row {key} holds no period of a calendar")
    return Fact(FigureKind.DATE, None, place, date=DateParts(year, quarter=quarter, month=month))


def _number(stored: Any, place: Cell) -> Decimal | None:
    """Return a stored number exactly; floats mean the shortest decimal that they print as."""
    where = f"{place.table}.{place.column} of row {place.row}"
    if stored is None:
        return None
    if isinstance(stored, bool) or not isinstance(stored, (int, float, str, Decimal)):
        raise FactsError(f"{where} holds {type(stored).__name__}, not a number")
    try:
        value = Decimal(repr(stored) if isinstance(stored, float) else str(stored).strip())
    except InvalidOperation:
        raise FactsError(f"{where} holds {stored!r:.40}, not a number") from None
    if not value.is_finite():
        return None
    if value and abs(value.adjusted()) > _MAX_EXPONENT:
        raise FactsError(f"{where} holds a number beyond all use")
    return value


def _kinds(table: TableMapping) -> frozenset[FigureKind]:
    return frozenset(_FIGURES.get(column.kind, FigureKind.DATE) for column in table.columns)


def describe(error: Exception) -> str:
    """Return what went wrong in one line, without statement, parameters or password."""
    cause = getattr(error, "orig", None) or error
    first = (str(cause).strip().splitlines() or [""])[0]
    return f"{type(cause).__name__}: {first:.200}"
