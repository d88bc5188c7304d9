"""The queue: items, their texts and groups, the history of every change, tokens and sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make all tables."""
    _make_reviews()
    _make_parts()
    _make_events()
    _make_tokens()


def _make_reviews() -> None:
    op.create_table(
        "reviews",
        sa.Column("id", ID, primary_key=True, autoincrement=True),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("rank", sa.Float(53), nullable=False),
        sa.Column("check_name", sa.String(16), nullable=False),
        sa.Column("record_id", sa.String(200)),
        sa.Column("model", sa.String(200)),
        sa.Column("assignee", sa.String(200)),
        sa.Column("reviewed_by", sa.String(200)),
        sa.Column("reviewed_at", TIME),
        sa.Column("review_notes", sa.Text),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("updated_at", TIME, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("excerpt", sa.String(200), nullable=False),
        sa.Column("confidence", sa.Float(53)),
        sa.Column("total_claims", sa.Integer, nullable=False),
        sa.Column("unverified_claims", sa.Integer, nullable=False),
        sqlite_autoincrement=True,
    )
    indexes = {
        "reviews_queue": ["status", "rank", "id"],
        "reviews_by_check": ["status", "check_name", "rank", "id"],
        "reviews_by_model": ["status", "model", "rank", "id"],
        "reviews_by_reviewer": ["status", "reviewed_by", "rank", "id"],
        "reviews_by_assignee": ["status", "assignee", "rank", "id"],
        "reviews_by_record": ["record_id", "check_name"],
        "reviews_by_decision": ["status", "reviewed_at"],
    }
    for name, columns in indexes.items():
        op.create_index(name, "reviews", columns)


def _make_parts() -> None:
    op.create_table(
        "review_bodies",
        sa.Column("review_id", ID, sa.ForeignKey("reviews.id"), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("search", sa.Text, nullable=False),
    )
    op.create_table(
        "review_groups",
        sa.Column("review_id", ID, sa.ForeignKey("reviews.id"), primary_key=True),
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("value", sa.String(200), nullable=False),
        sa.Column("rank", sa.Float(53), nullable=False),
    )
    op.create_index(
        "review_groups_by_value", "review_groups", ["name", "value", "rank", "review_id"]
    )


def _make_events() -> None:
    op.create_table(
        "review_events",
        sa.Column("id", ID, primary_key=True, autoincrement=True),
        sa.Column("review_id", ID, sa.ForeignKey("reviews.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("action", sa.String(8), nullable=False),
        sa.Column("from_status", sa.String(8)),
        sa.Column("to_status", sa.String(8), nullable=False),
        sa.Column("who", sa.String(200), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("why", sa.Text),
        sa.UniqueConstraint("review_id", "seq", name="review_events_once"),
        sqlite_autoincrement=True,
    )


def _make_tokens() -> None:
    op.create_table(
        "api_tokens",
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("scope", sa.String(8), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("revoked", sa.Boolean, nullable=False),
    )
    op.create_table(
        "web_sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("token_name", sa.String(200), sa.ForeignKey("api_tokens.name"), nullable=False),
        sa.Column("expires_at", TIME, nullable=False),
    )
    op.create_index("ix_web_sessions_token_name", "web_sessions", ["token_name"])
