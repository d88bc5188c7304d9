"""Which metrics read the assessments of which check."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from veriscope.metrics.assessed import (
    CLAIM_READINGS,
    FIGURE_READINGS,
    REFUSAL_READINGS,
    VERDICT_READINGS,
    Reading,
    itself,
)
from veriscope.model import CheckName


@cache
def readings(check: CheckName) -> tuple[Reading, ...]:
    """Return the metrics of a check; those that live in a check's room are loaded here."""
    if check is CheckName.ASPECTS:
        tally = import_module("veriscope.aspects.tally").tally_assessment
        rates = import_module("veriscope.aspects.rates").RATES
        return tuple(Reading(rate, lambda assessment: (tally(assessment),)) for rate in rates)
    if check is CheckName.TRANSCRIPTION:
        scores = import_module("veriscope.transcription.scores").SCORES
        return tuple(Reading(score, itself) for score in scores)
    return {
        CheckName.GROUNDING: CLAIM_READINGS,
        CheckName.VERDICTS: VERDICT_READINGS,
        CheckName.NUMERIC: FIGURE_READINGS,
        CheckName.ABSTENTION: REFUSAL_READINGS,
    }[check]
