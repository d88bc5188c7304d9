"""The schema's version: brought to the newest when a store is opened."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from veriscope.errors import StoreError
from veriscope.review.tables import VERSION_TABLE

HEAD = "0001"
"""The newest migration; a test holds it equal to what `migrations/` says."""
MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 0x7665726973636F70
"""Two processes that open a new PostgreSQL store at once take turns by this number."""


def bring_up_to_date(connection: Connection) -> None:
    """Run the migrations that the database has not seen; a newer database is an error."""
    if current_version(connection) == HEAD:
        return
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    if current_version(connection) == HEAD:
        return
    from alembic import command  # noqa: PLC0415 - an up-to-date store opens without Alembic
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util.exc import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError(
            f"the store has the schema {current_version(connection)}, this program knows up to "
            f"{HEAD}: install a newer veriscope ({error})"
        ) from None


def current_version(connection: Connection) -> str | None:
    """Return the version that the database says it has; None for a database without our tables."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608
