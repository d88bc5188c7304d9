"""Which claims several models share, and how well each model keeps to them.

Agreement between several answers as a sign of truth: as in P. Manakul et al., "SelfCheckGPT:
zero-resource black-box hallucination detection for generative large language models", EMNLP 2023.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veriscope.errors import InputError
from veriscope.metrics.matchers import Matcher
from veriscope.metrics.metric import Metric, Tally
from veriscope.model import Claim, Interval, Verdict, VerdictLabel
from veriscope.model.codec import Noun

THRESHOLD = 0.5


@dataclass(frozen=True)
class ConsensusF1Result(Noun):
    """How many of a model's claims others share, and how many shared claims it has."""

    whole = True

    precision: float
    recall: float
    f1: float
    interval: Interval | None = None


@dataclass(frozen=True)
class ClaimConsensus(Noun):
    """One claim with the share of models that make it."""

    whole = True

    claim: Claim
    support_count: int
    total_models: int
    consensus_ratio: float
    is_consensus: bool


def _check_threshold(threshold: float) -> None:
    if not 0 <= threshold <= 1:
        raise InputError(f"must lie in [0, 1], not {threshold}", field="consensus_threshold")


@dataclass(frozen=True)
class ClaimVerificationMatrix:
    """Which model (column) makes which claim (row)."""

    claims: Sequence[Claim]
    models: Sequence[str]
    support_matrix: Sequence[Sequence[int]]

    def __post_init__(self) -> None:
        if len(self.support_matrix) != len(self.claims):
            problem = f"must have {len(self.claims)} rows, not {len(self.support_matrix)}"
            raise InputError(problem, field="support_matrix")
        for i, row in enumerate(self.support_matrix):
            if len(row) != len(self.models):
                problem = f"must have {len(self.models)} columns, not {len(row)}"
                raise InputError(problem, field=f"support_matrix[{i}]")
            if any(cell not in (0, 1) for cell in row):
                raise InputError("must hold 0 and 1", field=f"support_matrix[{i}]")

    def get_claim_support_count(self, index: int) -> int:
        """Return how many models make the claim; 0 when the index is out of range."""
        return sum(self.support_matrix[index]) if 0 <= index < len(self.claims) else 0

    def get_model_claim_count(self, model: int | str) -> int:
        """Return how many claims a model (column index or name) makes; 0 when there is no such."""
        if isinstance(model, str):
            model = self.models.index(model) if model in self.models else -1
        return sum(row[model] for row in self.support_matrix) if self._has_column(model) else 0

    def _has_column(self, index: int) -> bool:
        return 0 <= index < len(self.models)

    def is_consensus(self, index: int, threshold: float = THRESHOLD) -> bool:
        """Whether the share of models that make the claim reaches the threshold."""
        _check_threshold(threshold)
        models = len(self.models)
        return models > 0 and sum(self.support_matrix[index]) / models >= threshold

    def get_consensus_claims(self, threshold: float = THRESHOLD) -> list[Claim]:
        """Return the claims whose support share reaches the threshold."""
        return [c for i, c in enumerate(self.claims) if self.is_consensus(i, threshold)]

    def get_disputed_claims(self, threshold: float = THRESHOLD) -> list[Claim]:
        """Return the claims whose support share stays under the threshold."""
        return [c for i, c in enumerate(self.claims) if not self.is_consensus(i, threshold)]


class ClaimVerificationMatrixBuilder:
    """Finds equal claims across models.

    Claims are equal after `strip().lower()`; a `matcher` may find more of them equal, never fewer.
    """

    def __init__(self, matcher: Matcher | None = None) -> None:
        self.matcher = matcher

    def build_matrix(
        self,
        model_claims: Mapping[str, Sequence[Claim]],
        model_verdicts: Mapping[str, Sequence[Verdict]] | None = None,
    ) -> ClaimVerificationMatrix:
        """Return the matrix: claims in first-seen order and spelling, models as given.

        With verdicts, which stand in the order of the claims, only SUPPORTED counts as support.
        """
        models = list(model_claims)
        claims: list[Claim] = []
        rows: list[list[int]] = []
        index: dict[str, int] = {}
        for column, (model, stated) in enumerate(model_claims.items()):
            supported = _supported(model, stated, model_verdicts)
            for claim, counts in zip(stated, supported, strict=True):
                row = self._row(claim, index, claims)
                if row == len(rows):
                    claims.append(claim)
                    rows.append([0] * len(models))
                if counts:
                    rows[row][column] = 1
        return ClaimVerificationMatrix(claims, models, rows)

    def _row(self, claim: Claim, index: dict[str, int], claims: Sequence[Claim]) -> int:
        key = claim.text.strip().lower()
        if key not in index:
            same = (
                self.matcher.match(claim.text, [c.text for c in claims]) if self.matcher else None
            )
            index[key] = len(claims) if same is None else same
        return index[key]

    def compute_claim_consensus(
        self, matrix: ClaimVerificationMatrix, consensus_threshold: float = THRESHOLD
    ) -> list[ClaimConsensus]:
        """Return every claim with its support, in the order of the matrix."""
        models = len(matrix.models)
        return [
            ClaimConsensus(
                claim=claim,
                support_count=matrix.get_claim_support_count(i),
                total_models=models,
                consensus_ratio=matrix.get_claim_support_count(i) / models if models else 0.0,
                is_consensus=matrix.is_consensus(i, consensus_threshold),
            )
            for i, claim in enumerate(matrix.claims)
        ]

    def identify_consensus_claims(
        self, matrix: ClaimVerificationMatrix, consensus_threshold: float = THRESHOLD
    ) -> list[ClaimConsensus]:
        """Return the claims that reach the threshold."""
        found = self.compute_claim_consensus(matrix, consensus_threshold)
        return [claim for claim in found if claim.is_consensus]

    def identify_disputed_claims(
        self, matrix: ClaimVerificationMatrix, consensus_threshold: float = THRESHOLD
    ) -> list[ClaimConsensus]:
        """Return the claims that do not."""
        found = self.compute_claim_consensus(matrix, consensus_threshold)
        return [claim for claim in found if not claim.is_consensus]


def _supported(
    model: str, stated: Sequence[Claim], verdicts: Mapping[str, Sequence[Verdict]] | None
) -> list[bool]:
    if verdicts is None:
        return [True] * len(stated)
    given = verdicts.get(model, ())
    if len(given) != len(stated):
        problem = f"has {len(stated)} claims, but {len(given)} verdicts"
        raise InputError(problem, field=f"model {model!r}")
    return [verdict.label is VerdictLabel.SUPPORTED for verdict in given]


def model_tally(
    matrix: ClaimVerificationMatrix, column: int, threshold: float = THRESHOLD
) -> tuple[int, int, int, int]:
    """Count for one model: its claims, those that others share, consensus claims, those it has."""
    own = shared = consensus = included = 0
    for i, row in enumerate(matrix.support_matrix):
        has = row[column]
        own += has
        shared += has and sum(row) > 1
        if matrix.is_consensus(i, threshold):
            consensus += 1
            included += has
    return own, shared, consensus, included


def f1_of(own: int, shared: int, consensus: int, included: int) -> ConsensusF1Result:
    """Read precision, recall and F1 off a sum of tallies; 0/0 is 0."""
    precision = shared / own if own else 0.0
    recall = included / consensus if consensus else 0.0
    together = precision + recall
    return ConsensusF1Result(
        precision, recall, 2 * precision * recall / together if together else 0.0
    )


class ConsensusF1(Metric[ClaimVerificationMatrix]):
    """Consensus F1, averaged over models; a unit is the matrix of one query's answers."""

    name = "consensus_f1"
    counted = "claims"
    lower_is_better = False

    def __init__(self, models: Sequence[str], threshold: float = THRESHOLD) -> None:
        _check_threshold(threshold)
        self.models = models
        self.threshold = threshold

    def tally(self, unit: ClaimVerificationMatrix) -> Tally:
        """Count one matrix: its claims, then four counts for each model in order."""
        columns = {model: i for i, model in enumerate(unit.models)}
        counts = [len(unit.claims)]
        for model in self.models:
            at = columns.get(model)
            counts += (0, 0, 0, 0) if at is None else model_tally(unit, at, self.threshold)
        return tuple(counts)

    def mean(self, counts: Sequence[int]) -> ConsensusF1Result | None:
        """Return the unweighted means over models of precision, recall and F1."""
        if not self.models or not counts or not counts[0]:
            return None
        parts = [f1_of(*counts[i : i + 4]) for i in range(1, len(counts), 4)]
        n = len(parts)
        return ConsensusF1Result(
            sum(p.precision for p in parts) / n,
            sum(p.recall for p in parts) / n,
            sum(p.f1 for p in parts) / n,
        )

    def value(self, counts: Sequence[int]) -> float | None:
        """Return the mean F1."""
        found = self.mean(counts)
        return None if found is None else found.f1

    def denominator(self, counts: Sequence[int]) -> int:
        """Return the distinct claims."""
        return counts[0]


def rows_as_units(matrix: ClaimVerificationMatrix) -> list[ClaimVerificationMatrix]:
    """Cut one matrix into its claims, the units to resample where there is but one query."""
    return [
        ClaimVerificationMatrix([claim], matrix.models, [row])
        for claim, row in zip(matrix.claims, matrix.support_matrix, strict=True)
    ]


def consensus_f1(
    matrix: ClaimVerificationMatrix,
    models: Sequence[str],
    threshold: float = THRESHOLD,
    ci: float | None = None,
) -> ConsensusF1Result:
    """Return consensus F1 averaged over `models`; `interval` is that of F1, claims resampled."""
    known = [model for model in models if model in matrix.models]
    metric = ConsensusF1(known, threshold)
    found = metric.mean(metric.tally(matrix)) or ConsensusF1Result(0.0, 0.0, 0.0)
    if ci is None:
        return found
    interval = metric.interval(metric.tallies(rows_as_units(matrix)), ci) if known else None
    return ConsensusF1Result(found.precision, found.recall, found.f1, interval)
