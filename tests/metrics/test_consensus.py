"""The claim matrix, consensus and disputed claims, Consensus F1, and other matchers."""

import numpy as np
import pytest

from tests.metrics.verdicts import v
from veriscope import Claim, Verdict
from veriscope.metrics import (
    ClaimVerificationMatrix,
    ClaimVerificationMatrixBuilder,
    EmbeddingMatcher,
    FuzzyMatcher,
    HallucinationMetricsCalculator,
)

calculator = HallucinationMetricsCalculator()
builder = ClaimVerificationMatrixBuilder()


def claims(*texts: str) -> list[Claim]:
    return [Claim(text, (0, len(text))) for text in texts]


ANSWERS = {
    "a": claims("Paris is large", "The Seine is long"),
    "b": claims("  paris IS large ", "Lyon is old"),
    "c": claims("Paris is large", "paris is large"),
}


def test_equal_claims_are_one_row_in_first_seen_order_and_spelling() -> None:
    matrix = builder.build_matrix(ANSWERS)
    assert [claim.text for claim in matrix.claims] == [
        "Paris is large",
        "The Seine is long",
        "Lyon is old",
    ]
    assert matrix.models == ["a", "b", "c"]
    assert matrix.support_matrix == [[1, 1, 1], [1, 0, 0], [0, 1, 0]]


def test_with_verdicts_only_supported_counts() -> None:
    verdicts = {"a": v("SR"), "b": v("NS"), "c": v("RS")}
    matrix = builder.build_matrix(ANSWERS, verdicts)
    assert matrix.support_matrix == [[1, 0, 1], [0, 0, 0], [0, 1, 0]]


def test_a_model_with_too_few_verdicts_is_named() -> None:
    with pytest.raises(ValueError, match="model 'b'"):
        builder.build_matrix(ANSWERS, {"a": v("SR"), "b": v("S"), "c": v("SS")})


def test_counts_and_shares() -> None:
    matrix = builder.build_matrix(ANSWERS)
    assert matrix.get_claim_support_count(0) == 3
    assert matrix.get_claim_support_count(9) == 0
    assert matrix.get_model_claim_count("a") == matrix.get_model_claim_count(0) == 2
    assert matrix.get_model_claim_count(9) == matrix.get_model_claim_count(-1) == 0
    assert matrix.get_model_claim_count("nobody") == 0
    assert [c.text for c in matrix.get_consensus_claims()] == ["Paris is large"]
    assert [c.text for c in matrix.get_disputed_claims()] == ["The Seine is long", "Lyon is old"]
    assert len(matrix.get_consensus_claims(1 / 3)) == 3


def test_the_share_that_equals_the_threshold_is_consensus() -> None:
    matrix = ClaimVerificationMatrix(claims("x"), ["a", "b"], [[1, 0]])
    assert len(matrix.get_consensus_claims(0.5)) == 1
    # 0.07 * 100 is 7.000000000000001: the share, not the product, is what is compared.
    row = [1] * 7 + [0] * 93
    wide = ClaimVerificationMatrix(claims("x"), [str(i) for i in range(100)], [row])
    assert len(wide.get_consensus_claims(0.07)) == 1


def test_items_of_the_builder() -> None:
    matrix = builder.build_matrix(ANSWERS)
    found = builder.compute_claim_consensus(matrix, 0.5)
    assert [one.support_count for one in found] == [3, 1, 1]
    assert found[1].consensus_ratio == pytest.approx(1 / 3)
    assert (found[0].total_models, found[0].is_consensus) == (3, True)
    assert [c.claim.text for c in builder.identify_consensus_claims(matrix)] == ["Paris is large"]
    assert len(builder.identify_disputed_claims(matrix)) == 2


def test_precision_recall_and_f1_of_a_model() -> None:
    matrix = builder.build_matrix(ANSWERS)
    found = calculator.compute_consensus_f1(matrix, "a")
    assert (found.precision, found.recall) == (0.5, 1.0)
    assert found.f1 == pytest.approx(2 / 3)
    found = calculator.compute_consensus_f1(matrix, "c")
    assert (found.precision, found.recall, found.f1) == (1.0, 1.0, 1.0)


def test_the_average_is_unweighted_over_models() -> None:
    found = calculator.compute_average_consensus_f1(builder.build_matrix(ANSWERS))
    assert found.precision == pytest.approx((0.5 + 0.5 + 1) / 3)
    assert found.recall == 1.0
    assert found.f1 == pytest.approx((2 / 3 + 2 / 3 + 1) / 3)


def test_zero_by_zero_is_zero() -> None:
    empty = builder.build_matrix({})
    for found in (
        calculator.compute_average_consensus_f1(empty),
        calculator.compute_consensus_f1(empty, "a"),
        calculator.compute_consensus_f1(builder.build_matrix(ANSWERS), "unknown"),
        calculator.compute_average_consensus_f1(builder.build_matrix({"a": [], "b": []}), ci=0.9),
    ):
        assert (found.precision, found.recall, found.f1) == (0.0, 0.0, 0.0)
    alone = builder.build_matrix({"a": claims("x"), "b": []})
    found = calculator.compute_consensus_f1(alone, "b")
    assert (found.precision, found.recall, found.f1) == (0.0, 0.0, 0.0)


def test_the_interval_is_that_of_f1() -> None:
    answers = {
        m: claims(*(f"c{i}" for i in range(30) if i % k))
        for m, k in zip("abc", (2, 3, 5), strict=True)
    }
    found = calculator.compute_average_consensus_f1(builder.build_matrix(answers), ci=0.95)
    assert found.interval[0] < found.f1 < found.interval[1]


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        ([[1]], r"support_matrix: must have 2 rows"),
        ([[1], [1, 0]], r"support_matrix\[1\]"),
        ([[1], [2]], "0 and 1"),
    ],
)
def test_a_matrix_of_the_wrong_shape_is_an_error(rows, place) -> None:
    with pytest.raises(ValueError, match=place):
        ClaimVerificationMatrix(claims("x", "y"), ["a"], rows)


@pytest.mark.parametrize("threshold", [-0.1, 1.1])
def test_a_threshold_outside_zero_to_one_is_an_error(threshold) -> None:
    matrix = builder.build_matrix(ANSWERS)
    with pytest.raises(ValueError, match="consensus_threshold"):
        matrix.get_consensus_claims(threshold)
    with pytest.raises(ValueError, match="consensus_threshold"):
        calculator.compute_consensus_f1(matrix, "a", threshold)


PARAPHRASE = {
    "a": claims("The tower is 324 metres tall."),
    "b": claims("the tower is 324 meters tall"),
    "c": claims("Bananas are yellow"),
}


@pytest.mark.parametrize(
    "matcher", [FuzzyMatcher(), EmbeddingMatcher(threshold=0.7)], ids=["fuzzy", "vector"]
)
def test_a_matcher_finds_more_claims_equal(matcher) -> None:
    assert len(builder.build_matrix(PARAPHRASE).claims) == 3
    matrix = ClaimVerificationMatrixBuilder(matcher).build_matrix(PARAPHRASE)
    assert matrix.support_matrix == [[1, 1, 0], [0, 0, 1]]
    assert matcher.match("x", []) is None


def test_an_embedding_of_ones_own() -> None:
    seen: list[list[str]] = []

    def embed(texts: list[str]) -> np.ndarray:
        seen.append(texts)
        return np.array([[1.0, 0.0] if "ower" in text else [0.0, 1.0] for text in texts])

    matrix = ClaimVerificationMatrixBuilder(EmbeddingMatcher(embed)).build_matrix(PARAPHRASE)
    assert matrix.support_matrix == [[1, 1, 0], [0, 0, 1]]
    assert sum(map(len, seen)) == 3, "a text is embedded once"
    with pytest.raises(ValueError, match="embed"):
        EmbeddingMatcher(lambda texts: [[1.0]]).match("a", ["b"])


@pytest.mark.parametrize("kind", [FuzzyMatcher, lambda t: EmbeddingMatcher(threshold=t)])
def test_a_matcher_checks_its_threshold(kind) -> None:
    with pytest.raises(ValueError, match="threshold"):
        kind(1.5)


def test_a_verdict_without_claims_is_fine() -> None:
    matrix = builder.build_matrix({"a": []}, {"a": list[Verdict]()})
    assert matrix.claims == []
