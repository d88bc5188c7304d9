"""A file of records that hold verdicts, to a profile for each group."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from veriscope.errors import InputError
from veriscope.io import BadLine, map_records
from veriscope.metrics import HallucinationMetricsCalculator, HallucinationMetricsConfig
from veriscope.metrics.group_profile import GroupProfile, group_profile
from veriscope.metrics.grouped import GroupTally, RecordTallier
from veriscope.model import Record
from veriscope.model.codec import Noun

UNREADABLE = "unreadable"
"""The cause under which skipped lines stand in every denominator."""
UNGROUPED = "(none)"
"""The group of records that lack the name they are grouped by."""


@dataclass(frozen=True)
class FileProfile(Noun):
    """The profile of a whole file, and of each group where groups were asked for."""

    whole = True

    source: str
    by: str | None
    skipped_lines: int
    total: GroupProfile
    groups: Sequence[GroupProfile] = ()


def profile_file(
    path: str | Path,
    *,
    by: str | None = None,
    level: float | None = None,
    skip_bad: bool = False,
    config: HallucinationMetricsConfig | None = None,
) -> FileProfile:
    """Read a file of records once and return its profile.

    `by` is `model` or a name under `groups`. A line that cannot be read, or whose fields
    contradict each other, ends the run with its number; with `skip_bad` it is counted as failed in
    every group, because nobody can know which one it was of.
    """
    calculator = HallucinationMetricsCalculator(config)
    tallier = RecordTallier(calculator)

    def read(record: Record) -> tuple[str, GroupTally]:
        return _group(record, by), tallier.tally(record)

    groups: defaultdict[str, GroupTally] = defaultdict(GroupTally)
    skipped = 0
    for found in map_records(path, read, skip_bad=skip_bad):
        if isinstance(found, BadLine):
            skipped += 1
        else:
            groups[found[0]].add(found[1])
    _check_groups(groups, skipped, by, str(path))
    everything = GroupTally()
    for counts in groups.values():
        everything.add(counts)
    failed = {UNREADABLE: skipped} if skipped else {}
    return FileProfile(
        source=str(path),
        by=by,
        skipped_lines=skipped,
        total=group_profile(everything, calculator, failed=failed, level=level),
        groups=tuple(
            group_profile(groups[name], calculator, group=name, failed=failed, level=level)
            for name in (sorted(groups) if by else ())
        ),
    )


def _group(record: Record, by: str | None) -> str:
    if by is None:
        return UNGROUPED
    return (record.model if by == "model" else record.groups.get(by)) or UNGROUPED


def _check_groups(
    groups: defaultdict[str, GroupTally], skipped: int, by: str | None, source: str
) -> None:
    if not groups and not skipped:
        raise InputError("holds no records", source=source)
    if by and set(groups) == {UNGROUPED}:
        raise InputError(f"no record has {by!r}", field="--by", source=source)
