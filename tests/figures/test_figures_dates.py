"""Dates as they are written."""

import pytest

from veriscope.figures import FigureKind, read_figures

DATES = [
    ("Q3 2024", {"year": 2024, "quarter": 3}),
    ("Q3 FY2024", {"year": 2024, "quarter": 3}),
    ("Q3'24", {"year": 2024, "quarter": 3}),
    ("3Q24", {"year": 2024, "quarter": 3}),
    ("2024 Q3", {"year": 2024, "quarter": 3}),
    ("T3 2024", {"year": 2024, "quarter": 3}),
    ("third quarter of 2024", {"year": 2024, "quarter": 3}),
    ("2nd quarter of fiscal year 2024", {"year": 2024, "quarter": 2}),
    ("H1 2024", {"year": 2024, "half": 1}),
    ("second half of 2024", {"year": 2024, "half": 2}),
    ("FY2024", {"year": 2024}),
    ("FY24", {"year": 2024}),
    ("fiscal 2024", {"year": 2024}),
    ("December 2024", {"year": 2024, "month": 12}),
    ("Sept. 2024", {"year": 2024, "month": 9}),
    ("2024-09", {"year": 2024, "month": 9}),
    ("2024-12-01", {"year": 2024, "month": 12, "day": 1}),
    ("12/01/2024", {"year": 2024, "month": 12, "day": 1}),
    ("12/01/24", {"year": 2024, "month": 12, "day": 1}),
    ("Dec 1, 2024", {"year": 2024, "month": 12, "day": 1}),
    ("December 1st, 2024", {"year": 2024, "month": 12, "day": 1}),
    ("1 December 2024", {"year": 2024, "month": 12, "day": 1}),
    ("1st of December 2024", {"year": 2024, "month": 12, "day": 1}),
    ("1. Dezember 2024", {"year": 2024, "month": 12, "day": 1}),
    ("01.12.2024", {"year": 2024, "month": 12, "day": 1}),
    ("1er décembre 2024", {"year": 2024, "month": 12, "day": 1}),
    ("drittes Quartal 2024", {"year": 2024, "quarter": 3}),
    ("2e trimestre 2024", {"year": 2024, "quarter": 2}),
    ("2024년", {"year": 2024}),
    ("2024년 12월", {"year": 2024, "month": 12}),
    ("2024년 12월 1일", {"year": 2024, "month": 12, "day": 1}),
    ("2024년 3분기", {"year": 2024, "quarter": 3}),
    ("2024년 하반기", {"year": 2024, "half": 2}),
    ("2024. 12. 1", {"year": 2024, "month": 12, "day": 1}),
    ("02/29/2024", {"year": 2024, "month": 2, "day": 29}),
]


@pytest.mark.parametrize(("text", "parts"), DATES)
def test_dates(text: str, parts: dict[str, int]) -> None:
    (figure,) = read_figures(f"as of {text}, all is well")
    assert figure.kind is FigureKind.DATE
    assert figure.value is None
    assert figure.date is not None
    assert figure.date.given() == parts
    assert figure.text == text


@pytest.mark.parametrize(
    ("text", "locale", "day_first", "parts"),
    [
        ("12/01/2024", "en", False, (12, 1)),
        ("12/01/2024", "en", True, (1, 12)),
        ("12/01/2024", "fr", False, (1, 12)),
        ("13/01/2024", "en", False, (1, 13)),
        ("01/13/2024", "en", True, (1, 13)),
        ("03.04.2024", "en", False, (4, 3)),
    ],
)
def test_the_order_of_numeric_dates(
    text: str, locale: str, day_first: bool, parts: tuple[int, int]
) -> None:
    (figure,) = read_figures(text, locale=locale, day_first=day_first)
    assert figure.date is not None
    assert (figure.date.month, figure.date.day) == parts


@pytest.mark.parametrize(
    "text",
    ["2010-12", "02/30/2024", "02/29/2023", "2024-13-01", "2024-12-32", "00/00/2024", "1. 2024"],
)
def test_what_is_no_date(text: str) -> None:
    assert read_figures(text) == []


def test_invalid_dates_hide_nothing_that_follows() -> None:
    assert [f.text for f in read_figures("02/30/2024 and Q3 2024")] == ["Q3 2024"]
