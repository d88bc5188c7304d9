"""Records in, assessments out; accuracy; review."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from decimal import Decimal

import pytest

import veriscope
from veriscope.errors import InputError
from veriscope.model import Assessment, Gold, HallucinationReview, Record, ReviewStatus
from veriscope.numeric import (
    HallucinationConfig,
    HallucinationDetector,
    assess,
    measure_accuracy,
)

ANSWER = "NOI was $1.5M in Q3 2024."


def test_a_record_with_contexts_is_checked_against_them() -> None:
    record = Record(ANSWER, id="r", contexts=("NOI was $1.2M in Q3 2024.",), groups={"a": "b"})
    (assessment,) = assess([record])
    assert (assessment.record_id, assessment.check, assessment.flagged) == ("r", "numeric", True)
    assert assessment.score == 0.5
    assert dict(assessment.measures) == {
        "total_claims": 2,
        "verified_claims": 1,
        "unverified_claims": 1,
    }
    money, date = assessment.claims
    assert money.source_span == (8, 13)
    assert (money.claim_type, date.claim_type) == ("numerical", "temporal")
    assert money.detail.value == Decimal(1500000)
    assert money.detail.difference == "25 %"
    refuted, supported = assessment.verdicts
    assert (refuted.label, supported.label) == ("REFUTED", "SUPPORTED")
    assert refuted.evidence[0].text == "$1.2M"
    assert refuted.evidence[0].span == (8, 13)
    assert refuted.author.kind == "rule"
    assert assessment.groups == {"a": "b"}
    assert Assessment.from_json(assessment.to_json()) == assessment


def test_a_record_with_a_scope_is_checked_against_the_database(sqlite_url: str) -> None:
    detector = HallucinationDetector(sqlite_url)
    records = [
        Record("NOI was $1.2M", scope={"property_id": 1, "period_id": 3}),
        Record("NOI was $1.2M", scope={"property_id": 2}),
        Record("NOI was $1.2M", contexts=("It was $1.2M",)),
        Record("NOI was $1.2M"),
    ]
    good, bad, document, nothing = assess(records, detector=detector)
    assert (good.flagged, bad.flagged, document.flagged) == (False, True, False)
    assert good.verdicts[0].evidence[0].locator == {
        "table": "financial_metrics",
        "column": "net_operating_income",
        "row": 1,
    }
    assert document.verdicts[0].confidence == 0.8
    assert nothing.failures[0].cause == "bad_input"
    assert nothing.score is None


def test_a_failed_database_is_a_failure_and_flags(sqlite_url: str) -> None:
    detector = HallucinationDetector(sqlite_url.replace("facts.db", "gone.db"))
    (assessment,) = assess([Record("NOI was $1.2M", scope={})], detector=detector)
    assert assessment.flagged is True
    assert assessment.score is None
    assert assessment.failures[0].cause == "unavailable"
    assert assessment.failures[0].retryable is True
    assert assessment.verdicts == ()
    assert len(assessment.claims) == 1


def test_no_figures_is_no_score() -> None:
    (assessment,) = assess([Record("No figures.", contexts=("None.",))])
    assert (assessment.flagged, assessment.score, assessment.claims) == (False, None, ())
    assert assess([]) == []


def test_the_eight_cases_give_the_report() -> None:
    assert measure_accuracy() == {
        "total_cases": 8,
        "true_positives": 4,
        "false_positives": 0,
        "false_negatives": 0,
        "true_negatives": 4,
        "accuracy": 1.0,
        "precision": 1.0,
        "recall": 1.0,
        "f1_score": 1.0,
        "total_claims": 12,
        "verified_claims": 8,
        "unverified_claims": 4,
        "hallucination_rate": 4 / 12,
        "target_hallucination_rate": 0.05,
        "meets_target": False,
    }


def test_accuracy_of_own_records() -> None:
    right = Record("It was $5", contexts=("It was $5",), gold=Gold(hallucinated=False))
    wrong = replace(right, response="It was $9", gold=Gold(hallucinated=True), id="w")
    missed = replace(right, gold=Gold(hallucinated=True), id="m")
    found = measure_accuracy([right, wrong, missed, replace(wrong, gold=right.gold, id="x")])
    cells = ("true_positives", "false_positives", "false_negatives", "true_negatives")
    assert [found[name] for name in cells] == [1, 1, 1, 1]
    assert found["accuracy"] == found["f1_score"] == 0.5
    assert measure_accuracy([right])["meets_target"] is True


def test_accuracy_of_nothing_is_zero_and_meets_the_target() -> None:
    found = measure_accuracy([])
    rates = ("accuracy", "precision", "recall", "f1_score", "hallucination_rate")
    assert [found[name] for name in rates] == [0.0] * 5
    assert found["meets_target"] is True


def test_the_target_is_met_strictly_under_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HALLUCINATION_TARGET_RATE", str(4 / 12))
    assert measure_accuracy()["meets_target"] is False
    monkeypatch.setenv("HALLUCINATION_TARGET_RATE", "0.34")
    assert measure_accuracy()["meets_target"] is True


def test_records_without_gold_are_named() -> None:
    with pytest.raises(InputError, match="gold"):
        measure_accuracy([Record("x", id="r7")])


class Shelf:
    """A queue that keeps what it is given."""

    def __init__(self) -> None:
        self.items: list[HallucinationReview] = []

    def add(self, review: HallucinationReview) -> HallucinationReview:
        self.items.append(replace(review, id=len(self.items) + 1))
        return self.items[-1]


def flag(detector: HallucinationDetector, answer: str = ANSWER) -> HallucinationReview | None:
    result = detector.detect_hallucinations(answer, [{"text": "NOI was $1.2M in Q3 2024."}])
    return detector.flag_for_review(11, 7, answer, 0.9, result, property_id=1, period_id=3)


def test_a_flagged_answer_becomes_a_review() -> None:
    review = flag(HallucinationDetector(None))
    assert review is not None
    assert (review.id, review.status) == (None, ReviewStatus.PENDING)
    assert (review.nlq_query_id, review.user_id, review.original_answer) == (11, 7, ANSWER)
    assert (review.original_confidence, review.adjusted_confidence) == (0.9, 0.7)
    counts = (review.total_claims, review.verified_claims, review.unverified_claims)
    assert counts == (2, 1, 1)
    assert (review.property_id, review.period_id) == (1, 3)
    (claim,) = review.flagged_claims
    assert claim["claim_type"] == "currency"
    assert claim["value"] == Decimal(1500000)
    assert claim["original_text"] == "$1.5M"
    assert claim["verified"] is False


def test_a_queue_stores_it() -> None:
    shelf = Shelf()
    review = flag(HallucinationDetector(None, queue=shelf))
    assert review is not None
    assert review.id == 1
    assert shelf.items == [review]


def test_confidence_zero_stays_zero() -> None:
    detector = HallucinationDetector(None)
    review = detector.flag_for_review(1, 1, "$1", 0.0, detector.detect_hallucinations("$1"))
    assert review is not None
    assert (review.original_confidence, review.adjusted_confidence) == (0.0, 0.0)


@pytest.mark.parametrize(
    "config", [{"AUTO_FLAG_UNVERIFIED": False}, {"REVIEW_QUEUE_ENABLED": False}]
)
def test_nothing_is_flagged_where_it_is_switched_off(config: dict[str, bool]) -> None:
    assert flag(HallucinationDetector(None, HallucinationConfig(**config), queue=Shelf())) is None


def test_a_clean_answer_is_not_flagged() -> None:
    assert flag(HallucinationDetector(None, queue=Shelf()), "NOI was $1.2M") is None


def test_the_room_is_reachable_from_the_package() -> None:
    assert veriscope.numeric.HallucinationDetector is HallucinationDetector
    assert veriscope.figures.read_figures("$1")


WITHOUT_SQLALCHEMY = """
import sys
sys.modules["sqlalchemy"] = None
from veriscope.errors import MissingExtraError
from veriscope.numeric import HallucinationDetector
print(HallucinationDetector(None).detect_hallucinations("$5", [{"text": "$5"}])["error"])
try:
    HallucinationDetector("sqlite://")
except MissingExtraError as error:
    print(error)
"""


def test_documents_need_no_extra_and_a_database_names_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_SQLALCHEMY], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [
        "None",
        "checking figures against a database needs an extra: pip install 'veriscope[numeric]'",
    ]
