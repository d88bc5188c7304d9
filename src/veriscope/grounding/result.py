"""What an evaluator says of one test case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from veriscope.model.codec import Noun


@dataclass(frozen=True)
class EvaluationResult(Noun):
    """A score with its reasons; or, where the judge failed, no score and the error.

    `error` is "Type: message" and `score` then `None`: a test case that could not be judged is
    not a bad one. `tokens_used` counts what the verdicts behind the score cost.
    """

    whole = True

    evaluator_name: str
    score: float | None
    passed: bool
    reasoning: str = ""
    raw_response: Mapping[str, Any] = field(default_factory=dict)
    tokens_used: int = 0
    error: str | None = None

    @classmethod
    def failed(cls, evaluator_name: str, error: BaseException) -> EvaluationResult:
        """Return the result of a case whose evaluation ended with `error`."""
        message = f"{type(error).__name__}: {error}"
        return cls(
            evaluator_name, None, passed=False, reasoning="could not be judged", error=message
        )
