"""Order, pages, filters, search and counts on both stores."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.support.reviews import review
from veriscope.errors import InputError
from veriscope.model import CheckName
from veriscope.review import HallucinationReview, ReviewFilter, ReviewQueue, ReviewStatus
from veriscope.review.filter import Cursor

DAY = timedelta(days=1)
START = datetime(2026, 3, 1, tzinfo=UTC)


def fill(queue: ReviewQueue, n: int = 23) -> list[HallucinationReview]:
    """Items with few priorities, so that many tie, in all four states."""
    items = [
        queue.add(review(priority=(i * 7 % 4) / 4, model=f"m{i % 3}", created_at=START + i * DAY))
        for i in range(n)
    ]
    for i, item in enumerate(items):
        if i % 4 == 1:
            queue.take(item, "ann")
        elif i % 4 == 2:
            queue.approve(item, "bob")
        elif i % 4 == 3:
            queue.reject(item, "cem")
    return items


@pytest.mark.parametrize("status", [None, *ReviewStatus])
def test_pages_together_are_the_whole_list_in_order(
    queue: ReviewQueue, status: ReviewStatus | None
) -> None:
    fill(queue)
    whole = queue.list(status)
    keys = [(-(item.priority or 0), item.id) for item in whole]
    assert keys == sorted(keys)
    assert len(whole) == (23 if status is None else {"pending": 6}.get(status, len(whole)))
    paged: list[HallucinationReview] = []
    while page := queue.list(status, limit=4, after=paged[-1] if paged else None):
        paged += page
    assert paged == whole
    assert list(queue.all(ReviewFilter(status=status))) == whole


def test_a_page_before_is_the_page_after_turned_round(queue: ReviewQueue) -> None:
    fill(queue)
    whole = queue.summaries(limit=100)
    middle = Cursor.of(whole[10])
    assert queue.summaries(after=middle, limit=3) == whole[11:14]
    assert queue.summaries(before=middle, limit=3) == whole[7:10]
    assert queue.summaries(before=Cursor.of(whole[0]), limit=3) == []


def test_a_decided_item_still_marks_the_place(queue: ReviewQueue) -> None:
    items = [queue.add(review(priority=p)) for p in (0.9, 0.5, 0.5, 0.1)]
    decided = queue.approve(items[1], "ann")
    assert queue.list("pending", after=decided) == [queue.get(items[2]), queue.get(items[3])]


def test_filters_hold_together(queue: ReviewQueue) -> None:
    fill(queue)
    grounded = queue.add(review(check=CheckName.GROUNDING, groups={"region": "EU", "q": "a=b"}))
    assert queue.list(check="grounding") == [grounded]
    assert queue.list(group="region=EU") == queue.list(group=("q", "a=b")) == [grounded]
    assert queue.list(group="region=US") == []
    assert {item.model for item in queue.list(model="m1")} == {"m1"}
    assert {item.reviewed_by for item in queue.list(reviewer="bob")} == {"bob"}
    assert {item.status.value for item in queue.list(assignee="ann")} == {"reviewed"}
    assert queue.list("approved", reviewer="cem") == []
    window = queue.list(since=START + 3 * DAY, until=START + 5 * DAY)
    assert sorted(item.id or 0 for item in window) == [4, 5]


def test_search_looks_into_the_answer_the_question_and_the_names(queue: ReviewQueue) -> None:
    one = queue.add(review(original_answer="Die STRASSE ist naß. 100%_sure"))
    two = queue.add(review(query="Où est ÉCOLE?", record_id="Rec-17"))
    assert queue.list(text="straße") == queue.list(text="NASS") == [one]
    assert queue.list(text="école") == queue.list(text="rec-17") == [two]
    assert queue.list(text="100%_s") == [one]
    assert queue.list(text="100__s") == queue.list(text="'; DROP TABLE reviews; --") == []
    assert len(queue.list(text="  ")) == 2
    assert queue.list(text="\x00") == []


def test_counts_with_and_without_a_cap(queue: ReviewQueue) -> None:
    fill(queue)
    counts = {status.value: n for status, n in queue.counts().items()}
    assert counts == {"pending": 6, "reviewed": 6, "approved": 6, "rejected": 5}
    capped = queue.counts(cap=2)
    assert set(capped.values()) == {2}
    only = queue.counts(ReviewFilter(status=ReviewStatus.APPROVED, model="m2"))
    assert only == {ReviewStatus.APPROVED: len(queue.list("approved", model="m2"))}


def test_a_summary_is_the_item_in_short(queue: ReviewQueue) -> None:
    item = queue.add(review(original_answer="  two\n words " + "x" * 500, model="m"))
    (summary,) = queue.summaries()
    assert (summary.id, summary.priority, summary.model) == (item.id, item.priority, "m")
    assert summary.excerpt.startswith("two words xxx")
    assert len(summary.excerpt) == 200
    assert summary.original_confidence == 0.9


def test_an_empty_queue(queue: ReviewQueue) -> None:
    assert queue.list() == []
    assert set(queue.counts().values()) == {0}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda q: q.list("open"), "status: must be one of pending"),
        (lambda q: q.list(check="magic"), "check: must be one of grounding"),
        (lambda q: q.list(group="region"), "group: must be NAME=VALUE"),
        (lambda q: q.list(limit=0), "limit: must lie in"),
        (lambda q: q.list(limit=1001), "limit: must lie in"),
        (lambda q: q.list(model=" "), "model: must not be blank"),
        (lambda q: q.list(text="x" * 501), "text: must have at most"),
        (lambda q: q.list(after=review()), "after: is no stored item"),
    ],
)
def test_a_wrong_filter_is_named(call: object, message: str) -> None:
    with ReviewQueue("sqlite://") as queue, pytest.raises(InputError, match=message):
        call(queue)  # type: ignore[operator]


@pytest.mark.parametrize("cursor", [Cursor(0.0, 1), Cursor(1e-06, 2), Cursor(0.123456, 2**63 - 1)])
def test_a_cursor_survives_its_text(cursor: Cursor) -> None:
    assert Cursor.read(str(cursor)) == cursor


@pytest.mark.parametrize("text", ["", "1", "nan:1", "1:x", "9" * 5000 + ":1", "0.5:" + "9" * 19])
def test_a_broken_cursor_is_an_error(text: str) -> None:
    with pytest.raises(InputError, match="after: is no place"):
        Cursor.read(text)
