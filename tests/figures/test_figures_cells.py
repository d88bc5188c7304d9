"""Numbers in tables and JSON."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from veriscope.figures import FigureKind, read_cells

TABLE = """Results of the year (in millions)

| Item | 2023 | 2024 |
|------|------|------|
| Revenue | $ 1,146.2 | $1,496.5 |
| Other | (44.1) | — |
| Margin | 12.5% | 13 % |
| Earnings per share | 1.20 | 1.31 |
"""


def test_a_table_gives_values_with_their_row_column_and_scale() -> None:
    cells = read_cells(TABLE)
    rows = {(c.label, c.heading.split()[0]): c for c in cells}
    revenue = rows["Revenue", "2024"]
    assert (revenue.value, revenue.unit) == (Decimal(1496500000), "USD")
    assert TABLE[slice(*revenue.span)] == "$1,496.5"
    assert rows["Other", "2023"].value == Decimal(-44100000)
    assert rows["Margin", "2024"].value == 13
    assert rows["Margin", "2024"].kind is FigureKind.PERCENTAGE
    assert rows["Earnings per share", "2024"].value == Decimal("1.31")
    assert len(cells) == 7


def test_tabs_and_wide_blanks_cut_too() -> None:
    cells = read_cells("Item\t2024\nNOI\t1,200,000\n\nCash      2023\nAt bank      5,000\n")
    assert [(c.label, c.heading, c.value) for c in cells] == [
        ("NOI", "2024", 1200000),
        ("At bank", "2023", 5000),
    ]


def test_json_gives_keys_and_values() -> None:
    text = '{"net_operating_income": 1200000, "rate": -8.5e1, "cash": "1,200", "on": "2024-12-01"}'
    cells = read_cells(text)
    assert [(c.label, c.value) for c in cells] == [
        ("net operating income", 1200000),
        ("rate", -85),
        ("cash", 1200),
    ]
    assert [text[slice(*c.span)] for c in cells] == ["1200000", "-8.5e1", "1,200"]


def test_a_scale_in_a_row_is_that_rows_own() -> None:
    cells = read_cells("| NOI (in thousands) | 5 |\n| Units | 85 |\n")
    assert [c.value for c in cells] == [5000, 85]


def test_prose_has_no_cells() -> None:
    assert read_cells("NOI was $1.2M.  Occupancy was 85%.\nAnd so on, 5 times.") == []


@given(st.text(alphabet='|\t {}":,.-()$%0123456789ae\n', max_size=80))
def test_any_text(text: str) -> None:
    for cell in read_cells(text):
        assert 0 <= cell.span[0] < cell.span[1] <= len(text)
        assert cell.value.is_finite()
