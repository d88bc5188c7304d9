"""The tables of the store, as SQLAlchemy sees them; `migrations/` makes and changes them.

An item is split in two: `reviews` is narrow and changes with every decision, `review_bodies` holds
the texts, is written once, and is read only when an item is opened or searched.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

METADATA = MetaData()
VERSION_TABLE = "veriscope_version"


class UtcTime(TypeDecorator[datetime]):
    """A moment: stored as UTC, read as an aware time on every database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn any time into UTC; one without a zone is taken as UTC."""
        if value is None:
            return None
        moment = as_utc(value)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Read what either database returns as UTC."""
        return None if value is None else as_utc(value)


def as_utc(value: datetime) -> datetime:
    """Return the same moment in UTC; a time without a zone is taken as UTC."""
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


# SQLite numbers its rows only in a column of the type INTEGER.
_Id = BigInteger().with_variant(Integer, "sqlite")

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("status", String(8), nullable=False),
    # The negated priority: ascending like `id`, so that one comparison of pairs pages both.
    Column("rank", Float(53), nullable=False),
    Column("check_name", String(16), nullable=False),
    Column("record_id", String(200)),
    Column("model", String(200)),
    Column("assignee", String(200)),
    Column("reviewed_by", String(200)),
    Column("reviewed_at", UtcTime),
    Column("review_notes", Text),
    Column("created_at", UtcTime, nullable=False),
    Column("updated_at", UtcTime, nullable=False),
    Column("version", Integer, nullable=False),
    Column("excerpt", String(200), nullable=False),
    Column("confidence", Float(53)),
    Column("total_claims", Integer, nullable=False),
    Column("unverified_claims", Integer, nullable=False),
    Index("reviews_queue", "status", "rank", "id"),
    Index("reviews_by_check", "status", "check_name", "rank", "id"),
    Index("reviews_by_model", "status", "model", "rank", "id"),
    Index("reviews_by_reviewer", "status", "reviewed_by", "rank", "id"),
    Index("reviews_by_assignee", "status", "assignee", "rank", "id"),
    Index("reviews_by_record", "record_id", "check_name"),
    Index("reviews_by_decision", "status", "reviewed_at"),
    sqlite_autoincrement=True,
)

BODIES = Table(
    "review_bodies",
    METADATA,
    Column("review_id", _Id, ForeignKey("reviews.id"), primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    Column("search", Text, nullable=False),
)

GROUPS = Table(
    "review_groups",
    METADATA,
    Column("review_id", _Id, ForeignKey("reviews.id"), primary_key=True, autoincrement=False),
    Column("name", String(200), primary_key=True),
    Column("value", String(200), nullable=False),
    Column("rank", Float(53), nullable=False),
    Index("review_groups_by_value", "name", "value", "rank", "review_id"),
)

EVENTS = Table(
    "review_events",
    METADATA,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("review_id", _Id, ForeignKey("reviews.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("action", String(8), nullable=False),
    Column("from_status", String(8)),
    Column("to_status", String(8), nullable=False),
    Column("who", String(200), nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("why", Text),
    UniqueConstraint("review_id", "seq", name="review_events_once"),
    sqlite_autoincrement=True,
)

TOKENS = Table(
    "api_tokens",
    METADATA,
    Column("name", String(200), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("scope", String(8), nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("revoked", Boolean, nullable=False),
)

SESSIONS = Table(
    "web_sessions",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("token_name", String(200), ForeignKey("api_tokens.name"), nullable=False, index=True),
    Column("expires_at", UtcTime, nullable=False),
)
