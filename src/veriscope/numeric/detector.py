"""The detector: every figure of an answer, looked up and compared."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from veriscope.errors import InputError
from veriscope.figures import FigureKind, read_figures
from veriscope.model import HallucinationReview
from veriscope.model.verdict import check_probability
from veriscope.numeric.config import HallucinationConfig
from veriscope.numeric.derived import recheck
from veriscope.numeric.documents import document_facts
from veriscope.numeric.facts import FactSet
from veriscope.numeric.mapping import FactsMapping, load_mapping
from veriscope.numeric.names import MetricNames, Speech
from veriscope.numeric.outcome import Outcome
from veriscope.numeric.sums import calculations
from veriscope.numeric.tokens import sentences_of
from veriscope.numeric.verify import Match, Verifier


class Queue(Protocol):
    """Where answers go that a person should look at."""

    def add(self, review: HallucinationReview) -> HallucinationReview:
        """Store a review and return it with its id."""
        ...


class Facts(Protocol):
    """What answers are compared with, besides documents."""

    def facts(self, scope: Mapping[str, Any], kinds: frozenset[FigureKind]) -> FactSet:
        """Return the facts of a scope; what fails is said in the set."""
        ...


@dataclass(frozen=True, slots=True)
class Detection:
    """The outcomes of one answer, in the order of the text."""

    answer: str
    outcomes: Sequence[Outcome]
    error: str | None = None

    @property
    def flagged(self) -> list[Outcome]:
        """The claims that nothing verifies."""
        return [outcome for outcome in self.outcomes if not outcome.verified]


class HallucinationDetector:
    """Reads the figures of an answer and checks them by arithmetic.

    `db` is a Session, an Engine, a URL, or None for documents only. `mapping` says which tables
    and columns hold facts: a path to TOML, the same as a dict, or None for the default schema.
    With `match="metric"` a figure is compared with facts of its own metric only. `queue` receives
    what `flag_for_review` makes. Without `config` the environment of this moment counts.
    """

    def __init__(
        self,
        db: Any,
        config: HallucinationConfig | None = None,
        mapping: str | Path | Mapping[str, Any] | FactsMapping | None = None,
        match: str = "any",
        queue: Queue | None = None,
    ) -> None:
        self.config = HallucinationConfig() if config is None else config
        self.mapping = load_mapping(mapping)
        if match not in list(Match):
            raise InputError(f"must be one of {', '.join(Match)}, not {match!r}", field="match")
        self.match = Match(match)
        self.queue = queue
        self.store: Facts | None = None if db is None else _open(db, self.mapping)
        self._names = MetricNames(self.mapping)

    def detect_hallucinations(
        self,
        answer: str | None,
        sources: Sequence[Any] | None = None,
        property_id: Any = None,
        period_id: Any = None,
        **scope: Any,
    ) -> dict[str, Any]:
        """Return claims, flagged claims and counts; the same keys whatever happens.

        A scope id that is not given does not restrict. What cannot be looked up is unverified,
        sets `error`, and never reads as clean.
        """
        start = time.perf_counter()
        ids = {"property_id": property_id, "period_id": period_id, **scope}
        detection = self.detect(answer, sources, ids)
        claims = [outcome.to_dict(detection.answer) for outcome in detection.outcomes]
        flagged = [claim for claim in claims if not claim["verified"]]
        dirty = bool(flagged) or detection.error is not None
        return {
            "has_hallucinations": dirty,
            "claims": claims,
            "flagged_claims": flagged,
            "total_claims": len(claims),
            "verified_claims": len(claims) - len(flagged),
            "unverified_claims": len(flagged),
            "confidence_adjustment": -self._penalty if dirty else 0.0,
            "verification_time_ms": 1000 * (time.perf_counter() - start),
            "error": detection.error,
        }

    def detect(
        self,
        answer: str | None,
        sources: Sequence[Any] | None,
        scope: Mapping[str, Any],
        *,
        use_store: bool = True,
    ) -> Detection:
        """Return what became of each figure of an answer; without the store, of documents only."""
        if answer is not None and not isinstance(answer, str):
            raise InputError("must be a string or None", field="answer")
        text = answer or ""
        config = self.config
        figures = read_figures(
            text, locale=config.LOCALE, day_first=config.DAY_FIRST, kinds=config.kinds
        )
        documents = document_facts(sources, self._names, config)
        if not figures:
            return Detection(text, ())
        kinds = frozenset(figure.kind for figure in figures)
        # A share such as "40 % of revenue" is computed from amounts that the text need not hold.
        kinds |= {FigureKind.CURRENCY} if FigureKind.PERCENTAGE in kinds else set()
        store = self.store if use_store else None
        stored = FactSet() if store is None else store.facts(scope, kinds)
        verifier = Verifier(config, self.match, [*stored.facts, *documents], stored.error)
        speech = Speech(text, figures, self._names)
        sums = [sum_ for tokens in sentences_of(speech) for sum_ in calculations(tokens)]
        operands = {figure for sum_ in sums for figure in sum_.operands}
        outcomes = {f: verifier.check(f, speech, operand=f in operands) for f in figures}
        for calculation in sums:
            again = recheck(calculation, outcomes, verifier.facts, config)
            if again is not None:
                outcomes[calculation.result] = again
        return Detection(text, tuple(outcomes.values()), stored.error)

    def adjust_confidence(
        self, original_confidence: float, detection_result: Mapping[str, Any]
    ) -> float:
        """Return the confidence less the penalty, once, for an answer with anything flagged."""
        confidence = check_probability(original_confidence, "original_confidence")
        if not detection_result["has_hallucinations"]:
            return confidence
        return min(1.0, max(0.0, round(confidence - self._penalty, 12)))

    def flag_for_review(
        self,
        nlq_query_id: int | str | None,
        user_id: int | str | None,
        answer: str,
        original_confidence: float,
        detection_result: Mapping[str, Any],
        property_id: int | str | None = None,
        period_id: int | str | None = None,
    ) -> HallucinationReview | None:
        """Return a review of a flagged answer, stored where a queue is attached; else None."""
        config = self.config
        if not (config.AUTO_FLAG_UNVERIFIED and config.REVIEW_QUEUE_ENABLED):
            return None
        if not detection_result["has_hallucinations"]:
            return None
        review = HallucinationReview(
            nlq_query_id=nlq_query_id,
            user_id=user_id,
            original_answer=answer,
            original_confidence=original_confidence,
            adjusted_confidence=self.adjust_confidence(original_confidence, detection_result),
            total_claims=detection_result["total_claims"],
            verified_claims=detection_result["verified_claims"],
            unverified_claims=detection_result["unverified_claims"],
            flagged_claims=[_brief(claim) for claim in detection_result["flagged_claims"]],
            property_id=property_id,
            period_id=period_id,
        )
        return review if self.queue is None else self.queue.add(review)

    @property
    def _penalty(self) -> float:
        return self.config.CONFIDENCE_PENALTY_PERCENT / 100


def _open(db: Any, mapping: FactsMapping) -> Facts:
    from veriscope.numeric.database import FactStore  # noqa: PLC0415 - only with a database

    return FactStore(db, mapping)


def _brief(claim: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a reviewer is shown of a claim."""
    nearest = claim["nearest"]
    shown = (
        "claim_type value original_text verified start end unit metric actual difference "
        "tolerance explanation error"
    )
    return {**{key: claim[key] for key in shown.split()}, "evidence": [nearest] if nearest else []}
