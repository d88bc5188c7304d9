"""The store: its addresses, its schema, what happens when it is away or from the future."""

import json
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from tests.support.reviews import review
from tests.support.stores import Postgres
from veriscope.errors import InputError, StoreError
from veriscope.review import ReviewQueue
from veriscope.review.schema import HEAD, MIGRATIONS
from veriscope.review.store import Store, read_url
from veriscope.review.tables import METADATA, VERSION_TABLE


def test_the_newest_migration_is_the_head() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


@pytest.mark.parametrize("backend", ["sqlite", "postgresql"])
def test_the_migrations_make_the_tables(
    backend: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"{tmp_path}/a.db"
    if backend == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        url = server.new_database()
    store = Store(url)
    with store.read() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, METADATA) == []
    store.close()
    Store(url).close()


def test_two_who_open_a_new_store_at_once(postgres: Postgres, tmp_path: Path) -> None:
    for url in (postgres.new_database(), f"sqlite:///{tmp_path}/new.db"):
        with ThreadPoolExecutor(4) as pool:
            for opened in pool.map(Store, [url] * 4):
                opened.close()


def test_a_store_from_the_future_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    ReviewQueue(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    connection.close()
    with pytest.raises(StoreError, match="schema 9999, this program knows up to 0001"):
        ReviewQueue(path)


def test_a_file_is_durable_at_every_commit(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.db")
    with store.read() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    store.close()


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("", "url: must name a database"),
        ("mysql://h/d", "url: must be an SQLite or a PostgreSQL database, not 'mysql'"),
        ("://", "url: is no database URL"),
    ],
)
def test_a_wrong_address_is_an_error(url: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        ReviewQueue(url)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg2"])
def test_every_spelling_of_postgresql_uses_the_one_driver(scheme: str) -> None:
    assert read_url(f"{scheme}://u@h/d").drivername == "postgresql+psycopg"


def test_what_cannot_be_opened_says_so_without_the_password(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="unable to open database file"):
        ReviewQueue(tmp_path / "no" / "folder.db")
    with pytest.raises(StoreError, match="connection failed") as caught:
        ReviewQueue("postgresql://ann:secret@127.0.0.1:1/none")
    assert "secret" not in str(caught.value)
    broken = tmp_path / "b.db"
    broken.write_text("this is no database" * 100)
    with pytest.raises(StoreError, match="not a database"):
        ReviewQueue(broken)


def test_a_closed_store_can_be_opened_again(store_url: str) -> None:
    with ReviewQueue(store_url) as queue:
        item = queue.add(review())
    with ReviewQueue(store_url) as queue:
        assert queue.get(item) == item


def test_processes_share_a_store(store_url: str) -> None:
    code = """
import json, sys
from veriscope.review import ReviewQueue, ReviewConflict
with ReviewQueue(sys.argv[1]) as queue:
    try:
        print(json.dumps(["won", queue.approve(1, "child").status]))
    except ReviewConflict as error:
        print(json.dumps(["lost", error.decided_by]))
"""
    with ReviewQueue(store_url) as queue:
        item = queue.add(review())
        runs = [
            subprocess.Popen([sys.executable, "-c", code, store_url], stdout=subprocess.PIPE)
            for _ in range(2)
        ]
        told = sorted(json.loads(run.communicate(timeout=60)[0]) for run in runs)
        assert told == [["lost", "child"], ["won", "approved"]]
        assert len(queue.history(item)) == 2
