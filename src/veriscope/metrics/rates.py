"""Shares of claims and of responses without ground: MiHR, MaHR, FactScore.

MiHR and MaHR (micro and macro hallucination rate): as used in surveys of hallucination in large
language models. FactScore: S. Min et al., "FActScore: fine-grained atomic evaluation of factual
precision in long form text generation", EMNLP 2023.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from veriscope.errors import InputError
from veriscope.metrics.intervals import check_level
from veriscope.metrics.metric import Metric, Share, Tally
from veriscope.model import Interval, Verdict, VerdictLabel
from veriscope.model.codec import Noun

Verdicts = Sequence[Verdict]
ByResponse = Sequence[Verdicts]


def count_unsupported(verdicts: Verdicts) -> int:
    """Count verdicts that are REFUTED or NOT_ENOUGH_INFO."""
    supported = VerdictLabel.SUPPORTED
    try:
        return sum([verdict.label is not supported for verdict in verdicts])
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
        """Count one response, and whether it has an unsupported claim; without claims it is clean."""
        return (int(count_unsupported(unit) > 0), 1)


class FactScore(Share[Verdicts]):
    """Supported claims / claims."""

    name = "factscore"
    counted = "claims"
    lower_is_better = False

    def tally(self, unit: Verdicts) -> Tally:
        """Count the supported claims and the claims of one response."""
        return (len(unit) - count_unsupported(unit), len(unit))


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


def _units(verdicts: Verdicts | ByResponse) -> ByResponse:
    """Return the units to resample: responses where they are known, else each claim by itself."""
    nested = [not isinstance(v, Verdict) and isinstance(v, (list, tuple)) for v in verdicts]
    if nested and all(nested):
        return cast("ByResponse", verdicts)
    flat = cast("Verdicts", verdicts)
    count_unsupported(flat)
    return [(verdict,) for verdict in flat]


def _measured(
    metric: Metric[Verdicts], units: ByResponse, ci: float | None
) -> tuple[tuple[int, int], Interval | None]:
    """Return (part, whole) and the interval, if one is asked for and there is anything."""
    if ci is not None:
        check_level(ci)
    tallies = metric.tallies(units)
    part = sum(tally[0] * n for tally, n in tallies.items())
    whole = sum(tally[1] * n for tally, n in tallies.items())
    return (part, whole), metric.interval(tallies, ci) if ci is not None and whole else None


def mihr(verdicts: Verdicts | ByResponse, ci: float | None = None) -> MiHRResult:
    """Return the micro hallucination rate of claims, or of claims grouped by response."""
    (part, whole), interval = _measured(MiHR(), _units(verdicts), ci)
    return MiHRResult(part / whole if whole else None, part, whole, whole > 0, interval)


def mahr(response_verdicts: ByResponse, ci: float | None = None) -> MaHRResult:
    """Return the macro hallucination rate of responses, each given as its verdicts."""
    (part, whole), interval = _measured(MaHR(), response_verdicts, ci)
    return MaHRResult(part / whole if whole else 0.0, part, whole, whole > 0, interval)


def factscore(verdicts: Verdicts | ByResponse, ci: float | None = None) -> FactScoreResult:
    """Return the share of supported claims."""
    (part, whole), interval = _measured(FactScore(), _units(verdicts), ci)
    return FactScoreResult(part / whole if whole else None, part, whole, interval)
