"""Rules that a run must keep, written as `mihr>0.1`: fail when that is so."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from veriscope.errors import InputError
from veriscope.model import Gate, Score, Summary

_RULE = re.compile(r"^\s*(?:(\w+)\.)?(\w+)\s*(>=|<=|>|<)\s*([0-9.eE+-]+)\s*$")
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
}


@dataclass(frozen=True)
class Rule:
    """Fail when the metric, of one check if it names one, compares so with the limit."""

    text: str
    check: str | None
    metric: str
    comparison: str
    limit: float

    def __post_init__(self) -> None:
        if not math.isfinite(self.limit):
            raise ValueError("nothing reaches an infinite limit")

    def gates(self, summary: Summary) -> list[Gate]:
        """Hold a run to the rule, each check that has the metric; a missing metric fails it.

        One that is undefined fails too. Of several checks each has a gate under its own name, so
        that the good value of one does not hide the bad one of another.
        """
        found = [
            score
            for score in summary.scores
            if score.group is None
            and score.metric == self.metric
            and self.check in (None, score.check)
        ]
        if not found:
            return [Gate(self.text, None, passed=False)]
        return [self._gate(score, self.text if len(found) == 1 else None) for score in found]

    def _gate(self, score: Score, name: str | None) -> Gate:
        broken = score.value is None or self.is_so(score.value)
        return Gate(name or f"{score.check}.{self.text.strip()}", score.value, not broken)

    def is_so(self, value: float) -> bool:
        """Whether a value compares so with the limit."""
        return _COMPARE[self.comparison](value, self.limit)


def parse_rule(
    text: str, field: str = "--fail-on", like: str = "mihr>0.1 or numeric.coverage<0.95"
) -> Rule:
    """Read `metric>limit` or `check.metric>limit`."""
    found = _RULE.match(text)
    try:
        check, metric, comparison, limit = found.groups() if found else ("", "", "", "")
        return Rule(text, check, metric, comparison, float(limit))
    except ValueError:
        problem = f"must be like {like}, not {text!r}"
        raise InputError(problem, field=field) from None


def hold(summary: Summary, rules: Iterable[Rule], min_coverage: float | None = None) -> Summary:
    """Return the summary with its gates.

    Every check's coverage must reach `min_coverage`, and so must the share of the records that
    could be read: which checks apply to the others nobody knows.
    """
    gates = [gate for rule in rules for gate in rule.gates(summary)]
    if min_coverage is not None:
        for check in summary.n_assessed or {"any": 0}:
            score = summary.score("coverage", check)
            value = None if score is None else score.value
            passed = value is not None and value >= min_coverage
            gates.append(Gate(f"{check}.coverage<{min_coverage:g}", value, passed))
        if summary.n_unreadable:
            readable = 1 - summary.n_unreadable / summary.n_records
            gates.append(Gate(f"readable<{min_coverage:g}", readable, readable >= min_coverage))
    return replace(summary, gates=tuple(gates))
