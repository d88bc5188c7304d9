"""One batch of records through the checks; what breaks is a failure of one record alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veriscope.model import Assessment, CheckName, Record
from veriscope.run.checks import Check
from veriscope.run.failures import failure_of


@dataclass(frozen=True)
class Assessed:
    """What the checks found in one record; nothing applied when there are no assessments."""

    record: Record
    assessments: tuple[Assessment, ...]


def assess_batch(checks: Sequence[Check], records: Sequence[Record]) -> list[Assessed]:
    """Run every check over the records that it applies to; the order is that of the records."""
    found: list[list[Assessment]] = [[] for _ in records]
    for check in checks:
        chosen = [i for i, record in enumerate(records) if check.applies(record)]
        if chosen:
            assessed = _guarded(check, [records[i] for i in chosen])
            for i, assessment in zip(chosen, assessed, strict=True):
                found[i].append(assessment)
    return [Assessed(record, tuple(ones)) for record, ones in zip(records, found, strict=True)]


def _guarded(check: Check, records: Sequence[Record]) -> list[Assessment]:
    """Assess a batch; when it breaks, one by one, so that only what is broken is lost."""
    try:
        return check.assess(records)
    except Exception as error:  # noqa: BLE001 - a check that breaks must not end the run
        if len(records) == 1:
            return [failed(check.name, records[0], error)]
        return [one for record in records for one in _guarded(check, [record])]


def failed(check: CheckName, record: Record, error: BaseException) -> Assessment:
    """Return the assessment of a record on which a check broke."""
    return Assessment(
        record.id,
        check,
        failures=[failure_of(error)],
        groups=record.groups,
        model=record.model,
    )
