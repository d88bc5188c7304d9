"""The rates of this check, each a part and a whole of `SampleTally`.

Per sample: the share of samples with at least one dropped aspect, whatever its cause, and of each
cause. Per aspect: the share of aspects that are dropped. Aspects of one sample hang together, so
the interval of a per-aspect rate resamples samples; a per-sample rate has Wilson's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar

from veriscope.aspects.tally import SampleTally, tally_assessment
from veriscope.metrics.metric import Share, Tally
from veriscope.model import Assessment, CheckName, Score


class _OfSamples:
    """Samples that a column of the tally marks, of all samples."""

    counted: ClassVar[str] = "samples"
    column: ClassVar[str]

    def tally(self, unit: SampleTally) -> Tally:
        """Count one sample."""
        return (getattr(unit, self.column), 1)


class _OfAspects:
    """Aspects that a column of the tally counts, of all aspects."""

    counted: ClassVar[str] = "aspects"
    column: ClassVar[str]

    def tally(self, unit: SampleTally) -> Tally:
        """Count the aspects of one sample."""
        return (getattr(unit, self.column), unit.aspects)


class AspectHallucinationRate(_OfSamples, Share[SampleTally]):
    """Samples with a dropped aspect."""

    name = "aspect_hallucination_rate"
    column = "hallucinated"


class InventedRate(_OfSamples, Share[SampleTally]):
    """Samples with an invented term."""

    name = "aspect_hallucination_rate_H1"
    column = "invented"


class MisalignedRate(_OfSamples, Share[SampleTally]):
    """Samples with a term that stands elsewhere in the text."""

    name = "aspect_hallucination_rate_H2"
    column = "misaligned"


class NoTargetRate(_OfSamples, Share[SampleTally]):
    """Samples with a term that is no valid target."""

    name = "aspect_hallucination_rate_filter"
    column = "no_target"


class AspectDropRate(_OfAspects, Share[SampleTally]):
    """Dropped aspects."""

    name = "aspect_drop_rate"
    column = "drops"


class InventedDropRate(_OfAspects, Share[SampleTally]):
    """Aspects with an invented term."""

    name = "aspect_drop_rate_H1"
    column = "drops_invented"


class MisalignedDropRate(_OfAspects, Share[SampleTally]):
    """Aspects whose term stands elsewhere in the text."""

    name = "aspect_drop_rate_H2"
    column = "drops_misaligned"


class NoTargetDropRate(_OfAspects, Share[SampleTally]):
    """Aspects whose term is no valid target."""

    name = "aspect_drop_rate_filter"
    column = "drops_no_target"


RATES: tuple[Share[SampleTally], ...] = (
    AspectHallucinationRate(),
    InventedRate(),
    MisalignedRate(),
    NoTargetRate(),
    AspectDropRate(),
    InventedDropRate(),
    MisalignedDropRate(),
    NoTargetDropRate(),
)


def project(rate: Share[SampleTally], counts: Mapping[SampleTally, int]) -> dict[Tally, int]:
    """Reduce counted sample tallies to those that one rate reads."""
    out: dict[Tally, int] = {}
    for sample, n in counts.items():
        tally = rate.tally(sample)
        out[tally] = out.get(tally, 0) + n
    return out


def score_assessments(
    assessments: Iterable[Assessment], *, level: float | None = None, group: str | None = None
) -> list[Score]:
    """Return every rate over assessments of this check; one that failed is in no denominator."""
    counts: Counter[SampleTally] = Counter()
    failed: Counter[str] = Counter()
    for assessment in assessments:
        if assessment.failures:
            failed[assessment.failures[0].cause.value] += 1
        else:
            counts[tally_assessment(assessment)] += 1
    return [
        rate.score(
            project(rate, counts), level=level, failed=failed, group=group, check=CheckName.ASPECTS
        )
        for rate in RATES
    ]
