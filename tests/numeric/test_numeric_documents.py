"""Answers against source chunks."""

from __future__ import annotations

from typing import Any

import pytest

from veriscope.numeric import HallucinationConfig, HallucinationDetector


def check(answer: str, *chunks: str, match: str = "any", **config: Any) -> dict[str, Any]:
    sources = [{"chunk_text": text, "chunk_id": f"c{i}"} for i, text in enumerate(chunks)]
    detector = HallucinationDetector(None, HallucinationConfig(**config), match=match)
    return detector.detect_hallucinations(answer, sources)


def verdicts(answer: str, *chunks: str, **more: Any) -> list[bool]:
    return [claim["verified"] for claim in check(answer, *chunks, **more)["claims"]]


def test_a_figure_of_a_chunk_verifies_at_08_with_its_place() -> None:
    text = "As reported, NOI came to $1,200,000 for the year."
    (claim,) = check("NOI was $1.2M", "Nothing here.", text)["claims"]
    assert claim["verified"] is True
    assert claim["verification_source"] == "documents"
    assert claim["verification_score"] == 0.8
    (evidence,) = claim["evidence"]
    assert evidence["chunk_id"] == "c1"
    assert text[evidence["start"] : evidence["end"]] == evidence["text"] == "$1,200,000"


def test_sources_may_say_text_and_leave_out_the_id() -> None:
    result = HallucinationDetector(None).detect_hallucinations("$5", [{"text": "It was $5."}])
    assert result["claims"][0]["evidence"][0]["chunk_id"] is None
    assert result["has_hallucinations"] is False


def test_the_database_comes_first(sqlite_url: str) -> None:
    sources = [{"chunk_text": "NOI was $1.2M and rent $777", "chunk_id": "a"}]
    detector = HallucinationDetector(sqlite_url)
    result = detector.detect_hallucinations("NOI was $1.2M, rent $777", sources, property_id=1)
    assert [c["verification_source"] for c in result["claims"]] == ["database", "documents"]
    assert [c["verification_score"] for c in result["claims"]] == [1.0, 0.8]


@pytest.mark.parametrize(
    ("answer", "chunk", "verified"),
    [
        ("€1.2M", "$1,200,000", False),
        ("$1.2M", "USD 1.2 million", True),
        ("$1.2M", "1.2M", False),
        ("85%", "0.85", False),
        ("1.5%", "150 basis points", True),
        ("3 percentage points", "3%", False),
        ("Q3 2024", "for September 30, 2024", True),
        ("September 2024", "in Q3 2024", False),
        ("December 1, 2024", "FY2024", False),
        ("December 1, 2024", "on 2024-12-01", True),
        ("FY2024", "on 2024-12-01", True),
        ("DSCR 1.25", "1.25x coverage", True),
        ("$1.5-1.6 million", "from $1.5M to $1.6M", True),
        ("$1.6M", "a range of $1.5-1.6 million", True),
    ],
)
def test_what_a_chunk_verifies(answer: str, chunk: str, verified: bool) -> None:
    assert verdicts(answer, chunk) == [verified]


TABLE = """| (in millions) | 2023 | 2024 |
|---|---|---|
| Total sales | $ 1,146.2 | $1,496.5 |
| Service sales | 44.1 | (56.7) |
"""


def test_tables_and_json_are_read() -> None:
    assert verdicts("Sales were $1,496.5 million", TABLE) == [True]
    assert verdicts("Sales were $1,496.5", TABLE) == [False]
    assert verdicts("a change of -$56.7 million", TABLE) == [True]
    assert verdicts("NOI $1.2M and 85%", '{"noi": 1200000, "occupancy_rate": 85}') == [True, True]


def test_metric_mode_in_tables_minds_row_and_year() -> None:
    exact = {"match": "metric", "CURRENCY_TOLERANCE_PERCENT": 0}
    assert verdicts("Service sales in 2023 were $44.1 million", TABLE, **exact) == [True]
    assert verdicts("Service sales in 2024 were $44.1 million", TABLE, **exact) == [False]
    assert verdicts("Service fees in 2023 were $1,146.2 million", TABLE, **exact) == [False]


def test_metric_mode_in_prose() -> None:
    text = "Net operating income was $1.2M. Total assets were $15M."
    assert verdicts("NOI was $1.2M", text, match="metric") == [True]
    assert verdicts("NOI was $15M", text, match="metric") == [False]
    assert verdicts("The roof repair cost $7K", "The roof repair cost $7,000.", match="metric") == [
        True
    ]


def test_only_so_many_sources_are_checked() -> None:
    chunks = [f"about ${i}00" for i in range(1, 4)]
    assert verdicts("$300", *chunks, MAX_SOURCE_CHECKS=2) == [False]
    assert verdicts("$300", *chunks, MAX_SOURCE_CHECKS=3) == [True]


def test_odd_sources_are_no_trouble() -> None:
    assert verdicts("$5", "") == [False]
    detector = HallucinationDetector(None)
    assert detector.detect_hallucinations("$5", [{}])["total_claims"] == 1
    assert detector.detect_hallucinations("$5", [])["has_hallucinations"] is True
