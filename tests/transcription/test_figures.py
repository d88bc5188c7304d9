"""Numbers, dates and names of old pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.transcription.figures import find_figures, invented_figures
from veriscope.transcription.names import invented_names


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("in 1789 and 12 livres", ["1789", "12"]),
        ("1,200 or 1.200 or 1'200", ["1200"] * 3),
        ("2.5 and 2,5", ["2.5", "2.5"]),
        ("the 14th, le 3e, 007", ["14", "3", "7"]),
        ("£100; No.15", ["100", "15"]),
        ("Louis XIV en MDCCLXXXIX", ["14", "1789"]),
        ("caro1ine 2x4 x3 CIVIC I", []),
        ("١٢", ["12"]),
    ],
)
def test_numbers(text: str, keys: list[str]) -> None:
    assert [figure.key for figure in find_figures(text)] == [("number", key) for key in keys]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("14 juillet 1789", ("date", "7", "14", "1789")),
        ("the 9th of April, 1850", ("date", "4", "9", "1850")),
        ("March 3rd, 1802", ("date", "3", "3", "1802")),
        ("1er aouſt", ("date", "8", "1")),
        ("3. März 1848", ("date", "3", "3", "1848")),
        ("9 7bre 1701", ("date", "9", "9", "1701")),
        ("5 brumaire", ("date", "14", "5")),
    ],
)
def test_dates(text: str, key: tuple[str, ...]) -> None:
    assert [figure.key for figure in find_figures(f"On {text} there")] == [key]


@pytest.mark.parametrize("text", ["40 May", "12 horses 1789", "0 June"])
def test_no_dates(text: str) -> None:
    assert not any(figure.is_date for figure in find_figures(text))


@pytest.mark.parametrize(
    ("reference", "output", "invented"),
    [
        ("in 1789, 12 livres", "in 1798, 120 livres", ["1798", "120"]),
        ("1200 men", "1,200 men", []),
        ("year XIV", "year 14", []),
        ("14 juillet 1789", "14 juin 1789", ["14 juin 1789"]),
        ("14 juillet 1789", "le 14 juillet", []),
        ("le 14 juillet", "14 juillet 1790", []),
        ("14 juillet 1789", "14 juillet 1790", ["14 juillet 1790"]),
        ("14 juillet 1789", "1789 et 14", []),
        ("", "5", ["5"]),
    ],
)
def test_figures_that_the_reference_has_nowhere(
    reference: str, output: str, invented: list[str]
) -> None:
    assert [figure.text for figure in invented_figures(reference, output)] == invented


@given(st.text(alphabet="0123456789.,' XIVth juin\n", max_size=60))
def test_every_figure_stands_where_it_says_and_is_no_invention_in_its_own_text(text: str) -> None:
    for figure in find_figures(text):
        assert text[slice(*figure.span)] == figure.text
    assert invented_figures(text, text) == []


@pytest.mark.parametrize(
    ("reference", "output", "names"),
    [
        ("met Roland there", "met Quill there", ["Quill"]),
        ("met FRANÇOIS there", "met Francois there", []),
        ("he met", "He met. She met «Anna» (Paul) — Otto", []),
        ("a", "in LONDON by AB", []),
        ("a", "at Saint-Aubry in d'Orval", ["Saint-Aubry"]),
        ("", "", []),
    ],
)
def test_names_that_the_reference_lacks(reference: str, output: str, names: list[str]) -> None:
    assert [output[slice(*span)] for span in invented_names(reference, output)] == names


def test_a_long_run_of_digits_is_read_in_linear_time() -> None:
    text = "1" * 200_000 + "x " + "1." * 100_000 + "x"
    assert [figure.span for figure in find_figures(text)] == [(200_002, 400_001)]
