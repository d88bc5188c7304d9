"""Amounts, percentages and ratios as they are written."""

from decimal import Decimal

import pytest

from veriscope.errors import InputError
from veriscope.figures import Approximation, Figure, FigureKind, RangeEnd, read_figures


def only(text: str, **options: object) -> Figure:
    found = read_figures(text, **options)  # type: ignore[arg-type]
    assert len(found) == 1, found
    return found[0]


AMOUNTS = [
    ("$1,234,567.89", "1234567.89", "USD"),
    ("$1.2M", "1200000", "USD"),
    ("$1.5 million", "1500000", "USD"),
    ("$500K", "500000", "USD"),
    ("$1,234.5", "1234.5", "USD"),
    ("$1234567", "1234567", "USD"),
    ("$3k", "3000", "USD"),
    ("$3 thousand", "3000", "USD"),
    ("$3m", "3000000", "USD"),
    ("$3mm", "3000000", "USD"),
    ("$3 MM", "3000000", "USD"),
    ("$3b", "3000000000", "USD"),
    ("$3bn", "3000000000", "USD"),
    ("$3 billion", "3000000000", "USD"),
    ("$3t", "3000000000000", "USD"),
    ("$3 trillion", "3000000000000", "USD"),
    ("-$1.2M", "-1200000", "USD"),
    ("−$1.2M", "-1200000", "USD"),
    ("($1.2M)", "-1200000", "USD"),
    ("$(1.2M)", None, None),
    ("$-1.2M", "-1200000", "USD"),
    ("$(5)", "-5", "USD"),
    ("USD 1.2M", "1200000", "USD"),
    ("1.2M USD", "1200000", "USD"),
    ("usd 5", "5", "USD"),
    ("€5", "5", "EUR"),
    ("£5.50", "5.50", "GBP"),
    ("¥500", "500", "JPY"),
    ("₩1,000", "1000", "KRW"),
    ("US$ 5", "5", "USD"),
    ("C$5", "5", "CAD"),
    ("$5 CAD", "5", "CAD"),
    ("12 million dollars", "12000000", "USD"),
    ("₹1,23,456", "123456", "INR"),
    ("$0.5", "0.5", "USD"),
    ("$.5", "0.5", "USD"),
    ("1 234,5 €", "1234.5", "EUR"),
    ("1\u202f234,5\u00a0€", "1234.5", "EUR"),
    ("1.234,50 €", "1234.50", "EUR"),
    ("1,2 Mio. €", "1200000", "EUR"),
    ("12억 원", "1200000000", "KRW"),
    ("1조 2,000억 원", "1200000000000", "KRW"),
]


@pytest.mark.parametrize(("text", "value", "unit"), AMOUNTS)
def test_amounts(text: str, value: str | None, unit: str | None) -> None:
    if value is None:
        assert [f.value for f in read_figures(text)] == [Decimal(-1200000)]
        return
    figure = only(f"it was {text}, they say")
    assert (figure.kind, figure.value, figure.unit) == (
        FigureKind.CURRENCY,
        Decimal(value),
        unit,
    )
    assert figure.text == text


def test_the_value_is_exact_however_long() -> None:
    digits = "1234567890" * 6
    assert only(f"${digits}.{digits}M").value == Decimal(f"{digits}.{digits}E6")


@pytest.mark.parametrize(
    ("text", "value", "read"),
    [
        ("$500 monthly", "500", "$500"),
        ("$1.5M", "1500000", "$1.5M"),
        ("$5 T-shirts", "5", "$5"),
        ("$12 months", "12", "$12"),
        ("$3 Big ones", "3", "$3"),
        ("$1.2million", "1200000", "$1.2million"),
        ("- $5", "5", "$5"),
        ("a-$5", "5", "$5"),
        ("10-$5", "5", "$5"),
        ("12억원자", "1200000000", "12억원"),
    ],
)
def test_a_suffix_counts_only_at_a_word_boundary(text: str, value: str, read: str) -> None:
    figure = only(text)
    assert (figure.value, figure.text) == (Decimal(value), read)


@pytest.mark.parametrize(
    "text",
    [
        "12 months",
        "85 Main Street",
        "1.2 million people",
        "1920x1080",
        "abc50%",
        "version 1.2.3%",
        "3 times",
        "Q3",
        "5 원칙",
        "$",
        "%",
        "",
        "one hundred",
        "March",
        "2024",
        "02/30/2024",
        "31/31/2024",
    ],
)
def test_what_is_no_figure(text: str) -> None:
    assert read_figures(text) == []


PERCENTAGES = [
    ("85%", "85", "%"),
    ("85 %", "85", "%"),
    ("12.5 percent", "12.5", "%"),
    ("12.5 percentage", "12.5", "%"),
    ("85 pct", "85", "%"),
    ("85 per cent", "85", "%"),
    ("-3%", "-3", "%"),
    ("25 basis points", "25", "bp"),
    ("25bps", "25", "bp"),
    ("3 percentage points", "3", "pp"),
    ("3 pp", "3", "pp"),
    ("4.5%p", "4.5", "pp"),
    ("4.5%포인트", "4.5", "pp"),
    ("85퍼센트", "85", "%"),
    ("12,5 Prozent", "12.5", "%"),
    ("3 Prozentpunkte", "3", "pp"),
    ("12,5 pour cent", "12.5", "%"),
    ("2 points de pourcentage", "2", "pp"),
]


@pytest.mark.parametrize(("text", "value", "unit"), PERCENTAGES)
def test_percentages(text: str, value: str, unit: str) -> None:
    figure = only(text)
    assert (figure.kind, figure.value, figure.unit, figure.text) == (
        FigureKind.PERCENTAGE,
        Decimal(value),
        unit,
        text,
    )


RATIOS = [
    "DSCR 1.25",
    "1.25x coverage",
    "1.25x",
    "ratio of 1.25",
    "DSCR was 1.25",
    "DSCR of 1.25",
    "DSCR is 1.25",
    "DSCR at 1.25",
    "DSCR: 1.25",
    "DSCR = 1.25",
    "DSCR of about 1.25",
    "DSCR for the property is 1.25",
    "DSCR improved to 1.25",
    "1.25:1",
    "1.25 to 1",
    "DSCR of 1.25x",
    "DSCR은 1.25",
    "1.25배",
    "1.25 times coverage",
]


@pytest.mark.parametrize("text", RATIOS)
def test_ratios(text: str) -> None:
    figure = only(text)
    assert (figure.kind, figure.value, figure.unit, figure.text) == (
        FigureKind.RATIO,
        Decimal("1.25"),
        "x",
        text,
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ratio of 85%", FigureKind.PERCENTAGE),
        ("coverage of $5M", FigureKind.CURRENCY),
        ("DSCR 12 December 2024", FigureKind.DATE),
        ("ratio in Q3 2024", FigureKind.DATE),
    ],
)
def test_a_ratio_name_takes_no_other_figure(text: str, kind: FigureKind) -> None:
    assert only(text).kind is kind


@pytest.mark.parametrize("text", ["ratio 2024", "coverage of 12 employees", "ratio of 1.2 million"])
def test_a_ratio_name_takes_no_count(text: str) -> None:
    assert read_figures(text) == []


@pytest.mark.parametrize(
    ("text", "hedge"),
    [
        ("about $5", Approximation.ABOUT),
        ("~$5", Approximation.ABOUT),
        ("over $5", Approximation.OVER),
        ("more than $5", Approximation.OVER),
        ("nearly $5", Approximation.NEARLY),
        ("less than $5", Approximation.UNDER),
        ("rund 5 €", Approximation.ABOUT),
        ("plus de 5 €", Approximation.OVER),
        ("약 12억 원", Approximation.ABOUT),
        ("12억 원 이상", Approximation.OVER),
        ("DSCR of about 1.25", Approximation.ABOUT),
        ("exactly $5", None),
    ],
)
def test_approximations_are_recorded(text: str, hedge: Approximation | None) -> None:
    assert only(text).approximation is hedge


def test_both_ends_of_a_range() -> None:
    low, high = read_figures("between $1.1M and $1.3M")
    assert (low.value, low.range_end) == (Decimal(1100000), RangeEnd.LOW)
    assert (high.value, high.range_end) == (Decimal(1300000), RangeEnd.HIGH)
    both = only("$1.1-1.3 million")
    assert (both.value, both.upper) == (Decimal(1100000), Decimal(1300000))
    assert (only("8-10%").value, only("8-10%").upper) == (8, 10)


def test_a_list_is_no_range() -> None:
    found = read_figures("$1M, $2M and $3M")
    assert [f.value for f in found] == [1000000, 2000000, 3000000]
    assert {f.range_end for f in found} == {None}


@pytest.mark.parametrize(
    ("text", "locale", "value"),
    [
        ("1,234 €", "en", "1234"),
        ("1,234 €", "de", "1.234"),
        ("1.234 €", "en", "1.234"),
        ("1.234 €", "de", "1234"),
        ("1.234 €", "fr", "1234"),
        ("12 850 €", "fr", "12850"),
        ("12 850 €", "en", "850"),
        ("$2 billion", "en", "2000000000"),
        ("2 Billionen Euro", "de", "2000000000000"),
        ("2 billions d'euros", "fr", "2000000000000"),
        ("3 Md€", "fr", "3000000000"),
        ("1'234.50 CHF", "de", "1234.50"),
    ],
)
def test_the_locale_settles_what_may_be_two_things(text: str, locale: str, value: str) -> None:
    assert only(text, locale=locale).value == Decimal(value)


def test_kinds_that_are_not_asked_for_are_left_out() -> None:
    found = read_figures("$5, 8% and Q3 2024", kinds={FigureKind.PERCENTAGE})
    assert [f.text for f in found] == ["8%"]


@pytest.mark.parametrize(
    ("options", "field"), [({"text": None}, "text"), ({"text": "$1", "locale": "xx"}, "locale")]
)
def test_wrong_input_is_named(options: dict[str, object], field: str) -> None:
    with pytest.raises(InputError, match=field):
        read_figures(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "piece", ["9", "$", " ", "Q1 ", "(", "($", "1,111", "1 ", "111 ", "ratio of ", "1억", "DSCR "]
)
def test_hostile_text_is_read_to_its_end(piece: str) -> None:
    text = piece * (200_000 // len(piece)) + " and $5.00"
    for locale in ("en", "fr"):
        assert read_figures(text, locale=locale)[-1].value == 5
