"""The queue where people decide on flagged answers, and the store that never loses a decision."""

from veriscope.errors import MissingExtraError, ReviewConflict, StoreError, UnknownReviewError
from veriscope.model import HallucinationReview, ReviewStatus

try:
    import alembic as _alembic
    import sqlalchemy as _sqlalchemy
except ImportError:  # pragma: no cover - the extra is installed wherever the tests run
    raise MissingExtraError("the review queue", "review") from None

from veriscope.review.event import Action, ReviewEvent
from veriscope.review.feedback import assessment_of, with_decision
from veriscope.review.filter import ReviewFilter
from veriscope.review.intake import review_of
from veriscope.review.queue import ReviewQueue
from veriscope.review.stats import Period, review_stats
from veriscope.review.summary import ReviewSummary
from veriscope.review.tuning import Proposal, propose_tolerances

del _alembic, _sqlalchemy

__all__ = [
    "Action",
    "HallucinationReview",
    "Period",
    "Proposal",
    "ReviewConflict",
    "ReviewEvent",
    "ReviewFilter",
    "ReviewQueue",
    "ReviewStatus",
    "ReviewSummary",
    "StoreError",
    "UnknownReviewError",
    "assessment_of",
    "propose_tolerances",
    "review_of",
    "review_stats",
    "with_decision",
]
