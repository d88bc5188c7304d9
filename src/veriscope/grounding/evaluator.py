"""The extension point: something that scores a test case with the help of a judge."""

from __future__ import annotations

from abc import ABC, abstractmethod

from veriscope.grounding.case import RAGTestCase
from veriscope.grounding.result import EvaluationResult
from veriscope.judges.judge import Judge
from veriscope.judges.running import run_sync
from veriscope.model.verdict import check_probability


class Evaluator(ABC):
    """Scores one test case between 0 and 1; it passes from `threshold` on.

    An evaluator of your own sets `name`, `description` and, where 0.7 is not right, `threshold`,
    and writes `evaluate`. Synchronous calls and batches run that one coroutine.
    """

    name: str = "evaluator"
    description: str = ""
    threshold: float = 0.7

    def __init__(self, threshold: float | None = None) -> None:
        if threshold is not None:
            self.threshold = check_probability(threshold, "threshold")

    @abstractmethod
    async def evaluate(self, test_case: RAGTestCase, judge: Judge) -> EvaluationResult:
        """Score one test case; what the judge raises passes through."""

    def evaluate_sync(self, test_case: RAGTestCase, judge: Judge) -> EvaluationResult:
        """Do the same from code that cannot await, in or outside a running event loop."""
        return run_sync(lambda: self.evaluate(test_case, judge))

    def is_passing(self, score: float) -> bool:
        """Whether a score is good enough."""
        return score >= self.threshold

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, threshold={self.threshold})"
