"""A measured number that cannot be mistaken for one that was not measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from veriscope.errors import InputError
from veriscope.model.codec import Noun

Interval = tuple[float, float]


@dataclass(frozen=True)
class Score(Noun):
    """A value, or the reason why there is none; with its denominators.

    `bounds` are the values that the metric would have if all failed records had been good, and
    if all had been bad, in ascending order: the truth lies between them whatever the failed ones
    hold. `n_scored` counts what the metric is a rate of, named by the metric.
    """

    whole = True

    metric: str
    value: float | None
    n_scored: int
    check: str | None = None
    group: str | None = None
    interval: Interval | None = None
    n_failed: Mapping[str, int] = field(default_factory=dict)
    n_abstained: int = 0
    bounds: Interval | None = None
    undefined: str | None = None

    def __post_init__(self) -> None:
        if (self.value is None) == (self.undefined is None):
            raise InputError("a score is a value or a reason, one of the two", field="value")
        if self.n_scored < 0 or self.n_abstained < 0:
            raise InputError("counts are not negative", field="n_scored")
