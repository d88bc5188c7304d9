"""The boundary to the database: one engine, one way to read, one way to write.

SQLite is a file in WAL mode that flushes to disk at every commit; PostgreSQL is given by its URL.
What SQLAlchemy raises leaves here as a `StoreError`.
"""

from __future__ import annotations

import sqlite3
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.pool import QueuePool, StaticPool

from veriscope.errors import InputError, MissingExtraError, StoreError
from veriscope.review.schema import bring_up_to_date

BUSY_SECONDS = 10
"""So long a writer waits for another process's write to an SQLite file."""
CONNECT_SECONDS = 10
"""So long a PostgreSQL server may take to let us in, unless the URL says otherwise."""
_WRITES = "veriscope_writes"
_INTAKE = 0x7665726973636F71


class Store:
    """A database that has the newest schema; opened once, shared by threads."""

    def __init__(self, url: str | Path) -> None:
        self.url = read_url(url)
        self._in_memory = self.url.drivername == "sqlite" and is_memory(self.url)
        # One writer at a time is SQLite's rule; a queue inside the process is fairer and faster
        # than many threads that poll for the file lock.
        local = self.url.get_backend_name() == "sqlite"
        self._turn: AbstractContextManager[Any] = threading.RLock() if local else nullcontext()
        self.engine = _make_engine(self.url, self._in_memory)
        self._close = weakref.finalize(self, self.engine.dispose)
        with ExitStack() as undo:
            undo.callback(self.close)
            with self.write() as connection:
                bring_up_to_date(connection)
            undo.pop_all()

    @property
    def name(self) -> str:
        """What the store is, for people: no password in it."""
        return self.url.render_as_string(hide_password=True)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Give a connection in a transaction that only reads."""
        turn = self._turn if self._in_memory else nullcontext()
        with turn, self._errors(), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Give a connection in a transaction; it is durable when the block has been left."""
        with self._turn, self._errors(), self.engine.connect() as connection:
            connection = connection.execution_options(**{_WRITES: True})  # noqa: PLW2901
            with connection.begin():
                yield connection

    def ping(self) -> None:
        """Ask the database for an answer; a `StoreError` if there is none."""
        with self.read() as connection:
            connection.execute(text("SELECT 1"))

    def close(self) -> None:
        """Close all connections."""
        self._close()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            reason = str(error.orig).strip().splitlines()
            raise StoreError(f"{self.name}: {reason[0] if reason else error}") from error
        except SQLAlchemyError as error:
            raise StoreError(f"{self.name}: {error}") from error


def one_at_a_time(connection: Connection) -> None:
    """Let no other writer that asks for the same in until this transaction ends.

    SQLite has one writer anyhow.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _INTAKE})


def read_url(url: str | Path) -> URL:
    """Return the database that `url` names; a path without a scheme is an SQLite file."""
    given = str(url)
    if not given.strip():
        raise InputError("must name a database", field="url")
    if "://" not in given:
        return URL.create("sqlite", database=given)
    try:
        parsed = make_url(given)
    except (ArgumentError, ValueError):
        raise InputError("is no database URL", field="url") from None
    backend = parsed.drivername.partition("+")[0]
    if backend in ("postgresql", "postgres"):
        _need_psycopg()
        return parsed.set(drivername="postgresql+psycopg")
    if backend == "sqlite":
        return parsed.set(drivername="sqlite")
    raise InputError(f"must be an SQLite or a PostgreSQL database, not {backend!r}", field="url")


def _need_psycopg() -> None:
    try:
        import psycopg  # noqa: F401, PLC0415 - only PostgreSQL needs it
    except ImportError:  # pragma: no cover - the extra is installed wherever the tests run
        raise MissingExtraError("PostgreSQL", "postgres") from None


def is_memory(url: URL) -> bool:
    """Whether an SQLite URL names no file."""
    return url.database in (None, "", ":memory:")


def _make_engine(url: URL, in_memory: bool) -> Engine:
    if url.get_backend_name() != "sqlite":
        if "connect_timeout" not in url.query:
            url = url.update_query_pairs([("connect_timeout", str(CONNECT_SECONDS))])
        return create_engine(url, pool_size=16, max_overflow=16, pool_pre_ping=True)
    engine = create_engine(
        url,
        poolclass=StaticPool if in_memory else QueuePool,
        connect_args={"check_same_thread": False, "timeout": BUSY_SECONDS},
        **({} if in_memory else {"pool_size": 16, "max_overflow": 32}),
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    # The driver shall not begin transactions by itself: `_begin_sqlite` does.
    connection.isolation_level = None
    _to_wal(connection)
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _to_wal(connection: sqlite3.Connection) -> None:
    """Switch the file to WAL; where another opens it just then, wait for that.

    SQLite's own patience does not cover this switch: it fails at once while a new file is being
    made ready by somebody else.
    """
    give_up = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                raise
            time.sleep(0.01)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    # A writer takes its lock before it reads, so that what it read is still true when it writes.
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
