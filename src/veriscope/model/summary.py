"""The scores of a whole run; `summary.json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veriscope.model.codec import Noun
from veriscope.model.score import Score


@dataclass(frozen=True)
class Gate(Noun):
    """A rule that the run must keep, and whether it did."""

    whole = True

    rule: str
    value: float | None
    passed: bool


@dataclass(frozen=True)
class Summary(Noun):
    """All scores of a run with their denominators; `summary.json`."""

    whole = True

    veriscope: str
    n_records: int
    n_unreadable: int
    n_not_applicable: int
    n_assessed: Mapping[str, int]
    n_not_applicable_by_check: Mapping[str, int]
    n_flagged: Mapping[str, int]
    scores: Sequence[Score]
    gates: Sequence[Gate] = ()

    def score(
        self, metric: str, check: str | None = None, group: str | None = None
    ) -> Score | None:
        """Return one score; of several checks the first that has a value."""
        found = [
            s
            for s in self.scores
            if s.metric == metric and s.group == group and check in (None, s.check)
        ]
        return next((s for s in found if s.value is not None), found[0] if found else None)
