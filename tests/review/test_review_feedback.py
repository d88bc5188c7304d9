"""Decisions flow back as human verdicts; assessments become items and come out again."""

from decimal import Decimal
from pathlib import Path

import pytest

from tests.support.reviews import FLAGGED, review
from veriscope.errors import InputError
from veriscope.io import read_jsonl, read_records
from veriscope.model import (
    Assessment,
    Author,
    AuthorKind,
    CheckName,
    Claim,
    ClaimType,
    Context,
    Evidence,
    FigureDetail,
    HallucinationReview,
    Record,
    Verdict,
    VerdictLabel,
)
from veriscope.review import ReviewQueue, assessment_of, review_of, with_decision
from veriscope.review.export import Added, add_assessments, decided_assessments, items_with_history
from veriscope.review.verdicts import standing_by_claim

YES, NO, UNKNOWN = VerdictLabel.SUPPORTED, VerdictLabel.REFUTED, VerdictLabel.NOT_ENOUGH_INFO
DATA = Path(__file__).parents[2] / "examples" / "data" / "review"


def assessment(*labels: VerdictLabel) -> Assessment:
    claims = [Claim(f"claim {n}", id=f"c{n}") for n in range(len(labels))]
    verdicts = [Verdict(label, claim_id=f"c{n}") for n, label in enumerate(labels)]
    return Assessment("r1", CheckName.GROUNDING, claims, verdicts, flagged=True)


def test_rejecting_confirms_what_the_check_said_of_each_claim() -> None:
    with ReviewQueue("sqlite://") as queue:
        item = queue.add(review(assessment=assessment(YES, NO, UNKNOWN)))
        done = with_decision(queue.reject(item, "ann", "checked"))
    human = done.verdicts[3:]
    assert [(v.claim_id, v.label) for v in human] == [("c1", NO), ("c2", UNKNOWN)]
    assert {v.author for v in human} == {Author(AuthorKind.HUMAN, "ann")}
    assert {v.reasoning for v in human} == {"checked"}
    assert done.verdicts[:3] == assessment(YES, NO, UNKNOWN).verdicts


def test_approving_supports_the_claims_that_were_flagged() -> None:
    with ReviewQueue("sqlite://") as queue:
        item = queue.add(review(assessment=assessment(YES, NO)))
        done = with_decision(queue.approve(item, "ann"))
        assert [v.label for v in standing_by_claim(done) if v] == [YES, YES]
        open_again = with_decision(queue.reopen(item, "ann"))
        assert open_again == assessment(YES, NO)


def test_an_answer_flagged_as_a_whole_gets_a_verdict_as_a_whole() -> None:
    bare = Assessment("r1", CheckName.TRANSCRIPTION, flagged=True)
    with ReviewQueue("sqlite://") as queue:
        done = with_decision(queue.reject(queue.add(review(assessment=bare)), "ann"))
    assert [(v.claim_id, v.label) for v in done.verdicts] == [(None, NO)]


def test_an_item_of_the_numeric_check_is_read_as_an_assessment() -> None:
    claim = {
        **FLAGGED,
        "unit": "USD",
        "start": 25,
        "end": 30,
        "actual": "1200000",
        "tolerance": "5 %",
        "evidence": {"source_id": "db", "text": "1200000"},
    }
    date = {"claim_type": "date", "value": None, "original_text": "Q3 2024", "verified": True}
    found = assessment_of(review(flagged_claims=[claim, date], record_id="r7"))
    assert (found.record_id, found.check, found.flagged) == ("r7", CheckName.NUMERIC, True)
    money, day = found.claims
    assert money.source_span == (25, 30)
    assert money.detail == FigureDetail(
        figure="currency", value=Decimal("1500000.00"), unit="USD", actual="1200000",
        tolerance="5 %",
    )  # fmt: skip
    assert (day.claim_type, day.source_span) == (ClaimType.TEMPORAL, None)
    assert [verdict.label for verdict in found.verdicts] == [NO, YES]
    assert found.verdicts[0].evidence == (Evidence("db", text="1200000"),)
    assert Assessment.from_json(found.to_json()) == found


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        (None, ()),
        ("ledger", (Evidence(text="ledger"),)),
        (["a", {"text": "b"}], (Evidence(text="a"), Evidence(text="b"))),
        ({"table": "t", "row": 3}, (Evidence(locator={"table": "t", "row": 3}),)),
        (Evidence("s", text="x"), (Evidence("s", text="x"),)),
        (
            [{"chunk_id": 7, "start": 2, "end": 5, "text": "1.2", "value": "1.2"}],
            (Evidence("7", (2, 5), "1.2"),),
        ),
    ],
)
def test_evidence_is_read_in_any_shape(evidence: object, expected: object) -> None:
    found = assessment_of(review(flagged_claims=[{**FLAGGED, "evidence": evidence}]))
    assert found.verdicts[0].evidence == expected
    assert found.verdicts[0].label is (NO if expected else UNKNOWN)


def test_verdicts_find_their_claims_by_name_or_by_place() -> None:
    claims = [Claim("a", id="x"), Claim("b", id="y"), Claim("c")]
    named = [Verdict(NO, claim_id="y"), Verdict(YES, claim_id="x"), Verdict(NO, claim_id="x")]
    found = standing_by_claim(Assessment("r", CheckName.GROUNDING, claims, named))
    assert [v and v.label for v in found] == [NO, NO, None]
    placed = Assessment("r", CheckName.GROUNDING, claims, [Verdict(YES)])
    assert [v and v.label for v in standing_by_claim(placed)] == [YES, None, None]
    more = Assessment("r", CheckName.GROUNDING, claims[:1], [Verdict(YES), Verdict(NO)])
    assert [v and v.label for v in standing_by_claim(more)] == [YES]


def test_an_item_holds_all_that_a_person_needs() -> None:
    record = Record(
        "claim 0. claim 1.", id="r1", query="q?", contexts=[Context("src", "s1")],
        reference="truth", scope={"property_id": 1, "period_id": "x", "other": 2},
        confidence=0.0, model="m", groups={"region": "EU"},
    )  # fmt: skip
    item = review_of(record, assessment(YES, NO))
    assert item is not None
    assert (item.total_claims, item.verified_claims, item.unverified_claims) == (2, 1, 1)
    assert (item.original_confidence, item.property_id, item.period_id) == (0.0, 1, "x")
    assert [source.id for source in item.sources] == ["s1", "reference"]
    assert (item.query, item.model, item.groups) == ("q?", "m", {"region": "EU"})
    assert item.flagged_claims[0]["original_text"] == "claim 1"
    clean = Assessment("r1", CheckName.GROUNDING)
    assert review_of(record, clean) is None


def examples() -> tuple[list[Assessment], list[Record]]:
    found = list(read_jsonl(DATA / "assessments.jsonl", Assessment.from_dict))
    records = list(read_records(DATA / "records.jsonl"))
    return found, records  # type: ignore[return-value]


def test_the_example_data_is_sound() -> None:
    found, records = examples()
    by_id = {record.id: record for record in records}
    said_of_themselves = {CheckName.ABSTENTION, CheckName.VERDICTS}
    assert {a.check for a in found} == set(CheckName) - said_of_themselves
    for one in found:
        record = by_id[one.record_id]
        texts = {c.id: c.text for c in record.contexts} | {"reference": record.reference or ""}
        for claim in one.claims:
            if claim.source_span:
                start, end = claim.source_span
                assert record.response[start:end] == claim.text
        for evidence in (e for verdict in one.verdicts for e in verdict.evidence):
            if evidence.span:
                start, end = evidence.span
                assert texts[evidence.source_id][start:end] == evidence.text


def test_adding_a_file_twice_adds_it_once(queue: ReviewQueue) -> None:
    found, records = examples()
    assert add_assessments(queue, found, records) == Added(12, 0, 1)
    queue.approve(1, "ann")
    assert add_assessments(queue, found, records) == Added(0, 12, 1)
    with pytest.raises(InputError, match="record_id: 'fin-01' is not among the records"):
        add_assessments(queue, found, [])


def test_exports(queue: ReviewQueue) -> None:
    found, records = examples()
    add_assessments(queue, found, records)
    queue.approve(1, "ann")
    queue.reject(2, "bob")
    exported = {a.record_id: a for a in decided_assessments(queue)}
    assert set(exported) == {"fin-01", "fin-02"}
    for one in exported.values():
        assert Assessment.from_json(one.to_json()) == one
        assert one.verdicts[-1].author is not None
        assert one.verdicts[-1].author.kind is AuthorKind.HUMAN
    items = list(items_with_history(queue))
    assert len(items) == 12
    (one_item,) = [item for item in items if item["id"] == 2]
    history = one_item.pop("history")
    assert [event["action"] for event in history] == ["added", "rejected"]
    assert HallucinationReview.from_dict(one_item).reviewed_by == "bob"


@pytest.mark.parametrize("name", ["r" * 500, "odd \x00 \ud800"])
def test_a_record_with_an_unusual_name_is_found_again(queue: ReviewQueue, name: str) -> None:
    record = Record("claim 0", id=name)
    found = Assessment(name, CheckName.GROUNDING, [Claim("claim 0")], flagged=True)
    assert add_assessments(queue, [found], [record]) == Added(1, 0, 0)
    assert add_assessments(queue, [found], [record]) == Added(0, 1, 0)
    assert queue.list()[0].record_id == name
