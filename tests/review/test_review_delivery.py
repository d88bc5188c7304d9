"""From a run into the queue: what goes, that it goes once, and what a broken queue costs."""

import threading
from dataclasses import replace

import pytest
from sqlalchemy import text

from veriscope.model import (
    Assessment,
    Author,
    AuthorKind,
    CheckName,
    Claim,
    Context,
    Failure,
    Record,
    Verdict,
)
from veriscope.review import ReviewQueue, ReviewStatus, StoreError, review_of
from veriscope.review.delivery import AT_ONCE, Delivery

RECORD = Record("It rains. It snows.", id="r1", query="q?", contexts=[Context("Dry.", "s1")])


def found(*labels: str, record_id: str = "r1", **more) -> Assessment:
    claims = [Claim(f"claim {i}", id=f"c{i}") for i in range(len(labels))]
    verdicts = [Verdict(label, claim_id=f"c{i}") for i, label in enumerate(labels) if label]
    fields = {"check": CheckName.GROUNDING, "claims": claims, "verdicts": verdicts}
    return Assessment(record_id, **{**fields, **more})


def deliver(queue: ReviewQueue, record: Record, *assessments: Assessment) -> tuple[int, int]:
    delivery = Delivery(queue)
    delivery.take(record, assessments)
    delivery.flush()
    assert delivery.error is None
    return delivery.added, delivery.present


BROKEN = Failure("verify", "timeout", "no answer")


@pytest.mark.parametrize(
    ("assessment", "goes"),
    [
        (found("SUPPORTED", "SUPPORTED"), False),
        (found("SUPPORTED", "REFUTED"), True),
        (found("SUPPORTED", "NOT_ENOUGH_INFO"), True),
        (found(), False),
        (found(flagged=True), True),
        (found(flagged=True, failures=[BROKEN]), False),
        (found("SUPPORTED", flagged=True, failures=[BROKEN]), False),
        (found("REFUTED", "", failures=[BROKEN]), True),
        (found("REFUTED", check=CheckName.TRANSCRIPTION), False),
        (found("REFUTED", check=CheckName.TRANSCRIPTION, flagged=True), True),
    ],
)
def test_what_needs_a_person(assessment: Assessment, goes: bool) -> None:
    assert (review_of(RECORD, assessment) is not None) == goes


def test_of_several_judges_most_decide_what_is_flagged_and_what_is_shown() -> None:
    verdicts = [
        Verdict(label, claim_id="c0", author=Author(AuthorKind.MODEL, name))
        for name, label in (("a", "REFUTED"), ("b", "REFUTED"), ("c", "SUPPORTED"))
    ]
    one = Assessment("r1", CheckName.VERDICTS, [Claim("x", id="c0")], verdicts, flagged=True)
    item = review_of(RECORD, one)
    assert item is not None
    assert (item.unverified_claims, len(item.flagged_claims)) == (1, 1)
    assert review_of(RECORD, replace(one, verdicts=verdicts[1:], flagged=False)) is not None
    assert review_of(RECORD, replace(one, verdicts=verdicts[2:], flagged=False)) is None


def test_the_same_again_is_there_already_also_when_it_was_decided(queue: ReviewQueue) -> None:
    assert deliver(queue, RECORD, found("REFUTED")) == (1, 0)
    queue.approve(1, "ann")
    assert deliver(queue, RECORD, found("REFUTED")) == (0, 1)
    assert deliver(queue, RECORD, found("NOT_ENOUGH_INFO", "REFUTED")) == (0, 1)
    assert queue.get(1).status is ReviewStatus.APPROVED


@pytest.mark.parametrize(
    "changed",
    [
        replace(RECORD, response="It hails."),
        replace(RECORD, model="m2"),
        replace(RECORD, query="another?"),
        replace(RECORD, contexts=[Context("Wet.", "s1")]),
        replace(RECORD, id="r2"),
    ],
    ids=["answer", "model", "question", "source", "record"],
)
def test_another_answer_under_the_same_name_is_another_item(
    queue: ReviewQueue, changed: Record
) -> None:
    assert deliver(queue, RECORD, found("REFUTED")) == (1, 0)
    assert deliver(queue, changed, found("REFUTED", record_id=changed.id)) == (1, 0)
    other = found("REFUTED", check=CheckName.NUMERIC)
    assert deliver(queue, RECORD, other) == (1, 0)


def test_two_runs_at_once_bring_every_item_once(store_url: str) -> None:
    records = [replace(RECORD, id=f"r{i}") for i in range(2 * AT_ONCE)]
    start = threading.Barrier(4)
    added = []

    def bring() -> None:
        with ReviewQueue(store_url) as queue:
            delivery = Delivery(queue)
            start.wait()
            for record in records:
                delivery.take(record, [found("REFUTED", record_id=record.id)])
            delivery.flush()
            added.append(delivery.added)

    threads = [threading.Thread(target=bring) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(added) == len(records)
    with ReviewQueue(store_url) as queue:
        assert sorted(str(item.record_id) for item in queue.all()) == sorted(r.id for r in records)


def test_a_queue_that_breaks_ends_nothing_and_gets_the_rest_later(queue: ReviewQueue) -> None:
    records = [replace(RECORD, id=f"r{i}") for i in range(3 * AT_ONCE)]

    def rename(old: str, new: str) -> None:
        with queue.store.write() as connection:
            connection.execute(text(f"ALTER TABLE {old} RENAME TO {new}"))

    first = Delivery(queue)
    for number, record in enumerate(records):
        if number == AT_ONCE + 1:
            rename("review_bodies", "away")
        first.take(record, [found("REFUTED", record_id=record.id)])
    first.flush()
    assert isinstance(first.error, StoreError)
    assert (first.added, first.undelivered) == (AT_ONCE, 2 * AT_ONCE)
    rename("away", "review_bodies")
    again = Delivery(queue)
    for record in records:
        again.take(record, [found("REFUTED", record_id=record.id)])
    again.flush()
    assert (again.added, again.present, again.error) == (2 * AT_ONCE, AT_ONCE, None)
    assert sum(queue.counts().values()) == len(records)
