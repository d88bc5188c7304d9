"""Every metric of verdicts behind one object that holds the thresholds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, overload

import numpy.typing as npt

from veriscope.metrics import consensus, fleiss, rates, reliability, uncertainty
from veriscope.metrics.config import HallucinationMetricsConfig
from veriscope.metrics.consensus import ClaimVerificationMatrix, ConsensusF1Result
from veriscope.metrics.fleiss import KappaResult
from veriscope.metrics.profile import HallucinationProfile
from veriscope.metrics.rates import ByResponse, FactScoreResult, MaHRResult, MiHRResult, Verdicts
from veriscope.metrics.reliability import ReliabilityLevel
from veriscope.metrics.uncertainty import UncertaintyMeasure, UncertaintyResult, Vector
from veriscope.model import Verdict

THRESHOLD = consensus.THRESHOLD


class HallucinationMetricsCalculator:
    """Computes metrics from verdicts, and the class that follows from them.

    `ci=0.95` adds an interval to a result. Claims of one response stand and fall together, so
    wherever responses are known (verdicts given as a list of lists) whole responses are resampled.
    """

    def __init__(self, config: HallucinationMetricsConfig | None = None) -> None:
        self.config = config or HallucinationMetricsConfig()

    def compute_mihr(self, verdicts: Verdicts | ByResponse, ci: float | None = None) -> MiHRResult:
        """Return the share of claims that are REFUTED or NOT_ENOUGH_INFO; None without claims."""
        return rates.mihr(verdicts, ci)

    def compute_mahr(self, response_verdicts: ByResponse, ci: float | None = None) -> MaHRResult:
        """Return the share of responses that have such a claim; one without claims is clean."""
        return rates.mahr(response_verdicts, ci)

    @overload
    def compute_factscore(self, verdicts: Verdicts | ByResponse) -> float | None: ...
    @overload
    def compute_factscore(self, verdicts: Verdicts | ByResponse, ci: float) -> FactScoreResult: ...
    @overload
    def compute_factscore(self, verdicts: Verdicts | ByResponse, ci: None) -> float | None: ...
    def compute_factscore(
        self, verdicts: Verdicts | ByResponse, ci: float | None = None
    ) -> float | FactScoreResult | None:
        """Return the share of SUPPORTED claims; with `ci` an object with `value` and `interval`."""
        found = rates.factscore(verdicts, ci)
        return found.value if ci is None else found

    def compute_consensus_f1(
        self,
        matrix: ClaimVerificationMatrix,
        model: str,
        consensus_threshold: float = THRESHOLD,
        ci: float | None = None,
    ) -> ConsensusF1Result:
        """Return how one model keeps to what the models share; zeros for an unknown model."""
        return consensus.consensus_f1(matrix, [model], consensus_threshold, ci)

    def compute_average_consensus_f1(
        self,
        matrix: ClaimVerificationMatrix,
        consensus_threshold: float = THRESHOLD,
        ci: float | None = None,
    ) -> ConsensusF1Result:
        """Return the unweighted mean over models of precision, recall and F1."""
        return consensus.consensus_f1(matrix, matrix.models, consensus_threshold, ci)

    def compute_fleiss_kappa(
        self,
        ratings: Sequence[Sequence[int]] | npt.NDArray[Any],
        num_categories: int,
        ci: float | None = None,
    ) -> KappaResult:
        """Return Fleiss' kappa of `ratings[item][category]`, counts of judges."""
        return fleiss.fleiss_kappa(ratings, num_categories, ci)

    def compute_fleiss_kappa_from_verdicts(
        self, judge_verdicts: Mapping[str, Sequence[Verdict]], ci: float | None = None
    ) -> KappaResult:
        """Return Fleiss' kappa of judges on the same claims in the same order."""
        return fleiss.fleiss_kappa_of_verdicts(judge_verdicts, ci)

    def interpret_kappa(self, kappa: float | None) -> str:
        """Return the word for a kappa."""
        return fleiss.interpret_kappa(kappa)

    def compute_shannon_entropy(self, p: Vector) -> float:
        """Return the entropy of a distribution in nats."""
        return uncertainty.shannon_entropy(p)

    def compute_epistemic_uncertainty(self, samples: Sequence[Vector]) -> float:
        """Return the variance over samples of each outcome, averaged over outcomes."""
        return uncertainty.epistemic_variance(samples)

    def compute_aleatoric_uncertainty(self, samples: Sequence[Vector]) -> float:
        """Return the variance over the outcomes of each sample, averaged over samples."""
        return uncertainty.aleatoric_variance(samples)

    def compute_uncertainty(
        self, p: Vector, inference_samples: Sequence[Vector] | None = None
    ) -> UncertaintyResult:
        """Return both decompositions; the config's measure says which one `total` is.

        The variance measure cannot pass 0.5 on valid distributions, so that its threshold of 0.8
        is never reached, and it calls a one-hot vector noisy; `uncertainty_measure="entropy"` in
        the config is the one to choose for new work.
        """
        return uncertainty.uncertainty(
            p,
            inference_samples,
            measure=UncertaintyMeasure(self.config.uncertainty_measure),
            threshold=self.config.uncertainty_high_threshold,
        )

    def flag_high_uncertainty(
        self, u: UncertaintyResult | None, threshold: float | None = None
    ) -> bool:
        """Whether the total is strictly over the threshold; nothing measured is not high."""
        limit = self.config.uncertainty_high_threshold if threshold is None else threshold
        return u is not None and u.total > limit

    def is_high_risk(
        self,
        mihr: MiHRResult | None = None,
        kappa: KappaResult | None = None,
        uncertainty: UncertaintyResult | None = None,
    ) -> bool:
        """Whether any metric that is there is strictly beyond its limit."""
        return reliability.is_high_risk(reliability.measured(mihr, kappa, uncertainty), self.config)

    def determine_reliability(
        self,
        mihr: MiHRResult | None = None,
        kappa: KappaResult | None = None,
        uncertainty: UncertaintyResult | None = None,
    ) -> ReliabilityLevel:
        """Return the class of what is there; `medium` where nothing is."""
        return reliability.reliability(reliability.measured(mihr, kappa, uncertainty), self.config)

    def generate_hallucination_profile(
        self,
        verdicts: Verdicts | None = None,
        response_verdicts: ByResponse | None = None,
        claim_matrix: ClaimVerificationMatrix | None = None,
        judge_verdicts: Mapping[str, Sequence[Verdict]] | None = None,
        probabilities: Vector | None = None,
        inference_samples: Sequence[Vector] | None = None,
        consensus_threshold: float = THRESHOLD,
        ci: float | None = None,
    ) -> HallucinationProfile:
        """Return each part whose input is there, and the class that follows.

        With `ci`, the interval of MiHR resamples responses when `response_verdicts` holds the very
        verdicts of `verdicts`. Empty `probabilities` are none. The class reads the total of the
        uncertainty as it stands, which under the variance measure is 0.0 without samples.
        """
        found: dict[str, Any] = {}
        if verdicts is not None:
            found["mihr"] = self.compute_mihr(_units(verdicts, response_verdicts), ci)
            found["factscore"] = self.compute_factscore(verdicts)
        if response_verdicts is not None:
            found["mahr"] = self.compute_mahr(response_verdicts, ci)
        if claim_matrix is not None:
            found["consensus_f1"] = self.compute_average_consensus_f1(
                claim_matrix, consensus_threshold, ci
            )
            found["consensus_claims"] = claim_matrix.get_consensus_claims(consensus_threshold)
            found["disputed_claims"] = claim_matrix.get_disputed_claims(consensus_threshold)
        if judge_verdicts is not None:
            found["fleiss_kappa"] = self.compute_fleiss_kappa_from_verdicts(judge_verdicts, ci)
        if probabilities is not None and len(probabilities):
            found["uncertainty"] = self.compute_uncertainty(probabilities, inference_samples)
        return self.classified(found)

    def classified(self, found: Mapping[str, Any]) -> HallucinationProfile:
        """Return a profile of the parts found, with its class and what entered that."""
        values = reliability.measured(
            found.get("mihr"), found.get("fleiss_kappa"), found.get("uncertainty")
        )
        return HallucinationProfile(
            **found,
            reliability=reliability.reliability(values, self.config),
            is_high_risk=reliability.is_high_risk(values, self.config),
            evidence=",".join(values) or "none",
        )


def _units(verdicts: Verdicts, by_response: ByResponse | None) -> Verdicts | ByResponse:
    """Return the responses where they hold the same verdicts, so that they can be resampled."""
    if by_response is None:
        return verdicts
    flat = [verdict for response in by_response for verdict in response]
    return by_response if flat == list(verdicts) else verdicts
