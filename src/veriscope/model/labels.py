"""The closed sets that verdicts and claims are made of."""

from __future__ import annotations

from enum import StrEnum


class VerdictLabel(StrEnum):
    """What a judge says of a claim: the evidence bears it out, contradicts it, or says nothing."""

    SUPPORTED = "SUPPORTED"
    REFUTED = "REFUTED"
    NOT_ENOUGH_INFO = "NOT_ENOUGH_INFO"
    CONTRADICTED = "REFUTED"  # a second name for the same member

    @classmethod
    def _missing_(cls, value: object) -> VerdictLabel | None:
        return cls.REFUTED if value == "CONTRADICTED" else None


class ClaimType(StrEnum):
    """What sort of statement a claim makes."""

    FACTUAL = "factual"
    TEMPORAL = "temporal"
    NUMERICAL = "numerical"
    LOGICAL = "logical"
    COMMONSENSE = "commonsense"


class CheckName(StrEnum):
    """Ways of looking for what has no ground: four checks, and what records say of themselves."""

    GROUNDING = "grounding"
    NUMERIC = "numeric"
    TRANSCRIPTION = "transcription"
    ASPECTS = "aspects"
    ABSTENTION = "abstention"
    VERDICTS = "verdicts"


class BlockReason(StrEnum):
    """What a marked stretch of a transcription is, seen from its reference."""

    INVENTED = "invented"
    MISREAD = "misread"
    RESPELLED = "respelled"
    REPEATED = "repeated"
    FIGURE = "figure"
    NAME = "name"
