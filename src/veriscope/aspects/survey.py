"""One pass over a file of model output or scorecards, in memory that does not grow with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from veriscope.aspects.aggregate import profile_of, summed
from veriscope.aspects.gold import SpanCounts, span_f1
from veriscope.aspects.merge import Outcomes
from veriscope.aspects.offsets import OffsetUnit
from veriscope.aspects.readers import Entry, is_scorecard, read_rows
from veriscope.aspects.scorecard import DEFAULT_PROFILE, make_scorecard
from veriscope.aspects.tally import SampleTally, tally_scorecard
from veriscope.aspects.terms import DEFAULT_LISTS, TermLists
from veriscope.aspects.units import UnitCounter, UnitReport
from veriscope.aspects.worst import Worst
from veriscope.errors import InputError
from veriscope.io import BadLine

SHOWN = 20
"""How many of the lines that could not be read are named; all are counted."""

Gold = Mapping[str, list[Any]]


@dataclass(frozen=True)
class Options:
    """What a survey looks at and by which lists; `gold` maps text_id to gold aspects."""

    profile: str | None = None
    lists: TermLists = DEFAULT_LISTS
    gold: Gold | None = None
    outcomes: bool = False


@dataclass
class Survey:
    """What was found in one file."""

    source: str
    unit: UnitReport
    counts: Counter[SampleTally] = field(default_factory=Counter)
    spans: SpanCounts = field(default_factory=SpanCounts)
    worst: Worst = field(default_factory=Worst)
    bad: list[InputError] = field(default_factory=list)
    n_bad: int = 0
    other_profiles: Counter[str] = field(default_factory=Counter)
    outcomes: Outcomes = field(default_factory=Outcomes)

    def result(self, options: Options = Options()) -> dict[str, Any]:
        """Return the run summed up, as `aggregate_single_run` does, with what else was counted.

        Gold samples that the run does not hold are in no span score; `gold_unanswered` counts
        them.
        """
        out = summed(self.counts, options.profile)
        out |= {"n_unreadable": self.n_bad, "span_unit": self.unit.unit.value}
        if self.spans.samples:
            out |= self.spans.scores()
            out["gold_unanswered"] = max(0, len(options.gold or ()) - self.spans.samples)
        return out


Each = Callable[[Entry, dict[str, Any], OffsetUnit], None]


def survey(path: str | Path, options: Options = Options(), *, each: Each | None = None) -> Survey:
    """Read a file twice: once to see what its spans count, once to judge.

    `each` is called with every row that was judged, its scorecard and its unit, for whoever
    writes something of it. Scorecards have been judged already and are taken as they are.
    """
    found = Survey(str(path), unit_of(path))
    counted = found.unit.unit
    for row in _usable(path, found):
        if options.profile is not None and profile_or_default(row) != options.profile:
            found.other_profiles[str(profile_or_default(row))] += 1
            continue
        judged = is_scorecard(row)
        unit = OffsetUnit.CHARACTERS if judged else counted
        card = row if judged else make_scorecard(row, lists=options.lists, unit=unit)
        tally = tally_scorecard(card)
        found.counts[tally] += 1
        found.worst.add(card, tally.drops, unit)
        if options.outcomes:
            found.outcomes.add(card)
        if not judged:
            _against_gold(row, options, found, unit)
        if each is not None:
            each(row, card, unit)
    return found


def profile_or_default(row: Mapping[str, Any]) -> Any:
    """Return the profile that a row has, or that its scorecard will have."""
    profile = profile_of(row)
    return DEFAULT_PROFILE if profile is None and not is_scorecard(row) else profile


def read_gold(path: str | Path) -> Gold:
    """Read gold aspects by text_id, in any form that `read_rows` knows."""
    gold: dict[str, list[Any]] = {}
    for row in read_rows(path):
        if isinstance(row, BadLine):
            raise row.error
        name = row.get("text_id")
        if name is None or is_scorecard(row):
            raise InputError("gold needs an id in every sample", source=str(path))
        if name in gold:
            raise InputError(f"gold has {name!r} twice", source=str(path))
        gold[name] = row["aspects"]
    return gold


def unit_of(path: str | Path) -> UnitReport:
    """Count what the spans of a file's model outputs agree under."""
    counter = UnitCounter()
    for row in read_rows(path):
        if not isinstance(row, BadLine) and not is_scorecard(row):
            counter.add(row["text"], row["aspects"])
    return counter.report()


def _usable(path: str | Path, found: Survey) -> Iterator[Entry]:
    for row in read_rows(path):
        if not isinstance(row, BadLine):
            yield row
            continue
        found.n_bad += 1
        if len(found.bad) < SHOWN:
            found.bad.append(row.error)


def _against_gold(entry: Entry, options: Options, found: Survey, unit: OffsetUnit) -> None:
    gold: Any = None
    if options.gold is not None:
        gold = options.gold.get(entry["text_id"])
    elif isinstance(entry.get("gold"), Mapping):
        gold = entry["gold"].get("aspects", entry["gold"].get("spans"))
    if isinstance(gold, list):
        counts = span_f1(entry["text"], entry["aspects"], gold, lists=options.lists, unit=unit)
        found.spans += counts
