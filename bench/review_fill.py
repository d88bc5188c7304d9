"""A queue of any length, made by the database itself, with the rows that the queue would write."""

from __future__ import annotations

from sqlalchemy import Connection, text

from veriscope.model import HallucinationReview
from veriscope.review import ReviewQueue
from veriscope.review.rows import body_of

_NUMBERS = {
    "sqlite": "(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < :size) "
    "SELECT n FROM c)",
    "postgresql": "(SELECT n FROM generate_series(1, CAST(:size AS int)) AS g(n))",
}
_REVIEWS = """
INSERT INTO reviews (id, status, rank, check_name, record_id, model, created_at, updated_at,
  version, excerpt, confidence, total_claims, unverified_claims)
SELECT n, 'pending', -((n % 1000) * 7919 % 1000) / 1000.0, 'numeric', 'r' || n, 'm' || (n % 7),
  '2026-01-01 00:00:00', '2026-01-01 00:00:00', 1, 'Net operating income was $1.5M.', 0.9, 1, 1
FROM {numbers} AS numbers
"""
_BODIES = """
INSERT INTO review_bodies (review_id, body, search)
SELECT n, :body, 'net operating income' FROM {numbers} AS numbers
"""
_EVENTS = """
INSERT INTO review_events (review_id, seq, action, to_status, who, at)
SELECT n, 1, 'added', 'pending', 'bench', '2026-01-01 00:00:00' FROM {numbers} AS numbers
"""


def fill(queue: ReviewQueue, size: int) -> None:
    """Put `size` pending items into an empty queue."""
    review = HallucinationReview(
        nlq_query_id=None,
        user_id=None,
        original_answer="Net operating income was $1.5M.",
        original_confidence=0.9,
        adjusted_confidence=0.7,
        total_claims=1,
        verified_claims=0,
        unverified_claims=1,
        flagged_claims=[{"claim_type": "currency", "original_text": "$1.5M", "verified": False}],
    )
    with queue.store.write() as connection:
        numbers = _NUMBERS[connection.dialect.name]
        for statement in (_REVIEWS, _BODIES, _EVENTS):
            values = {"size": size} | ({"body": body_of(review)} if ":body" in statement else {})
            connection.execute(text(statement.format(numbers=numbers)), values)
        _settle(connection, size)


def _settle(connection: Connection, size: int) -> None:
    """Let the database know what it holds, as its own housekeeping does in time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT setval('reviews_id_seq', :size)"), {"size": size})
    connection.execute(text("ANALYZE"))
