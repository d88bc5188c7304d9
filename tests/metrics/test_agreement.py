"""Cohen, Krippendorff and Gwet: published tables and parity with maintained libraries."""

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from tests.metrics.verdicts import v
from veriscope.metrics import cohen_kappa, gwet_ac1, krippendorff_alpha

# Four observers and twelve units with missing votes, the example of Krippendorff's reliability
# chapter: alpha 0.743 (nominal). Gwet's handbook gives AC1 0.775 for the same table.
OBSERVERS = [
    "1 2 3 3 2 1 4 1 2 . . .",
    "1 2 3 3 2 2 4 1 2 5 . .",
    ". 3 3 3 2 3 4 2 2 5 1 3",
    "1 2 3 3 2 4 4 1 2 5 1 .",
]
UNITS = [[None if cell == "." else int(cell) for cell in row.split()] for row in OBSERVERS]
# J. Cohen (1960): two judges, 200 cases; agreement 0.70, by chance 0.41, kappa 0.492.
COHEN = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]


def test_cohen_equals_the_published_table() -> None:
    pairs = [(i, j) for i, row in enumerate(COHEN) for j, n in enumerate(row) for _ in range(n)]
    first, second = zip(*pairs, strict=True)
    assert cohen_kappa(first, second) == pytest.approx(0.492, abs=5e-4)


def test_krippendorff_and_gwet_equal_the_published_tables() -> None:
    assert krippendorff_alpha(UNITS) == pytest.approx(0.743, abs=5e-4)
    assert gwet_ac1(UNITS) == pytest.approx(0.775, abs=5e-4)


def test_gwet_survives_one_label_prevailing() -> None:
    # 118 of 125 agree, nearly all on one label: Cohen's kappa collapses, AC1 does not.
    first = ["+"] * 123 + ["-"] * 2
    second = ["+"] * 118 + ["-"] * 5 + ["+"] * 2
    assert cohen_kappa(first, second) < 0
    assert gwet_ac1([first, second]) == pytest.approx(0.941, abs=1e-3)


labels = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=40)


@given(labels)
def test_cohen_has_parity_with_scikit_learn(pairs) -> None:
    first, second = zip(*pairs, strict=True)
    assume(len({*first, *second}) > 1)
    found = cohen_kappa(first, second)
    expected = cohen_kappa_score(first, second)
    if found is None:
        assert np.isnan(expected)
    else:
        assert found == pytest.approx(expected, abs=1e-12)


@given(
    st.lists(
        st.lists(st.sampled_from([None, 0, 1, 2]), min_size=3, max_size=3), min_size=1, max_size=30
    )
)
def test_krippendorff_has_parity_with_its_library(units) -> None:
    rows = [list(row) for row in zip(*units, strict=True)]
    paired = [label for unit in units if sum(x is not None for x in unit) > 1 for label in unit]
    found = krippendorff_alpha(rows)
    if len({label for label in paired if label is not None}) < 2:
        assert found is None
        return
    data = np.array([[np.nan if x is None else x for x in row] for row in rows], dtype=float)
    expected = krippendorff.alpha(data, level_of_measurement="nominal", value_domain=[0, 1, 2])
    assert found == pytest.approx(expected, abs=1e-9)


def test_verdicts_are_rated_by_their_label_on_three_categories() -> None:
    judges = {"a": v("SSRN"), "b": v("SSRS")}
    assert krippendorff_alpha(judges) == krippendorff_alpha(
        [["S", "S", "R", "N"], ["S", "S", "R", "S"]]
    )
    assert gwet_ac1({"a": v("SSSR"), "b": v("SSSS")}) != gwet_ac1(
        {"a": v("SSSR"), "b": v("SSSS")}, categories=2
    )
    assert gwet_ac1({"a": v("SS"), "b": v("SS")}) == 1.0


def test_undefined_is_none() -> None:
    assert cohen_kappa([], []) is None
    assert cohen_kappa(["a", "a"], ["a", "a"]) is None
    assert cohen_kappa(["a", None], [None, "a"]) is None
    assert krippendorff_alpha([["a", None], [None, "a"]]) is None
    assert krippendorff_alpha([["a"], ["a"]]) is None
    assert gwet_ac1([["a", None], [None, "b"]]) is None
    assert gwet_ac1([]) is None


def test_unequal_lengths_name_the_judge() -> None:
    with pytest.raises(ValueError, match="judge 'b'"):
        krippendorff_alpha({"a": v("SS"), "b": v("S")})
    with pytest.raises(ValueError, match="must hold 1 ratings"):
        cohen_kappa(["a"], ["a", "b"])
    with pytest.raises(ValueError, match="categories"):
        gwet_ac1([["a", "b", "c"]] * 2, categories=2)
