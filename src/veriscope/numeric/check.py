"""The check: records in, assessments out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from veriscope.figures import FigureKind
from veriscope.model import (
    Assessment,
    Author,
    AuthorKind,
    Cause,
    CheckName,
    Claim,
    ClaimType,
    Evidence,
    Failure,
    FigureDetail,
    Record,
    Stage,
    Verdict,
    VerdictLabel,
)
from veriscope.numeric.detector import Detection, HallucinationDetector
from veriscope.numeric.facts import Fact, Passage
from veriscope.numeric.outcome import Outcome

AUTHOR = Author(AuthorKind.RULE, "numeric", "1")


@dataclass(frozen=True)
class NumericCheck:
    """The numeric check with its detector: what a pipeline calls."""

    detector: HallucinationDetector

    def applies(self, record: Record) -> bool:
        """Whether there is anything to compare with: a scope in a database, or contexts."""
        scoped = record.scope is not None and self.detector.store is not None
        return scoped or bool(record.contexts)

    def assess(self, records: Iterable[Record]) -> list[Assessment]:
        """Assess records, one assessment each, in their order."""
        return [self._assess_one(record) for record in records]

    def _assess_one(self, record: Record) -> Assessment:
        if not self.applies(record):
            why = "the record has no contexts, and no scope in a database"
            return self._failed(record, Failure(Stage.READ, Cause.BAD_INPUT, why))
        sources = [
            {"chunk_text": context.text, "chunk_id": context.id or str(i)}
            for i, context in enumerate(record.contexts)
        ]
        scope = record.scope or {}
        detection = self.detector.detect(
            record.response, sources, scope, use_store=record.scope is not None
        )
        return _assessment(record, detection)

    def _failed(self, record: Record, failure: Failure) -> Assessment:
        return Assessment(
            record.id,
            CheckName.NUMERIC,
            failures=[failure],
            groups=record.groups,
            model=record.model,
        )


def assess(
    records: Iterable[Record], *, detector: HallucinationDetector | None = None
) -> list[Assessment]:
    """Assess records, one assessment each, in their order.

    Without a detector figures are compared with the records' contexts. `score` is the share of
    figures that are verified, None where there are none or the database failed; a record with
    nothing to compare with is a failure, not a clean answer.
    """
    return NumericCheck(detector or HallucinationDetector(None)).assess(records)


def _assessment(record: Record, detection: Detection) -> Assessment:
    outcomes, flagged = detection.outcomes, detection.flagged
    failures: Sequence[Failure] = ()
    if detection.error is not None:
        failures = (Failure(Stage.VERIFY, Cause.UNAVAILABLE, detection.error, retryable=True),)
    scored = bool(outcomes) and not failures
    return Assessment(
        record_id=record.id,
        check=CheckName.NUMERIC,
        claims=[_claim(i, outcome) for i, outcome in enumerate(outcomes)],
        verdicts=[_verdict(i, outcome) for i, outcome in enumerate(outcomes) if not outcome.error],
        measures={
            "total_claims": float(len(outcomes)),
            "verified_claims": float(len(outcomes) - len(flagged)),
            "unverified_claims": float(len(flagged)),
        },
        flagged=bool(flagged) or bool(failures),
        score=1 - len(flagged) / len(outcomes) if scored else None,
        failures=failures,
        groups=record.groups,
        model=record.model,
    )


def _claim(number: int, outcome: Outcome) -> Claim:
    figure = outcome.figure
    detail = FigureDetail(
        figure=figure.kind.value,
        value=figure.value,
        unit=figure.unit,
        parts=figure.date.given() if figure.date else None,
        metric=outcome.metric,
        actual=outcome.actual,
        difference=outcome.difference,
        tolerance=outcome.tolerance,
        verified=outcome.verified,
    )
    kind = ClaimType.TEMPORAL if figure.kind is FigureKind.DATE else ClaimType.NUMERICAL
    return Claim(figure.text, figure.span, kind, f"n{number}", detail)


def _verdict(number: int, outcome: Outcome) -> Verdict:
    """Supported; refuted by the nearest fact of its type; or nothing to compare with."""
    facts = outcome.evidence or ((outcome.nearest,) if outcome.nearest else ())
    label = VerdictLabel.REFUTED if outcome.actual else VerdictLabel.NOT_ENOUGH_INFO
    return Verdict(
        VerdictLabel.SUPPORTED if outcome.verified else label,
        confidence=outcome.origin.score if outcome.origin else 1.0,
        evidence=[_evidence(fact) for fact in facts],
        reasoning=outcome.basis,
        claim_id=f"n{number}",
        author=AUTHOR,
    )


def _evidence(fact: Fact) -> Evidence:
    if isinstance(fact.place, Passage):
        place = fact.place
        chunk = None if place.chunk_id is None else str(place.chunk_id)
        return Evidence(chunk, place.span, place.text)
    return Evidence(text=fact.show(), locator=fact.place.to_dict())
