"""What a run flags goes to the queue while the run goes by, each answer once."""

from __future__ import annotations

from collections.abc import Iterable

from veriscope.errors import StoreError
from veriscope.model import Assessment, HallucinationReview, Record
from veriscope.review.intake import review_of
from veriscope.review.queue import ReviewQueue

AT_ONCE = 64
"""How many items are written in one transaction."""


class Delivery:
    """Takes assessed records one by one; a queue that breaks meanwhile does not end the run.

    What could not be delivered is delivered by another delivery of the same run: what is in the
    queue already is passed over.
    """

    def __init__(self, queue: ReviewQueue) -> None:
        self.added = self.present = self.undelivered = 0
        self.error: StoreError | None = None
        self._queue = queue
        self._waiting: list[HallucinationReview] = []

    def take(self, record: Record, assessments: Iterable[Assessment]) -> None:
        """Take what needs a person; it is in the queue after the next `flush` at the latest."""
        found = (review_of(record, assessment) for assessment in assessments)
        self._waiting += [review for review in found if review is not None]
        if len(self._waiting) >= AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Write what waits; after the first error nothing is tried again, only counted."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        if self.error is None:
            try:
                new = self._queue.add_missing(waiting)
            except StoreError as error:
                self.error = error
            else:
                self.added += new
                self.present += len(waiting) - new
                return
        self.undelivered += len(waiting)
