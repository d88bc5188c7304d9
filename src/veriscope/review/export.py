"""Decisions and items as JSON Lines, and assessments read into the queue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from veriscope.errors import InputError
from veriscope.model import JSON, Assessment, Record
from veriscope.review.event import DECIDED
from veriscope.review.feedback import with_decision
from veriscope.review.filter import ReviewFilter
from veriscope.review.intake import review_of
from veriscope.review.queue import ReviewQueue


@dataclass(frozen=True)
class Added:
    """What became of assessments: put into the queue, there already, or with nothing flagged."""

    added: int
    present: int
    clean: int


def add_assessments(
    queue: ReviewQueue, assessments: Iterable[Assessment], records: Iterable[Record]
) -> Added:
    """Put what needs a person into the queue; what is there already stays as it is.

    Reading the same file again adds nothing, so that a run that was interrupted can be repeated.
    """
    by_id = {record.id: record for record in records}
    added = present = clean = 0
    for assessment in assessments:
        record = by_id.get(assessment.record_id)
        if record is None:
            raise InputError(
                f"{assessment.record_id!r} is not among the records", field="record_id"
            )
        review = review_of(record, assessment)
        if review is None:
            clean += 1
        elif queue.add_missing([review]):
            added += 1
        else:
            present += 1
    return Added(added, present, clean)


def decided_assessments(
    queue: ReviewQueue,
    wanted: ReviewFilter = ReviewFilter(),  # noqa: B008 - a frozen value
) -> Iterator[Assessment]:
    """Yield the assessment of every decided item, with the person's verdicts at its end."""
    for review in queue.all(wanted):
        if review.status in DECIDED:
            yield with_decision(review)


def items_with_history(
    queue: ReviewQueue,
    wanted: ReviewFilter = ReviewFilter(),  # noqa: B008
) -> Iterator[dict[str, JSON]]:
    """Yield every item as JSON values, with its history under `history`."""
    for review in queue.all(wanted):
        history: JSON = [event.to_dict() for event in queue.history(review)]
        yield {**review.to_dict(), "history": history}
