"""Figures made comparable: what is read, and what agrees with what."""

from decimal import Decimal
from itertools import combinations

import pytest

from veriscope.judges.quantities import agree, quantities


def read(text):
    return [
        (found.measure, found.value if found.date is None else found.date.given())
        for found in quantities(text)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is 330 metres tall.", [("count of metre", 330)]),
        ("Over 1,200 employees left.", [("count of employ", 1200)]),
        ("It has 2.5 million inhabitants", [("count of inhabi", 2_500_000)]),
        ("3 Millionen Menschen", [("count of mensch", 3_000_000)]),
        ("built in 1889.", [("date", {"year": 1889})]),
        ("the year 2049", [("date", {"year": 2049})]),
        ("on 3 May 1999", [("date", {"year": 1999, "month": 5, "day": 3})]),
        ("$3bn and 4.5%", [("USD", 3_000_000_000), ("%", Decimal("4.5"))]),
        ("Blade Runner 2049 is a film", []),
        ("in the 1970's and the 1980s", []),
        ("between 1950 and 1980", []),
        ("49 - 66 people, 12-14 pages", []),
        ("1.234 people", []),
        ("pages 12:30 and 1/2", []),
        ("number 7", []),
        ("", []),
    ],
)
def test_what_is_read(text, expected):
    assert read(text) == expected


def test_places_are_exact():
    text = "In 2020 the 12 lions ate $5 million."
    assert [text[slice(*found.span)] for found in quantities(text)] == [
        "2020",
        "12 lions",
        "$5 million",
    ]


def pair(one, other):
    (left,), (right,) = quantities(one), quantities(other)
    assert left.measure == right.measure
    assert agree(left, right) == agree(right, left)
    return agree(left, right)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("330 lions", "330 lions"),
        ("5.2 million lions", "5,183,000 lions"),
        ("$5 million", "$5.2 million"),
        ("about 1,000 lions", "1,080 lions"),
        ("over 1,000 lions", "7,300 lions"),
        ("less than 1,000 lions", "12 lions"),
        ("nearly 1,000 lions", "980 lions"),
        ("in 1889", "31 March 1889"),
        ("12.3%", "12.34%"),
    ],
)
def test_figures_that_agree(one, other):
    assert pair(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("330 lions", "331 lions"),
        ("5.2 million lions", "5.4 million lions"),
        ("$5.2 million", "$5.4 million"),
        ("about 1,000 lions", "1,280 lions"),
        ("over 1,000 lions", "990 lions"),
        ("less than 1,000 lions", "1,200 lions"),
        ("nearly 1,000 lions", "1,080 lions"),
        ("in 1889", "31 March 1890"),
        ("12.3%", "12.9%"),
    ],
)
def test_figures_that_do_not(one, other):
    assert not pair(one, other)


def test_agreement_is_symmetric():
    texts = ["5 lions", "about 5 lions", "over 5 lions", "6 lions", "nearly 7 lions", "5.5 lions"]
    figures = [quantities(text)[0] for text in texts]
    for one, other in combinations(figures, 2):
        assert agree(one, other) == agree(other, one)
