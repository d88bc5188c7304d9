"""The queue on both stores: states, history, conflicts, and values that survive storage."""

import threading
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.reviews import FLAGGED, review
from veriscope.errors import InputError, UnknownReviewError
from veriscope.model import Assessment, CheckName, Claim, Context, Verdict, VerdictLabel
from veriscope.review import Action, ReviewConflict, ReviewQueue, ReviewStatus

P, R, A, X = ReviewStatus.PENDING, ReviewStatus.REVIEWED, ReviewStatus.APPROVED, "rejected"


def test_an_added_item_comes_back_whole(queue: ReviewQueue) -> None:
    assessment = Assessment(
        "r1",
        CheckName.GROUNDING,
        claims=[Claim("It rains.", source_span=(0, 9), id="c1")],
        verdicts=[Verdict(VerdictLabel.REFUTED, 0.8, claim_id="c1", support=0.1)],
        flagged=True,
    )
    given_ = review(
        check=CheckName.GROUNDING, record_id="r1", model="m1", groups={"region": "EU"},
        query="Does it rain?", sources=[Context("It is dry.", "s1")], assessment=assessment,
    )  # fmt: skip
    stored = queue.add(given_)
    assert stored.id is not None
    assert queue.get(stored.id) == stored
    assert stored.assessment == assessment
    assert stored.sources == (Context("It is dry.", "s1"),)
    assert stored.created_at is not None
    assert stored.created_at.tzinfo is not None
    assert given_.id is None


def test_exact_figures_and_zero_confidence_survive(queue: ReviewQueue) -> None:
    stored = queue.add(review(original_confidence=0.0, adjusted_confidence=0.0))
    assert stored.original_confidence == 0.0
    assert stored.adjusted_confidence == 0.0
    assert stored.flagged_claims[0]["value"] == Decimal("1500000.00")
    assert str(stored.flagged_claims[0]["value"]) == "1500000.00"
    assert dict(stored.flagged_claims[0]) == FLAGGED


def test_an_unknown_confidence_stays_unknown(queue: ReviewQueue) -> None:
    assert queue.add(review(original_confidence=None)).original_confidence is None


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.text(st.characters(), max_size=50))
def test_any_text_survives(queue: ReviewQueue, text: str) -> None:
    stored = queue.add(review(original_answer=text, record_id=text, model=text))
    again = queue.get(stored)
    assert (again.original_answer, again.record_id, again.model) == (text, text, text)


@pytest.mark.parametrize(
    "text", ["\x00", "a\ud800b", "\u202eabc", "x" * 300_000, "", "'; DROP TABLE--"]
)
def test_hostile_text_survives(queue: ReviewQueue, text: str) -> None:
    stored = queue.add(review(original_answer=text, groups={"g": text}))
    assert queue.get(stored).original_answer == text
    assert [item.id for item in queue.list()] == [stored.id]


ALLOWED = [("take", P, R), ("approve", P, A), ("reject", P, X), ("approve", R, A),
           ("reject", R, X), ("reopen", A, P), ("reopen", X, P)]  # fmt: skip
VERBS = ("take", "approve", "reject", "reopen")
PATHS = {P: (), R: ("take",), A: ("approve",), ReviewStatus("rejected"): ("reject",)}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("status", list(ReviewStatus))
def test_every_pair_of_state_and_verb(queue: ReviewQueue, status: ReviewStatus, verb: str) -> None:
    item = queue.add(review())
    for step in PATHS[status]:
        item = getattr(queue, step)(item, "ann")
    assert item.status is status
    target = {(v, s): t for v, s, t in ALLOWED}.get((verb, status))
    if target is None:
        with pytest.raises(ReviewConflict):
            getattr(queue, verb)(item, "bob")
        assert queue.get(item) == item
    else:
        assert getattr(queue, verb)(item, "bob").status == target


def test_the_history_tells_who_when_and_why() -> None:
    times = iter(datetime(2026, 3, 1, 12, tzinfo=UTC) + timedelta(minutes=n) for n in range(9))
    with ReviewQueue("sqlite://", clock=lambda: next(times)) as queue:
        item = queue.add(review())
        queue.take(item, "ann")
        queue.reject(item, "ann", "the ledger says 1.2M")
        queue.reopen(item, "bob", "wrong ledger")
        queue.approve(item, "bob")
        events = queue.history(item)
    assert [(e.seq, e.action, e.from_status, e.to_status, e.who, e.why) for e in events] == [
        (1, Action.ADDED, None, P, "veriscope", None),
        (2, Action.TAKEN, P, R, "ann", None),
        (3, Action.REJECTED, R, X, "ann", "the ledger says 1.2M"),
        (4, Action.REOPENED, X, P, "bob", "wrong ledger"),
        (5, Action.APPROVED, P, A, "bob", None),
    ]
    assert [e.when.minute for e in events] == [0, 1, 2, 3, 4]


def test_a_decision_fills_the_fields_and_a_reopening_empties_them(queue: ReviewQueue) -> None:
    item = queue.add(review())
    taken = queue.take(item, "ann")
    assert (taken.assignee, taken.reviewed_by, taken.reviewed_at) == ("ann", "ann", None)
    decided = queue.reject(item, "bob", " not in the books ")
    assert (decided.reviewed_by, decided.review_notes) == ("bob", "not in the books")
    assert decided.reviewed_at == decided.updated_at
    opened = queue.reopen(item, "ann")
    assert (opened.reviewed_by, opened.reviewed_at, opened.review_notes) == (None, None, None)
    assert opened.original_answer == item.original_answer


def test_the_second_decision_is_told_of_the_first(queue: ReviewQueue) -> None:
    item = queue.add(review())
    first = queue.approve(item, "ann")
    with pytest.raises(ReviewConflict, match=r"was approved by ann at .* reopen it") as caught:
        queue.reject(item, "bob")
    error = caught.value
    assert (error.review_id, error.status, error.decided_by) == (item.id, "approved", "ann")
    assert error.decided_at == first.reviewed_at
    assert isinstance(error, ValueError)
    assert len(queue.history(item)) == 2


def test_of_many_who_decide_at_once_one_wins(queue: ReviewQueue) -> None:
    item = queue.add(review())
    outcomes: list[str] = []
    start = threading.Barrier(12)

    def decide(name: str) -> None:
        start.wait()
        try:
            (queue.approve if int(name[1:]) % 2 else queue.reject)(item, name)
            outcomes.append(f"won {name}")
        except ReviewConflict as error:
            outcomes.append(f"lost to {error.decided_by}")

    threads = [threading.Thread(target=decide, args=(f"p{n}",)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    winner = queue.get(item).reviewed_by
    assert sorted(outcomes) == sorted([f"won {winner}", *[f"lost to {winner}"] * 11])
    assert [event.seq for event in queue.history(item)] == [1, 2]


def test_notes_and_assignment_are_kept_and_change_no_state(queue: ReviewQueue) -> None:
    item = queue.add(review())
    assert queue.assign(item, "bob", "ann").assignee == "bob"
    noted = queue.note(item, "bob", "waiting for the auditor")
    assert (noted.status, noted.review_notes) == (P, "waiting for the auditor")
    assert queue.approve(item, "bob").review_notes == "waiting for the auditor"
    assert queue.note(item, "ann", "agreed").status is A
    assert queue.assign(item, None, "ann").assignee is None
    assert [e.action.value for e in queue.history(item)] == [
        "added", "assigned", "noted", "approved", "noted", "assigned",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\x00", "\u202ebob", "n" * 201, None, 5])
def test_a_name_that_could_deceive_is_refused(queue: ReviewQueue, name: object) -> None:
    item = queue.add(review())
    with pytest.raises(InputError, match="reviewer: must"):
        queue.approve(item, name)
    assert queue.get(item).status is P


@pytest.mark.parametrize("note", ["\x00", "\ud800", "n" * 10_001, 5])
def test_a_note_that_cannot_be_kept_is_refused(queue: ReviewQueue, note: object) -> None:
    item = queue.add(review())
    with pytest.raises(InputError, match="notes: must"):
        queue.approve(item, "ann", note)
    assert queue.get(item).status is P


@pytest.mark.parametrize("number", [0, -1, 99, 2**63, 10**30])
def test_an_unknown_item_is_named(queue: ReviewQueue, number: int) -> None:
    for call in (queue.get, queue.history, lambda n: queue.approve(n, "ann")):
        with pytest.raises(UnknownReviewError, match=f"there is no item {number} in the queue"):
            call(number)


def test_what_cannot_be_added(queue: ReviewQueue) -> None:
    stored = queue.add(review())
    with pytest.raises(InputError, match="id: a new item is pending"):
        queue.add(stored)
    with pytest.raises(InputError, match="id: a new item is pending"):
        queue.add(review(status="approved"))
    with pytest.raises(InputError, match="flagged_claims: cannot be stored"):
        queue.add(review(flagged_claims=[{"value": object()}]))
    with pytest.raises(InputError, match="flagged_claims: cannot be stored"):
        queue.add(review(flagged_claims=[{"value": float("nan")}]))
    with pytest.raises(InputError, match="has not been added"):
        queue.approve(review(), "ann")
    assert len(queue.list()) == 1
