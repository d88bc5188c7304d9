"""Counts of a group to its profile: every metric as a `Score`, and the class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from statistics import fmean
from typing import Any

from veriscope.metrics.calculator import HallucinationMetricsCalculator
from veriscope.metrics.consensus import ConsensusF1
from veriscope.metrics.fleiss import KappaResult, kappa_of_counts
from veriscope.metrics.grouped import FAR, KAPPA, RATES, GroupTally
from veriscope.metrics.metric import Metric, Share, Tally, total
from veriscope.metrics.profile import HallucinationProfile
from veriscope.metrics.rates import MaHRResult, MiHRResult
from veriscope.metrics.uncertainty import UncertaintyResult
from veriscope.model import Score
from veriscope.model.codec import Noun


class HighUncertaintyRate(Share[UncertaintyResult]):
    """Records whose total uncertainty is over the threshold / records with probabilities."""

    name = "high_uncertainty_rate"
    counted = "records with probabilities"

    def tally(self, unit: UncertaintyResult) -> Tally:
        """Count one record, and whether its uncertainty is high."""
        return (int(unit.is_high_uncertainty), 1)


@dataclass(frozen=True)
class GroupProfile(Noun):
    """One group of records: its scores with their denominators, and the class they lead to.

    `n_failed` counts, by cause, what could not be read; as nobody knows of which group it was, it
    stands in the denominators of every group. `n_not_applicable` counts records that hold nothing
    to measure. `profile` holds the same values as objects of the library; its uncertainty is the
    mean over records.
    """

    whole = True

    group: str | None
    n_records: int
    n_not_applicable: int
    n_failed: Mapping[str, int]
    agreed_claims: int
    disputed_claims: int
    scores: Sequence[Score]
    profile: HallucinationProfile

    def score(self, metric: str) -> Score:
        """Return one score by its metric's name."""
        return next(score for score in self.scores if score.metric == metric)


def group_profile(
    counts: GroupTally,
    calculator: HallucinationMetricsCalculator,
    *,
    group: str | None = None,
    failed: Mapping[str, int] | None = None,
    level: float | None = None,
) -> GroupProfile:
    """Return the profile of a group; a metric without input is a score that says so."""
    failed = dict(failed or {})
    common: dict[str, Any] = {"failed": failed, "group": group, "level": level}
    rates: tuple[Metric[Any], ...] = (*RATES, FAR)
    scores = {rate.name: rate.score(counts.tallies.get(rate.name, {}), **common) for rate in rates}
    kappa = _kappa(counts)
    scores[KAPPA.name] = _kappa_score(counts, kappa, common)
    consensus = _consensus_metric(counts)
    scores[consensus.name] = consensus.score(_consensus_tallies(counts, consensus), **common)
    high = HighUncertaintyRate()
    scores[high.name] = high.score(high.tallies(counts.uncertainties), **common)
    return GroupProfile(
        group=group,
        n_records=counts.records,
        n_not_applicable=counts.records - counts.applicable,
        n_failed=failed,
        agreed_claims=counts.agreed_claims,
        disputed_claims=counts.disputed_claims,
        scores=tuple(scores.values()),
        profile=calculator.classified(
            _rates(counts, scores) | _others(counts, kappa, consensus, calculator)
        ),
    )


def _rates(counts: GroupTally, scores: Mapping[str, Score]) -> dict[str, Any]:
    """Return the rates of a profile as the library's own results, where there are verdicts."""
    out: dict[str, Any] = {}
    if "mihr" in counts.tallies:
        part, whole = total(counts.tallies["mihr"])
        score = scores["mihr"]
        out["mihr"] = MiHRResult(score.value, part, whole, whole > 0, score.interval)
        out["factscore"] = scores["factscore"].value
        part, whole = total(counts.tallies["mahr"])
        out["mahr"] = MaHRResult(part / whole, part, whole, True, scores["mahr"].interval)
    return out


def _others(
    counts: GroupTally,
    kappa: KappaResult | None,
    consensus: ConsensusF1,
    calculator: HallucinationMetricsCalculator,
) -> dict[str, Any]:
    """Return agreement, consensus and uncertainty where their input was there."""
    out: dict[str, Any] = {}
    if kappa is not None:
        out["fleiss_kappa"] = kappa
    found = consensus.mean(total(_consensus_tallies(counts, consensus)))
    if found is not None:
        out["consensus_f1"] = found
    if counts.uncertainties:
        out["uncertainty"] = _mean_uncertainty(counts.uncertainties, calculator)
    return out


def _kappa(counts: GroupTally) -> KappaResult | None:
    """Return kappa over all claims of the group; None where no record has several judges."""
    if not counts.judges:
        return None
    if len(counts.judges) > 1:
        found = " and ".join(map(str, sorted(counts.judges)))
        message = f"records have {found} judges; Fleiss' kappa needs equally many"
        return KappaResult(None, "undefined", is_undefined=True, error_message=message)
    return kappa_of_counts(total(counts.tallies[KAPPA.name]))


def _kappa_score(counts: GroupTally, kappa: KappaResult | None, common: Mapping[str, Any]) -> Score:
    uneven = kappa is not None and len(counts.judges) > 1
    tallies: Mapping[Tally, int] = {} if uneven else counts.tallies.get(KAPPA.name, {})
    score = KAPPA.score(tallies, **common)
    if kappa is None or kappa.error_message is None:
        return score
    return replace(score, undefined=kappa.error_message)


def _consensus_metric(counts: GroupTally) -> ConsensusF1:
    models = {model for _, by_model in counts.consensus for model, _ in by_model}
    return ConsensusF1(sorted(models))


def _consensus_tallies(counts: GroupTally, metric: ConsensusF1) -> Counter[Tally]:
    """Bring every query's counts into the order of the models of the whole group."""
    out: Counter[Tally] = Counter()
    for (claims, by_model), times in counts.consensus.items():
        known = dict(by_model)
        row = [count for model in metric.models for count in known.get(model, (0, 0, 0, 0))]
        out[(claims, *row)] += times
    return out


def _mean_uncertainty(
    found: Sequence[UncertaintyResult], calculator: HallucinationMetricsCalculator
) -> UncertaintyResult:
    """Return the mean of every number: high when the mean is, with samples when all have them."""
    numbers = {
        field.name: fmean(getattr(one, field.name) for one in found)
        for field in fields(UncertaintyResult)
        if field.type == "float"
    }
    return UncertaintyResult(
        **numbers,
        is_high_uncertainty=numbers["total"] > calculator.config.uncertainty_high_threshold,
        has_samples=all(one.has_samples for one in found),
    )
