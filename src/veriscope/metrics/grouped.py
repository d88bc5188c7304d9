"""Records to counts, by group, in one pass and in memory that does not grow with them.

A group holds counts of distinct tallies alone, so two parts of it, on two machines if need be, are
joined by adding them up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from veriscope.metrics.abstention import FalseAcceptanceCalculator, FalseAcceptanceRate
from veriscope.metrics.calculator import HallucinationMetricsCalculator
from veriscope.metrics.consensus import (
    ClaimVerificationMatrix,
    ClaimVerificationMatrixBuilder,
    model_tally,
)
from veriscope.metrics.fleiss import FleissKappa, count_verdicts
from veriscope.metrics.metric import Share, Tally
from veriscope.metrics.rates import FactScore, MaHR, MiHR
from veriscope.metrics.standing import majority
from veriscope.metrics.uncertainty import UncertaintyResult
from veriscope.model import Record, Verdict

RATES: tuple[Share[Sequence[Verdict]], ...] = (MiHR(), MaHR(), FactScore())
FAR = FalseAcceptanceRate()
KAPPA = FleissKappa()

ModelCounts = tuple[tuple[str, tuple[int, int, int, int]], ...]
"""For each model of one query: its claims, those shared, the consensus claims, those it has."""


@dataclass
class GroupTally:
    """The counts of one group of records; `judges` holds how many judged, wherever several did."""

    records: int = 0
    applicable: int = 0
    tallies: dict[str, Counter[Tally]] = field(default_factory=dict)
    judges: set[int] = field(default_factory=set)
    consensus: Counter[tuple[int, ModelCounts]] = field(default_factory=Counter)
    agreed_claims: int = 0
    disputed_claims: int = 0
    uncertainties: list[UncertaintyResult] = field(default_factory=list)

    def add(self, other: GroupTally) -> None:
        """Take in the counts of another part of the same group."""
        self.records += other.records
        self.applicable += other.applicable
        for name, tallies in other.tallies.items():
            self.tallies.setdefault(name, Counter()).update(tallies)
        self.judges |= other.judges
        self.consensus.update(other.consensus)
        self.agreed_claims += other.agreed_claims
        self.disputed_claims += other.disputed_claims
        self.uncertainties += other.uncertainties


class RecordTallier:
    """Turns a record into counts; a record that contradicts itself is an `InputError`.

    `claims` by model make a claim matrix. `verdicts` under the same names are then about those
    claims; `verdicts` under other names are those of several judges on the same claims.
    """

    def __init__(self, calculator: HallucinationMetricsCalculator) -> None:
        self._calculator = calculator
        self._refusals = FalseAcceptanceCalculator()
        self._builder = ClaimVerificationMatrixBuilder()

    def tally(self, record: Record) -> GroupTally:
        """Count everything that the record's fields allow."""
        out = GroupTally(records=1)
        self._count_verdicts(record, out)
        self._count_consensus(record, out)
        if record.is_nonexistent is not None:
            result = self._refusals.evaluate_abstention(
                record.query or "", record.response, record.is_nonexistent
            )
            out.tallies[FAR.name] = Counter([FAR.tally(result)])
        if record.probabilities:
            found = self._calculator.compute_uncertainty(record.probabilities, record.samples)
            out.uncertainties.append(found)
        out.applicable = int(bool(out.tallies or out.consensus or out.uncertainties))
        return out

    def _count_verdicts(self, record: Record, out: GroupTally) -> None:
        verdicts = record.verdicts
        if verdicts is None:
            return
        if not isinstance(verdicts, Mapping):
            standing: Sequence[Verdict] = verdicts
        elif _by_model(record):
            standing = [verdict for given in verdicts.values() for verdict in given]
        else:
            standing = majority(verdicts)
            if len(verdicts) > 1:
                out.judges.add(len(verdicts))
                out.tallies[KAPPA.name] = KAPPA.tallies(count_verdicts(verdicts))
        for metric in RATES:
            out.tallies[metric.name] = Counter([metric.tally(standing)])

    def _count_consensus(self, record: Record, out: GroupTally) -> None:
        if not isinstance(record.claims, Mapping):
            return
        verdicts = record.verdicts if _by_model(record) else None
        assert verdicts is None or isinstance(verdicts, Mapping)  # noqa: S101 - for the type
        matrix = self._builder.build_matrix(record.claims, verdicts)
        agreed = len(matrix.get_consensus_claims())
        out.agreed_claims = agreed
        out.disputed_claims = len(matrix.claims) - agreed
        out.consensus[len(matrix.claims), _model_counts(matrix)] = 1


def _by_model(record: Record) -> bool:
    """Whether the verdicts are about the claims of the models that they are named after."""
    both = isinstance(record.claims, Mapping) and isinstance(record.verdicts, Mapping)
    return both and set(record.claims) == set(record.verdicts)  # type: ignore[arg-type]


def _model_counts(matrix: ClaimVerificationMatrix) -> ModelCounts:
    return tuple((model, model_tally(matrix, i)) for i, model in enumerate(matrix.models))
