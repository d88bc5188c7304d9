"""Shares of claims and of responses without ground: MiHR, MaHR, FactScore.

MiHR and MaHR (micro and macro hallucination rate): as used in surveys of hallucination in large
language models. FactScore: S. Min et al., "FActScore: fine-grained atomic evaluation of factual
precision in long form text generation", EMNLP 2023.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from veriscope.errors import InputError
from veriscope.metrics.intervals import check_level
from veriscope.metrics.metric import Metric, Share, Tally, total
from veriscope.model import Interval, Verdict, VerdictLabel
from veriscope.model.codec import Noun

Verdicts = Sequence[Verdict]
ByResponse = Sequence[Verdicts]
_SUPPORTED, _REFUTED = VerdictLabel.SUPPORTED, VerdictLabel.REFUTED


def count_unsupported(verdicts: Verdicts) -> int:
    """Count verdicts that are REFUTED or NOT_ENOUGH_INFO."""
    try:
        return sum([verdict.label is not _SUPPORTED for verdict in verdicts])
    except AttributeError:
        at, wrong = next((i, v) for i, v in enumerate(verdicts) if not isinstance(v, Verdict))
        problem = f"must be a Verdict, not {type(wrong).__name__}"
        raise InputError(problem, field=f"verdicts[{at}]") from None


class MiHR(Share[Verdicts]):
    """Micro hallucination rate: unsupported claims / claims."""

    name = "mihr"
    counted = "claims"

    def tally(self, unit: Verdicts) -> Tally:
        """Count the unsupported claims and the claims of one response."""
        return (count_unsupported(unit), len(unit))


class MaHR(Share[Verdicts]):
    """Macro hallucination rate: responses with an unsupported claim / responses."""

    name = "mahr"
    counted = "responses"

    def tally(self, unit: Verdicts) -> Tally:
        """Count one response, and whether it has an unsupported claim; no claims is clean."""
        return (int(count_unsupported(unit) > 0), 1)


class FactScore(MiHR):
    """Supported claims / claims: what MiHR leaves, from the same counts."""

    name = "factscore"
    lower_is_better = False

    def value(self, counts: Sequence[int]) -> float | None:
        """Return the supported claims / claims."""
        return (counts[1] - counts[0]) / counts[1] if counts and counts[1] else None

    def interval(self, tallies: Mapping[Tally, int], level: float) -> Interval | None:
        """Return what the interval of MiHR leaves."""
        limits = MiHR().interval(tallies, level)
        return limits and (1 - limits[1], 1 - limits[0])


@dataclass(frozen=True)
class MiHRResult(Noun):
    """Micro hallucination rate; `value` is None where there are no claims."""

    whole = True

    value: float | None
    unsupported_claims: int
    total_claims: int
    has_claims: bool
    interval: Interval | None = None


@dataclass(frozen=True)
class MaHRResult(Noun):
    """Macro hallucination rate; without responses `value` is 0.0 and `has_responses` False."""

    whole = True

    value: float
    responses_with_hallucinations: int
    total_responses: int
    has_responses: bool
    interval: Interval | None = None


@dataclass(frozen=True)
class FactScoreResult(Noun):
    """FactScore with its interval; `value` is None where there are no claims."""

    whole = True

    value: float | None
    supported_claims: int
    total_claims: int
    interval: Interval | None = None


def _tallies(metric: Metric[Verdicts], verdicts: Verdicts | ByResponse) -> Counter[Tally]:
    """Tally by response where responses are known, else each claim by itself."""
    if verdicts and all(isinstance(unit, (list, tuple)) for unit in verdicts):
        return metric.tallies(cast("ByResponse", verdicts))
    flat = cast("Verdicts", verdicts)
    unsupported = count_unsupported(flat)
    bad, good = (metric.tally((Verdict(label),)) for label in (_REFUTED, _SUPPORTED))
    return +Counter({bad: unsupported, good: len(flat) - unsupported})


def _measured(
    metric: Metric[Verdicts], tallies: Counter[Tally], ci: float | None
) -> tuple[tuple[int, int], Interval | None]:
    """Return (part, whole) and the interval, if one is asked for and there is anything."""
    if ci is not None:
        check_level(ci)
    part, whole = total(tallies) or (0, 0)
    return (part, whole), metric.interval(tallies, ci) if ci is not None and whole else None


def mihr(verdicts: Verdicts | ByResponse, ci: float | None = None) -> MiHRResult:
    """Return the micro hallucination rate of claims, or of claims grouped by response."""
    (part, whole), interval = _measured(MiHR(), _tallies(MiHR(), verdicts), ci)
    return MiHRResult(part / whole if whole else None, part, whole, whole > 0, interval)


def mahr(response_verdicts: ByResponse, ci: float | None = None) -> MaHRResult:
    """Return the macro hallucination rate of responses, each given as its verdicts."""
    (part, whole), interval = _measured(MaHR(), MaHR().tallies(response_verdicts), ci)
    return MaHRResult(part / whole if whole else 0.0, part, whole, whole > 0, interval)


def factscore(verdicts: Verdicts | ByResponse, ci: float | None = None) -> FactScoreResult:
    """Return the share of supported claims."""
    metric = FactScore()
    (part, whole), interval = _measured(metric, _tallies(metric, verdicts), ci)
    return FactScoreResult(metric.value((part, whole)), whole - part, whole, interval)
