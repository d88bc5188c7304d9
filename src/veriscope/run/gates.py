"""Rules that a run must keep, written as `mihr>0.1`: fail when that is so."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from veriscope.errors import InputError
from veriscope.model import Gate, Summary

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

    def gate(self, summary: Summary) -> Gate:
        """Hold a run to the rule; a metric that is missing or undefined fails it."""
        score = summary.score(self.metric, self.check)
        value = None if score is None else score.value
        broken = value is None or self.is_so(value)
        return Gate(self.text, value, not broken)

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
    """Return the summary with its gates; every check's coverage must reach `min_coverage`."""
    gates = [rule.gate(summary) for rule in rules]
    if min_coverage is not None:
        for check in summary.n_assessed or {"any": 0}:
            score = summary.score("coverage", check)
            value = None if score is None else score.value
            passed = value is not None and value >= min_coverage
            gates.append(Gate(f"{check}.coverage<{min_coverage:g}", value, passed))
    return replace(summary, gates=tuple(gates))
