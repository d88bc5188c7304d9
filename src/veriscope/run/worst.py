"""The answers that a person should see first, kept while a run goes by."""

from __future__ import annotations

import heapq

from veriscope.metrics.standing import standing_verdicts
from veriscope.model import Answer, Assessment, VerdictLabel
from veriscope.run.batch import Assessed


def badness(assessment: Assessment) -> tuple[bool, int, float]:
    """Order findings: flagged first, then by how much has no ground, then by the score."""
    unsupported = sum(
        verdict.label is not VerdictLabel.SUPPORTED for verdict in standing_verdicts(assessment)
    )
    score = 1.0 if assessment.score is None else assessment.score
    return (assessment.flagged, unsupported, 1 - score)


class Worst:
    """Keeps the worst `size` answers of a stream; of equally bad ones the first."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._heap: list[tuple[tuple[bool, int, float], int, Answer]] = []

    def add(self, row: int, item: Assessed) -> None:
        """Take in an assessed record with the number of its row."""
        worst = max(map(badness, item.assessments), default=None)
        if worst is None:
            return
        entry = (worst, -row, Answer(item.record, item.assessments, row))
        if len(self._heap) < self.size:
            heapq.heappush(self._heap, entry)
        else:
            heapq.heappushpop(self._heap, entry)

    def answers(self) -> list[Answer]:
        """Return them, the worst first."""
        return [entry[2] for entry in sorted(self._heap, key=lambda e: e[:2], reverse=True)]
