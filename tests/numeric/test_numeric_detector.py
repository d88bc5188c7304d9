"""Answers against a database: tolerance, evidence, the shape of the result."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from veriscope.errors import InputError
from veriscope.numeric import HallucinationConfig, HallucinationDetector

RESULT = {
    "has_hallucinations",
    "claims",
    "flagged_claims",
    "total_claims",
    "verified_claims",
    "unverified_claims",
    "confidence_adjustment",
    "verification_time_ms",
    "error",
}
CLAIM = {
    "claim_type",
    "value",
    "unit",
    "original_text",
    "start",
    "end",
    "context",
    "parts",
    "verified",
    "verification_source",
    "verification_score",
    "closeness",
    "evidence",
    "error",
}


def one(detector: HallucinationDetector, answer: str, **scope: Any) -> dict[str, Any]:
    scope = scope or {"property_id": 1, "period_id": 3}
    result = detector.detect_hallucinations(answer, **scope)
    assert result["error"] is None
    (claim,) = result["claims"]
    return claim  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("answer", "verified"),
    [
        ("NOI was $1.25M.", True),
        ("NOI was $1.26M.", True),
        ("NOI was $1,260,000.01.", False),
        ("NOI was $1.14M.", True),
        ("NOI was $1.13M.", False),
        ("NOI was $1.5M.", False),
        ("NOI was -$1.2M.", False),
        ("It is 85% occupied.", True),
        ("It is 86.7% occupied.", True),
        ("It is 87% occupied.", False),
        ("It is 95% occupied.", False),
        ("DSCR was 1.25.", True),
        ("DSCR was 1.3125.", True),
        ("DSCR was 1.5.", False),
        ("That was Q3 2024.", True),
        ("That was Q4 2024.", False),
        ("That was September 2024.", True),
        ("That was October 2024.", False),
        ("That was H2 2024.", True),
        ("That was H1 2024.", False),
        ("That was FY2024.", True),
        ("That was on Sep 15, 2024.", True),
        ("That was on Oct 1, 2024.", False),
        ("The cap rate is 650 bps.", True),
        ("It rose 85 percentage points.", False),
    ],
)
def test_verdicts(sqlite_url: str, answer: str, verified: bool) -> None:
    claim = one(HallucinationDetector(sqlite_url), answer)
    assert claim["verified"] is verified
    assert claim["verification_source"] == ("database" if verified else None)
    assert claim["verification_score"] == (1.0 if verified else None)


def test_the_numbers_of_the_comparison(sqlite_url: str) -> None:
    detector = HallucinationDetector(sqlite_url)
    right, wrong = one(detector, "NOI was $1.25M"), one(detector, "NOI was $1.5M")
    assert right["difference"] == "4.17 %"
    assert right["closeness"] == pytest.approx(1 - 0.05 / 1.2)
    assert wrong["difference"] == "25 %"
    assert wrong["closeness"] == pytest.approx(0.75)
    assert wrong["nearest"]["column"] == "net_operating_income"
    assert one(detector, "95% occupied")["difference"] == "11.8 %"
    assert one(detector, "DSCR 1.5")["difference"] == "20 %"


def test_evidence_names_table_column_and_row(sqlite_url: str) -> None:
    claim = one(HallucinationDetector(sqlite_url), "NOI was $1.2M")
    (evidence,) = claim["evidence"]
    assert evidence["table"] == "financial_metrics"
    assert evidence["column"] == "net_operating_income"
    assert evidence["row"] == 1
    assert Decimal(evidence["value"]) == 1200000


def test_a_claim_has_every_key(sqlite_url: str) -> None:
    answer = "x" * 80 + " NOI was $1.2M in Q3 2024 " + "y" * 80
    result = HallucinationDetector(sqlite_url).detect_hallucinations(answer, property_id=1)
    assert set(result) == RESULT
    money, date = result["claims"]
    assert set(money) >= CLAIM
    assert set(date) >= CLAIM
    assert answer[money["start"] : money["end"]] == money["original_text"] == "$1.2M"
    assert money["value"] == Decimal(1200000)
    assert isinstance(money["value"], Decimal)
    start, end = money["start"], money["end"]
    assert money["context"] == answer[start - 50 : end + 50]
    assert date["value"] is None
    assert date["unit"] is None
    assert date["parts"] == {"year": 2024, "quarter": 3}
    assert money["parts"] is None


@pytest.mark.parametrize("answer", [None, "", "  \n", "No figures here."])
def test_nothing_to_check_is_clean(sqlite_url: str, answer: str | None) -> None:
    result = HallucinationDetector(sqlite_url).detect_hallucinations(answer)
    assert set(result) == RESULT
    assert result["claims"] == result["flagged_claims"] == []
    assert result["has_hallucinations"] is False
    assert result["confidence_adjustment"] == 0.0
    assert result["error"] is None


def test_without_a_database_claims_are_read_and_none_is_verified() -> None:
    result = HallucinationDetector(None).detect_hallucinations("NOI $1.2M, 85%", property_id=1)
    assert (result["total_claims"], result["verified_claims"]) == (2, 0)
    assert result["has_hallucinations"] is True
    assert result["error"] is None
    assert result["flagged_claims"] == result["claims"]
    assert result["confidence_adjustment"] == -0.2


def test_a_scope_id_that_is_not_given_does_not_restrict(sqlite_url: str) -> None:
    detector = HallucinationDetector(sqlite_url)
    assert one(detector, "NOI was $333,333", property_id=2)["verified"]
    assert not one(detector, "NOI was $333,333", property_id=1)["verified"]
    assert one(detector, "NOI was $333,333", property_id=None)["verified"]
    assert one(detector, "in Q2 2024", period_id=2)["verified"]
    assert not one(detector, "in Q2 2024", period_id=3)["verified"]


def test_metric_mode_compares_like_with_like(sqlite_url: str) -> None:
    answer = "NOI was $15 million."
    assert one(HallucinationDetector(sqlite_url), answer)["verified"]
    claim = one(HallucinationDetector(sqlite_url, match="metric"), answer)
    assert not claim["verified"]
    assert claim["metric"] == "net_operating_income"
    assert claim["actual"] == "1,200,000"


@pytest.mark.parametrize(
    "answer",
    [
        "Total assets of $15M",
        "$15M in total assets",
        "NOI and total assets were $1.2M and $15M respectively",
        "NOI was $1.2M while assets were $15M",
        "They look at total assets. It was $15M.",
    ],
)
def test_metric_mode_knows_what_a_figure_speaks_of(sqlite_url: str, answer: str) -> None:
    detector = HallucinationDetector(sqlite_url, match="metric")
    result = detector.detect_hallucinations(answer, property_id=1, period_id=3)
    assert result["claims"][-1]["metric"] == "total_assets"
    assert result["has_hallucinations"] is False


def test_metric_mode_leaves_what_names_no_metric_unverified(sqlite_url: str) -> None:
    claim = one(HallucinationDetector(sqlite_url, match="metric"), "The price was $1.2M")
    assert not claim["verified"]


def test_ranges_need_both_ends(sqlite_url: str) -> None:
    detector = HallucinationDetector(sqlite_url)
    scope = {"property_id": 1}
    assert one(detector, "NOI was $1.15-1.2 million", **scope)["verified"]
    assert not one(detector, "NOI was $1.2-9.9 million", **scope)["verified"]
    result = detector.detect_hallucinations("NOI between $1.15M and $3.3M", **scope)
    assert [c["verified"] for c in result["claims"]] == [True, False]
    assert [c["range_end"] for c in result["claims"]] == ["low", "high"]


def test_approximations_are_recorded_and_honoured_when_asked_for(sqlite_url: str) -> None:
    plain = HallucinationDetector(sqlite_url)
    config = HallucinationConfig(HONOUR_APPROXIMATIONS=True)
    kind = HallucinationDetector(sqlite_url, config, match="metric")
    scope = {"property_id": 1, "period_id": 3}
    assert one(plain, "NOI was about $1.3M", **scope)["approximation"] == "about"
    for answer, verified in [
        ("NOI was about $1.3M", True),
        ("NOI was about $1.4M", False),
        ("NOI was over $1M", True),
        ("NOI was nearly $1.4M", True),
        ("NOI was over $1.4M", False),
        ("NOI was nearly $1M", False),
        ("NOI was $1.3M", False),
    ]:
        assert one(kind, answer, **scope)["verified"] is verified, answer
        assert one(plain, answer, **scope)["verified"] is False


def test_kinds_that_are_off_are_not_read(sqlite_url: str) -> None:
    answer = "$9.9M, 1%, Q1 1999, DSCR 9.9"
    for switch, kind in [
        ("VERIFY_CURRENCY", "currency"),
        ("VERIFY_PERCENTAGES", "percentage"),
        ("VERIFY_DATES", "date"),
        ("VERIFY_RATIOS", "ratio"),
    ]:
        config = HallucinationConfig(**{switch: False})
        result = HallucinationDetector(sqlite_url, config).detect_hallucinations(answer)
        kinds = [claim["claim_type"] for claim in result["claims"]]
        assert len(kinds) == 3
        assert kind not in kinds


def test_locale_and_day_first(sqlite_url: str) -> None:
    config = HallucinationConfig(LOCALE="de", DAY_FIRST=True)
    detector = HallucinationDetector(sqlite_url, config)
    assert one(detector, "NOI: 1.200.000 €")["verified"]
    assert one(detector, "am 15/09/2024")["verified"]


def test_date_tolerance_loosens_full_dates_only(sqlite_url: str) -> None:
    loose = HallucinationDetector(sqlite_url, HallucinationConfig(DATE_TOLERANCE_DAYS=1))
    assert one(loose, "on Oct 1, 2024")["verified"]
    assert not one(loose, "on Oct 2, 2024")["verified"]
    assert not one(loose, "in October 2024")["verified"]


@pytest.mark.parametrize("kind", ["url", "engine", "session"])
def test_db_is_a_url_an_engine_or_a_session(sqlite_url: str, kind: str) -> None:
    engine = sa.create_engine(sqlite_url)
    if kind == "session":
        with Session(engine) as session:
            assert one(HallucinationDetector(session), "NOI was $1.2M")["verified"]
            assert not session.new
    else:
        db = engine if kind == "engine" else sa.make_url(sqlite_url)
        assert one(HallucinationDetector(db), "NOI was $1.2M")["verified"]
    engine.dispose()


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"db": 5}, "db"),
        ({"db": "no url"}, "db"),
        ({"db": "nosuchdb://host/x"}, "db"),
        ({"db": None, "match": "best"}, "match"),
        ({"db": None, "mapping": 5}, "mapping"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError, match=field):
        HallucinationDetector(**arguments)


def test_wrong_inputs_are_named() -> None:
    detector = HallucinationDetector(None)
    with pytest.raises(InputError, match="answer"):
        detector.detect_hallucinations(5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="sources"):
        detector.detect_hallucinations("$1", sources="text")
    with pytest.raises(InputError, match=r"sources\[1\]"):
        detector.detect_hallucinations("$1", sources=[{"text": "a"}, 5])


@pytest.mark.parametrize(
    ("confidence", "flagged", "adjusted"),
    [(0.9, True, 0.7), (0.1, True, 0.0), (0.9, False, 0.9), (0.0, True, 0.0), (1.0, True, 0.8)],
)
def test_the_penalty_is_taken_once(confidence: float, flagged: bool, adjusted: float) -> None:
    detector = HallucinationDetector(None)
    answer = "$1 and $2 and 3%" if flagged else "none"
    result = detector.detect_hallucinations(answer)
    assert detector.adjust_confidence(confidence, result) == adjusted


def test_confidence_outside_its_range_is_an_error() -> None:
    detector = HallucinationDetector(None)
    with pytest.raises(InputError, match="original_confidence"):
        detector.adjust_confidence(1.5, detector.detect_hallucinations("$1"))
