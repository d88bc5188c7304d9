"""Assessments to scores, by check and group, in one pass and in memory that does not grow."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from veriscope import __version__
from veriscope.metrics.assessed import COVERAGE
from veriscope.metrics.metric import Tally
from veriscope.model import Assessment, CheckName, Score, Summary
from veriscope.run.readings import readings

UNREADABLE = "unreadable"
"""The cause under which lines that could not be read stand in every denominator."""
UNGROUPED = "(none)"


@dataclass
class _Counts:
    """What was counted of one check in one group."""

    assessed: int = 0
    flagged: int = 0
    abstained: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    coverage: Counter[Tally] = field(default_factory=Counter)
    tallies: defaultdict[int, Counter[Tally]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, assessment: Assessment) -> None:
        """Count one assessment; one with failures is not scored."""
        self.assessed += 1
        self.coverage[COVERAGE.tally(assessment)] += 1
        if assessment.failures:
            self.failed[assessment.failures[0].cause.value] += 1
            return
        self.flagged += assessment.flagged
        self.abstained += bool(assessment.measures.get("abstained"))
        for number, reading in enumerate(readings(assessment.check)):
            units = map(reading.metric.tally, reading.units(assessment))
            self.tallies[number].update(units)


class Summariser:
    """Takes assessments one by one; `by` is `model` or a name under `groups`."""

    def __init__(self, by: str | None = None) -> None:
        self.by = by
        self._counts: dict[tuple[CheckName, str | None], _Counts] = {}

    def add(self, assessments: Iterable[Assessment]) -> None:
        """Count assessments, in all and in their groups."""
        for assessment in assessments:
            groups = (None,) if self.by is None else (None, group_of(assessment, self.by))
            for group in groups:
                self._counts.setdefault((assessment.check, group), _Counts()).add(assessment)

    def summary(
        self, *, rows: int, unreadable: int, not_applicable: int, level: float | None = 0.95
    ) -> Summary:
        """Return the scores of everything counted so far."""
        totals = {check: c for (check, group), c in self._counts.items() if group is None}
        readable = rows - unreadable
        return Summary(
            veriscope=__version__,
            n_records=rows,
            n_unreadable=unreadable,
            n_not_applicable=not_applicable,
            n_assessed={check.value: c.assessed for check, c in totals.items()},
            n_not_applicable_by_check={
                check.value: readable - c.assessed for check, c in totals.items()
            },
            n_flagged={check.value: c.flagged for check, c in totals.items()},
            scores=tuple(
                score
                for (check, group), counts in self._ordered()
                for score in _scores(check, group, counts, unreadable, level)
            ),
        )

    def _ordered(self) -> list[tuple[tuple[CheckName, str | None], _Counts]]:
        order = list(CheckName)
        return sorted(
            self._counts.items(), key=lambda item: (order.index(item[0][0]), item[0][1] or "")
        )


def group_of(assessment: Assessment, by: str) -> str:
    """Return the group of an assessment under a name."""
    found = assessment.model if by == "model" else assessment.groups.get(by)
    return found or UNGROUPED


def _scores(
    check: CheckName, group: str | None, counts: _Counts, unreadable: int, level: float | None
) -> list[Score]:
    failed = dict(counts.failed) | ({UNREADABLE: unreadable} if unreadable else {})
    found = [
        reading.metric.score(
            counts.tallies.get(number, {}),
            level=level,
            failed=failed,
            abstained=counts.abstained if check is CheckName.ABSTENTION else 0,
            group=group,
            check=check.value,
        )
        for number, reading in enumerate(readings(check))
    ]
    # What failed is in the counts themselves; of what was not read nobody knows what applied.
    lost = {UNREADABLE: unreadable}
    coverage = COVERAGE.score(
        counts.coverage, level=level, failed=lost, group=group, check=check.value
    )
    return [*found, coverage]
