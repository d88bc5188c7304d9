"""Derived figures are recomputed, and the arithmetic is shown."""

from __future__ import annotations

from typing import Any

import pytest

from veriscope.numeric import HallucinationDetector


def check(url: str, answer: str, **scope: Any) -> list[dict[str, Any]]:
    result = HallucinationDetector(url).detect_hallucinations(
        answer, **(scope or {"property_id": 1})
    )
    assert result["error"] is None
    return list(result["claims"])


def verdict(url: str, answer: str, text: str) -> bool:
    (claim,) = (c for c in check(url, answer) if c["original_text"] == text)
    return bool(claim["verified"])


GROWTH = [
    ("NOI is up 4.3% from $1.15M to $1.2M.", "4.3%", True),
    ("NOI is up 4% from $1.15M to $1.2M.", "4%", True),
    ("NOI is up 4.5% from $1.15M to $1.2M.", "4.5%", False),
    ("NOI is up 9% from $1.15M to $1.2M.", "9%", False),
    ("NOI is down 4.3% from $1.15M to $1.2M.", "4.3%", False),
    ("NOI rose from $1.15M to $1.2M, an increase of 4.3%.", "4.3%", True),
    ("NOI rose from $1.15M to $1.2M, an increase of 8%.", "8%", False),
    ("NOI grew 4.3% to $1.2M from $1.15M.", "4.3%", True),
    ("NOI was $1.2M, up 4.3% from $1.15M.", "4.3%", True),
    ("NOI was $1.2M, up 14% from $1.15M.", "14%", False),
    ("NOI fell 4.2% from $1.2M to $1.15M.", "4.2%", True),
    ("NOI increased by $50K from $1.15M to $1.2M.", "$50K", True),
    ("NOI increased by $70K from $1.15M to $1.2M.", "$70K", False),
    ("Occupancy rose 1 percentage point from 84% to 85%.", "1 percentage point", True),
    ("Occupancy rose 3 percentage points from 84% to 85%.", "3 percentage points", False),
]
SHARES = [
    ("Expenses were 40% of revenue.", "40%", True),
    ("Expenses were 65% of revenue.", "65%", False),
    ("Expenses of $800K were 40% of revenue of $2M.", "40%", True),
    ("Expenses of $800K were 50% of revenue of $2M.", "50%", False),
]
SUMS = [
    ("Revenue of $2M less expenses of $800K leaves NOI of $1.2M.", "$1.2M", True),
    ("Revenue of $2M less expenses of $800K leaves NOI of $1.15M.", "$1.15M", True),
    ("Revenue of $2M less expenses of $800K leaves $500K.", "$500K", False),
    ("$2M - $800K = $1.2M", "$1.2M", True),
    ("$2M - $800K = $450K", "$450K", False),
    ("The difference between $2M and $800K is $1.2M.", "$1.2M", True),
    ("$1.2M and $800K total $2M.", "$2M", True),
    ("$1.2M and $500K total $2M.", "$2M", False),
    ("The total of $2M ($1.2M + $800K) is right.", "$2M", True),
    ("The sum of $1.2M and $800K is $1.95M.", "$1.95M", True),
    ("The sum of $1.2M and $800K is $9M.", "$9M", False),
]


@pytest.mark.parametrize(("answer", "text", "verified"), GROWTH + SHARES + SUMS)
def test_derived(sqlite_url: str, answer: str, text: str, verified: bool) -> None:
    assert verdict(sqlite_url, answer, text) is verified


def test_the_arithmetic_is_shown(sqlite_url: str) -> None:
    (claim, *operands) = check(sqlite_url, "NOI is up 9% from $1.15M to $1.2M.")
    assert claim["derivation"] == "(1,200,000 - 1,150,000) / 1,150,000 = 4.34783 %"
    assert "claimed 9 %" in claim["explanation"]
    assert all(operand["verified"] for operand in operands)
    (good, *_) = check(sqlite_url, "NOI is up 4.3% from $1.15M to $1.2M.")
    assert [e["row"] for e in good["evidence"]] == [2, 1]
    assert good["verification_source"] == "database"
    assert good["verification_score"] == 1.0


def test_a_result_of_an_unverified_operand_is_unverified(sqlite_url: str) -> None:
    (claim, *_) = check(sqlite_url, "NOI is up 8% from $99 to $107.")
    assert claim["verified"] is False
    assert "$99, which is not verified" in claim["explanation"]


def test_operands_of_documents_give_the_score_of_documents() -> None:
    sources = [{"text": "Sales were $100 in 2023 and $110 in 2024.", "chunk_id": "a"}]
    detector = HallucinationDetector(None)
    result = detector.detect_hallucinations("Sales rose 10% from $100 to $110.", sources)
    assert [c["verified"] for c in result["claims"]] == [True, True, True]
    assert result["claims"][0]["verification_score"] == 0.8


def test_two_metrics_are_looked_up_in_one_row(sqlite_url: str) -> None:
    # 800,000 of the third period over 1,950,000 of the second would be 41.03 %.
    assert verdict(sqlite_url, "Expenses were 40% of revenue.", "40%")
    assert not verdict(sqlite_url, "Expenses were 43% of revenue.", "43%")


@pytest.mark.parametrize(
    "answer",
    [
        "Revenue was $2M and NOI rose 85% from $1.15M.",
        "Revenue was $2M, of which $1.2M and $500K were paid.",
        "Revenue: $2M - Expenses: $800K - NOI was $1.2M",
        "Cash is $2M, less than assets of $15M, and NOI is $1.2M",
    ],
)
def test_what_only_looks_derived_is_checked_as_it_stands(sqlite_url: str, answer: str) -> None:
    assert [c["derivation"] for c in check(sqlite_url, answer)] == [None] * len(
        check(sqlite_url, answer)
    )


@pytest.mark.parametrize(
    "piece",
    [
        "$1, and, and, , , ,",
        "from $1 to ",
        "up up from ",
        "$1 of ",
        "total $1 (",
        "x\ue000\ue400y ",
    ],
)
def test_hostile_answers_end(piece: str) -> None:
    """A search that tried every way to cut such a text would not end at all."""
    text = piece * 2000
    result = HallucinationDetector(None).detect_hallucinations(text, [{"text": "$1"}])
    assert result["total_claims"] == text.count("$1")
