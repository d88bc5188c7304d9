"""Where hallucination concentrates, and how scores are spread: small counts over a whole run."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from veriscope.metrics.standing import standing_verdicts
from veriscope.model import Assessment, Breakdown, Calibration, Place, Record, VerdictLabel

BINS = 20
LENGTHS = (
    (200, "up to 200"),
    (500, "201 to 500"),
    (1000, "501 to 1,000"),
    (2000, "1,001 to 2,000"),
)
MOST = 2000
"""How many distinct values of a dimension are counted; what comes later is one of `others`."""
OTHERS = "(others)"


class Breaker:
    """Counts claims by where they stand, scores by height, and support against the gold."""

    def __init__(self) -> None:
        self._places: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._bad: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._scores: dict[str, list[int]] = {}
        self._calibration: list[list[float]] = [[0, 0.0, 0] for _ in range(10)]

    def add(self, record: Record, assessment: Assessment) -> None:
        """Count one assessment."""
        if assessment.failures:
            return
        check = assessment.check.value
        if assessment.score is not None:
            bins = self._scores.setdefault(check, [0] * BINS)
            bins[min(BINS - 1, int(assessment.score * BINS))] += 1
        for dimension, value, bad in _claims(record, assessment):
            self._count((check, dimension), value, bad)
        self._calibrate(record, assessment)

    def _count(self, key: tuple[str, str], value: str, bad: bool) -> None:
        known = self._places[key]
        name = value if value in known or len(known) < MOST else OTHERS
        known[name] += 1
        self._bad[key][name] += bad

    def _calibrate(self, record: Record, assessment: Assessment) -> None:
        """Hold the least support of an answer's claims against what people said of the answer."""
        if record.gold is None or record.gold.hallucinated is None:
            return
        supports = [v.support for v in assessment.verdicts if v.support is not None]
        if supports:
            least = min(supports)
            found = self._calibration[min(9, int(least * 10))]
            found[0] += 1
            found[1] += least
            found[2] += not record.gold.hallucinated

    def breakdown(self) -> Breakdown:
        """Return the counts, the worst places first."""
        return Breakdown(
            places=tuple(self._worst_places()),
            scores={check: tuple(bins) for check, bins in self._scores.items()},
            calibration=tuple(
                Calibration(int(n), total / n, int(good) / n)
                for n, total, good in self._calibration
                if n
            ),
        )

    def _worst_places(self) -> Iterator[Place]:
        for (check, dimension), counts in self._places.items():
            bad = self._bad[check, dimension]
            for value, count in sorted(counts.items(), key=lambda c: (-bad[c[0]], c[0])):
                yield Place(check, dimension, value, bad[value], count)


def _claims(record: Record, assessment: Assessment) -> Iterator[tuple[str, str, bool]]:
    """Yield for every claim with a verdict the places that it counts in."""
    claims = {claim.id: claim for claim in assessment.claims}
    length = next((name for most, name in LENGTHS if len(record.response) <= most), "over 2,000")
    for verdict in standing_verdicts(assessment):
        bad = verdict.label is not VerdictLabel.SUPPORTED
        claim = claims.get(verdict.claim_id)
        yield "characters of the answer", length, bad
        if record.model:
            yield "model", record.model, bad
        for name, value in record.groups.items():
            yield name, value, bad
        if claim is not None:
            yield "kind of claim", _kind(claim), bad
        for source in {e.source_id for e in verdict.evidence if e.source_id}:
            yield "source", record.source_name(source), bad


def _kind(claim: object) -> str:
    detail = getattr(claim, "detail", None)
    figure = getattr(detail, "figure", None)
    return str(figure or getattr(claim, "claim_type", "factual"))
