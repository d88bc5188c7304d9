"""Two audits of the same questions, record by record."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from veriscope.errors import InputError
from veriscope.metrics.metric import Tally, total
from veriscope.metrics.paired import Difference, Pair, difference
from veriscope.model import Assessment, CheckName, Manifest
from veriscope.model.codec import Noun
from veriscope.run.journal import stored_assessments
from veriscope.run.manifest import read_manifest
from veriscope.run.readings import readings
from veriscope.run.summary import group_of

MUST_AGREE = ("judge", "judge_model", "prompts", "checks", "numeric", "db", "facts", "names")
"""Settings under which other numbers would come out for the same answers."""
SHOWN = 20


@dataclass(frozen=True)
class Change(Noun):
    """One answer whose score moved between two runs."""

    whole = True

    record_id: str
    check: str
    before: float
    after: float


@dataclass(frozen=True)
class Comparison(Noun):
    """Paired differences of two runs; what stands in one run alone is counted, not compared.

    So is what failed in either run: of the pairs `n_failed` are of that kind.
    """

    whole = True

    before: str
    after: str
    n_paired: int
    n_failed: int
    n_only_before: int
    n_only_after: int
    differences: Sequence[Difference]
    changes: Sequence[Change]


def compare_runs(
    before: Path, after: Path, *, by: str | None = None, level: float = 0.95
) -> Comparison:
    """Compare two run folders; refuse what is not comparable, and say why."""
    _check_comparable(before, after, read_manifest(before), read_manifest(after))
    old = dict(_numbered(stored_assessments(before)))
    pairs: defaultdict[tuple[CheckName, str | None], defaultdict[int, Counter[Pair]]]
    pairs = defaultdict(lambda: defaultdict(Counter))
    changes: list[Change] = []
    paired = only_after = failed = 0
    for key, new in _numbered(stored_assessments(after)):
        earlier = old.pop(key, None)
        if earlier is None:
            only_after += 1
            continue
        paired += 1
        if earlier.failures or new.failures:
            failed += 1
            continue
        for group in {None, group_of(new, by) if by else None}:
            for number, pair in _tallied(earlier, new):
                pairs[new.check, group][number][pair] += 1
        if earlier.score is not None and new.score is not None and earlier.score != new.score:
            changes.append(Change(new.record_id, new.check, earlier.score, new.score))
    if not paired:
        raise InputError(f"shares no record with {before}", source=str(after))
    return Comparison(
        before=str(before),
        after=str(after),
        n_paired=paired,
        n_failed=failed,
        n_only_before=len(old),
        n_only_after=only_after,
        differences=tuple(
            difference(readings(check)[number].metric, found, check=check, group=group, level=level)
            for (check, group), by_metric in sorted(
                pairs.items(), key=lambda item: (item[0][0], item[0][1] or "")
            )
            for number, found in sorted(by_metric.items())
        ),
        changes=tuple(heapq.nlargest(SHOWN, changes, key=lambda c: abs(c.after - c.before))),
    )


def _numbered(
    assessments: Iterable[Assessment],
) -> Iterator[tuple[tuple[str, CheckName, int], Assessment]]:
    """Yield assessments under record, check, and how many of both came before: ids may repeat."""
    seen: Counter[tuple[str, CheckName]] = Counter()
    for one in assessments:
        number = seen[one.record_id, one.check]
        seen[one.record_id, one.check] += 1
        yield (one.record_id, one.check, number), one


def _tallied(before: Assessment, after: Assessment) -> Iterator[tuple[int, Pair]]:
    """Yield for every metric the two tallies of one record."""
    for number, reading in enumerate(readings(after.check)):
        tallies: list[Tally] = []
        for assessment in (before, after):
            units = Counter(map(reading.metric.tally, reading.units(assessment)))
            tallies.append(total(units))
        if all(tallies):
            yield number, (tallies[0], tallies[1])


def incomparable(
    old: Manifest, new: Manifest, where: tuple[str, str] = ("in one", "in the other")
) -> list[str]:
    """Say why the numbers of two runs cannot be held against each other; nothing where they can."""
    first, second = where
    reasons = [
        f"{name} is {old.settings.get(name)!r} {first} and {new.settings.get(name)!r} {second}"
        for name in MUST_AGREE
        if old.settings.get(name) != new.settings.get(name)
    ]
    if old.veriscope != new.veriscope:
        reasons.append(f"version is {old.veriscope} {first} and {new.veriscope} {second}")
    return reasons


def _check_comparable(before: Path, after: Path, old: Manifest, new: Manifest) -> None:
    if reasons := incomparable(old, new):
        raise InputError(f"not comparable with {before}: {'; '.join(reasons)}", source=str(after))
