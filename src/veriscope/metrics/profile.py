"""All that is known of a system's hallucination, in one value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from veriscope.metrics.consensus import ConsensusF1Result
from veriscope.metrics.fleiss import KappaResult
from veriscope.metrics.rates import MaHRResult, MiHRResult
from veriscope.metrics.reliability import ReliabilityLevel
from veriscope.metrics.uncertainty import UncertaintyResult
from veriscope.model import JSON, Claim
from veriscope.model.codec import Noun, encode_attributes


@dataclass(frozen=True)
class HallucinationProfile(Noun):
    """Every metric whose input was there, and the class that follows from them.

    `evidence` names what entered the class, as in `mihr,kappa`; `none` where nothing did.
    """

    mihr: MiHRResult | None = None
    mahr: MaHRResult | None = None
    factscore: float | None = None
    consensus_f1: ConsensusF1Result | None = None
    fleiss_kappa: KappaResult | None = None
    uncertainty: UncertaintyResult | None = None
    reliability: ReliabilityLevel = ReliabilityLevel.MEDIUM
    disputed_claims: Sequence[Claim] = ()
    consensus_claims: Sequence[Claim] = ()
    is_high_risk: bool = False
    evidence: str = "none"

    def __post_init__(self) -> None:
        for name in ("disputed_claims", "consensus_claims"):
            object.__setattr__(self, name, list(getattr(self, name)))

    def to_dict(self) -> dict[str, JSON]:
        """Return plain JSON values, nested under the names of the attributes."""
        return cast("dict[str, JSON]", encode_attributes(self))

    def to_json(self, indent: int | None = 2) -> str:
        """Return one JSON text; never with NaN or Infinity."""
        return super().to_json(indent)
