"""How well the check finds planted errors: labelled records in, counts and rates out."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from veriscope.errors import InputError
from veriscope.figures import DateParts, FigureKind
from veriscope.model import Assessment, Gold, Record
from veriscope.numeric.check import assess
from veriscope.numeric.config import HallucinationConfig
from veriscope.numeric.detector import HallucinationDetector
from veriscope.numeric.facts import Cell, Fact, FactSet

_CASES = (
    ("NOI was $1.2 million in September 2024.", False),
    ("The property is 85% occupied.", False),
    ("DSCR was 1.25 in Q3 2024.", False),
    ("NOI reached $1,200,000.", False),
    ("NOI was $1.5 million in September 2024.", True),
    ("The property is 95% occupied.", True),
    ("DSCR was 1.5.", True),
    ("The period is October 2024, with occupancy at 85%.", True),
)


class KnownFacts:
    """A store that holds the facts it is given, whatever the scope: the double of a database."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._facts = FactSet(tuple(facts))

    def facts(self, scope: Any, kinds: frozenset[FigureKind]) -> FactSet:  # noqa: ARG002
        """Return all facts."""
        return self._facts


def shipped_records() -> list[Record]:
    """Return the eight shipped cases, four of them with a planted error."""
    return [
        Record(answer, id=f"case-{i}", scope={}, gold=Gold(hallucinated=wrong))
        for i, (answer, wrong) in enumerate(_CASES, start=1)
    ]


def shipped_facts() -> KnownFacts:
    """Return what the shipped cases are true of: NOI 1.2M, occupancy 85, DSCR 1.25, 2024-09."""
    figures = (
        (FigureKind.CURRENCY, "1200000", "net_operating_income", None),
        (FigureKind.PERCENTAGE, "85", "occupancy_rate", "%"),
        (FigureKind.RATIO, "1.25", "dscr", "x"),
    )
    facts = [
        Fact(kind, Decimal(value), Cell("financial_metrics", name, 1), unit, metric=name)
        for kind, value, name, unit in figures
    ]
    place = Cell("financial_periods", "year, month", 1)
    return KnownFacts([*facts, Fact(FigureKind.DATE, None, place, date=DateParts(2024, month=9))])


def measure_accuracy(
    records: Iterable[Record] | None = None, detector: HallucinationDetector | None = None
) -> dict[str, Any]:
    """Return counts and rates of the check on records with `gold.hallucinated`.

    Without records the eight shipped cases are run, on facts that are shipped with them. A record
    counts as found where its assessment is flagged. 0/0 is 0.0; the target is met strictly under
    it.
    """
    if detector is None:
        detector = HallucinationDetector(None, HallucinationConfig())
        if records is None:
            detector.store = shipped_facts()
    given = shipped_records() if records is None else list(records)
    for record in given:
        if record.gold is None or record.gold.hallucinated is None:
            raise InputError(f"record {record.id} is without it", field="gold.hallucinated")
    assessments = assess(given, detector=detector)
    target = detector.config.TARGET_HALLUCINATION_RATE
    return {**_cells(given, assessments), **_claims(assessments, target)}


def _cells(records: list[Record], assessments: list[Assessment]) -> dict[str, Any]:
    pairs = [
        (bool(record.gold and record.gold.hallucinated), a.flagged)
        for record, a in zip(records, assessments, strict=True)
    ]
    tp, fp, fn, tn = (
        pairs.count(pair) for pair in ((True, True), (False, True), (True, False), (False, False))
    )
    precision, recall = _rate(tp, tp + fp), _rate(tp, tp + fn)
    return {
        "total_cases": len(pairs),
        "true_positives": tp,
        "false_positives": fp,
        "false_negatives": fn,
        "true_negatives": tn,
        "accuracy": _rate(tp + tn, len(pairs)),
        "precision": precision,
        "recall": recall,
        "f1_score": _rate(2 * tp, 2 * tp + fp + fn),
    }


def _claims(assessments: list[Assessment], target: float) -> dict[str, Any]:
    total = sum(int(a.measures.get("total_claims") or 0) for a in assessments)
    verified = sum(int(a.measures.get("verified_claims") or 0) for a in assessments)
    rate = _rate(total - verified, total)
    return {
        "total_claims": total,
        "verified_claims": verified,
        "unverified_claims": total - verified,
        "hallucination_rate": rate,
        "target_hallucination_rate": target,
        "meets_target": rate < target,
    }


def _rate(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
