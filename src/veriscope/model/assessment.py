"""What a check found in one record; the unit that is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from veriscope.model.claim import Claim
from veriscope.model.codec import Noun
from veriscope.model.failure import Failure
from veriscope.model.labels import CheckName
from veriscope.model.verdict import Verdict


@dataclass(frozen=True)
class Assessment(Noun):
    """Claims, verdicts and measures of one record under one check.

    Metrics, reports, gates and the review page are reads of it; none needs the sources again. A
    person's decision is one more verdict at the end of `verdicts`.
    """

    whole = True

    record_id: str
    check: CheckName
    claims: Sequence[Claim] = ()
    verdicts: Sequence[Verdict] = ()
    measures: Mapping[str, float | None] = field(default_factory=dict)
    flagged: bool = False
    score: float | None = None
    failures: Sequence[Failure] = ()
    groups: Mapping[str, str] = field(default_factory=dict)
    model: str | None = None

    def __post_init__(self) -> None:
        for name in ("claims", "verdicts", "failures"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
