"""Where hallucination concentrates in a run, and how its scores are spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from veriscope.model.codec import Noun


@dataclass(frozen=True)
class Place(Noun):
    """Claims of one check under one value of a dimension, such as a model or a source."""

    whole = True

    check: str
    dimension: str
    value: str
    unsupported: int
    claims: int


@dataclass(frozen=True)
class Calibration(Noun):
    """Answers whose least supported claim had about the same support, and how many were good."""

    whole = True

    answers: int
    mean_support: float
    share_good: float


@dataclass(frozen=True)
class Breakdown(Noun):
    """Counts for the report's plots: places, a histogram of scores for each check, calibration."""

    whole = True

    places: Sequence[Place] = ()
    scores: Mapping[str, Sequence[int]] = field(default_factory=dict)
    calibration: Sequence[Calibration] = ()
