"""Verdicts to numbers: rates, consensus, agreement, uncertainty, abstention, profile."""

from veriscope.metrics.abstention import (
    AbstentionResult,
    FalseAcceptanceCalculator,
    FalseAcceptanceRateResult,
)
from veriscope.metrics.agreement import cohen_kappa, gwet_ac1, krippendorff_alpha
from veriscope.metrics.calculator import HallucinationMetricsCalculator
from veriscope.metrics.config import HallucinationMetricsConfig
from veriscope.metrics.consensus import (
    ClaimConsensus,
    ClaimVerificationMatrix,
    ClaimVerificationMatrixBuilder,
    ConsensusF1Result,
)
from veriscope.metrics.fleiss import KappaResult
from veriscope.metrics.intervals import bootstrap_interval, wilson_interval
from veriscope.metrics.matchers import EmbeddingMatcher, FuzzyMatcher, Matcher
from veriscope.metrics.metric import Metric, Share
from veriscope.metrics.profile import HallucinationProfile
from veriscope.metrics.rates import FactScoreResult, MaHRResult, MiHRResult
from veriscope.metrics.reliability import ReliabilityLevel
from veriscope.metrics.uncertainty import UncertaintyMeasure, UncertaintyResult
from veriscope.model import Claim, ClaimType, Verdict, VerdictLabel

__all__ = [
    "AbstentionResult",
    "Claim",
    "ClaimConsensus",
    "ClaimType",
    "ClaimVerificationMatrix",
    "ClaimVerificationMatrixBuilder",
    "ConsensusF1Result",
    "EmbeddingMatcher",
    "FactScoreResult",
    "FalseAcceptanceCalculator",
    "FalseAcceptanceRateResult",
    "FuzzyMatcher",
    "HallucinationMetricsCalculator",
    "HallucinationMetricsConfig",
    "HallucinationProfile",
    "KappaResult",
    "MaHRResult",
    "Matcher",
    "Metric",
    "MiHRResult",
    "ReliabilityLevel",
    "Share",
    "UncertaintyMeasure",
    "UncertaintyResult",
    "Verdict",
    "VerdictLabel",
    "bootstrap_interval",
    "cohen_kappa",
    "gwet_ac1",
    "krippendorff_alpha",
    "wilson_interval",
]
