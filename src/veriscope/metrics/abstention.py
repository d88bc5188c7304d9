"""Whether a system refuses where nothing is to be known, and how often it does not.

False Acceptance Rate: of the queries about something that does not exist, the share that was
answered all the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from veriscope.errors import InputError
from veriscope.metrics.intervals import check_level
from veriscope.metrics.metric import Share, Tally
from veriscope.metrics.refusals import BUILT_IN
from veriscope.model import Interval
from veriscope.model.codec import Noun

_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ＇`´", "'"))
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class AbstentionResult(Noun):
    """One query, its response, and whether that was a refusal where one was due."""

    whole = True

    query: str
    response: str
    is_nonexistent_entity: bool
    did_abstain: bool
    is_false_acceptance: bool


@dataclass(frozen=True)
class FalseAcceptanceRateResult(Noun):
    """False Acceptance Rate; without non-existent queries 0.0 and `has_queries` False."""

    whole = True

    value: float
    failed_abstentions: int
    correct_refusals: int
    total_nonexistent_queries: int
    has_queries: bool
    abstention_results: Sequence[AbstentionResult] = ()
    interval: Interval | None = None


class FalseAcceptanceRate(Share[AbstentionResult]):
    """Answers to queries about nothing / queries about nothing."""

    name = "far"
    counted = "non-existent queries"

    def tally(self, unit: AbstentionResult) -> Tally:
        """Count a false acceptance and a non-existent query; other queries count nothing."""
        asked = unit.is_nonexistent_entity
        return (int(asked and unit.is_false_acceptance), int(asked))


def _plain(text: str) -> str:
    """Return the text with one kind of apostrophe, composed letters and single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).translate(_APOSTROPHES).split())


def _own_words(text: str) -> str:
    """Drop what is quoted, unless hardly anything else is said: a title is not a refusal."""
    outside = _QUOTED.sub(" ", text)
    return outside if len(_WORD.findall(outside)) >= 3 else text


class FalseAcceptanceCalculator:
    """Recognises refusals and computes the False Acceptance Rate.

    `abstention_patterns` replaces the built-in ones: plain substrings, or the names of built-in
    patterns as `get_abstention_patterns` lists them. The built-in ones are lower-case and look at
    whose refusal it is, so that "many don't know" is an answer; with `case_sensitive` they are
    compared as written. An empty reply is no refusal.
    """

    def __init__(
        self, abstention_patterns: Iterable[str] | None = None, case_sensitive: bool = False
    ) -> None:
        self.case_sensitive = case_sensitive
        self._patterns: dict[str, re.Pattern[str]] = {}
        for pattern in BUILT_IN if abstention_patterns is None else abstention_patterns:
            self.add_abstention_pattern(pattern)

    def add_abstention_pattern(self, pattern: str) -> None:
        """Recognise one more substring, or a built-in pattern by its name."""
        if not isinstance(pattern, str) or not pattern.strip():
            raise InputError("must be a text that is not blank", field="abstention_patterns")
        plain = re.compile(re.escape(_plain(pattern if self.case_sensitive else pattern.lower())))
        self._patterns[pattern] = BUILT_IN.get(pattern, plain)

    def remove_abstention_pattern(self, pattern: str) -> bool:
        """Forget a pattern; return whether it was there."""
        return self._patterns.pop(pattern, None) is not None

    def get_abstention_patterns(self) -> list[str]:
        """Return the patterns in force, in the order they were given."""
        return list(self._patterns)

    def did_abstain(self, response: str) -> bool:
        """Whether a response is a refusal."""
        text = _own_words(_plain(response if self.case_sensitive else response.lower()))
        return any(pattern.search(text) for pattern in self._patterns.values())

    def evaluate_abstention(
        self, query: str, response: str, is_nonexistent: bool
    ) -> AbstentionResult:
        """Judge one response."""
        abstained = self.did_abstain(response)
        return AbstentionResult(
            query, response, is_nonexistent, abstained, is_nonexistent and not abstained
        )

    def compute_far(
        self, results: Sequence[AbstentionResult], ci: float | None = None
    ) -> FalseAcceptanceRateResult:
        """Return the share of non-existent queries that were answered."""
        if ci is not None:
            check_level(ci)
        metric = FalseAcceptanceRate()
        tallies = metric.tallies(results)
        failed = sum(tally[0] * n for tally, n in tallies.items())
        asked = sum(tally[1] * n for tally, n in tallies.items())
        return FalseAcceptanceRateResult(
            value=failed / asked if asked else 0.0,
            failed_abstentions=failed,
            correct_refusals=asked - failed,
            total_nonexistent_queries=asked,
            has_queries=asked > 0,
            abstention_results=list(results),
            interval=metric.interval(tallies, ci) if ci is not None and asked else None,
        )

    def evaluate_and_compute_far(
        self,
        queries: Sequence[str],
        responses: Sequence[str],
        is_nonexistent_flags: Sequence[bool],
        ci: float | None = None,
    ) -> FalseAcceptanceRateResult:
        """Judge many responses and return the rate; unequal lengths are an error."""
        lengths = (len(queries), len(responses), len(is_nonexistent_flags))
        if len(set(lengths)) > 1:
            raise InputError(
                "queries, responses and flags must be equally many, "
                f"not {lengths[0]}, {lengths[1]} and {lengths[2]}"
            )
        asked = zip(queries, responses, is_nonexistent_flags, strict=True)
        return self.compute_far([self.evaluate_abstention(*one) for one in asked], ci)
