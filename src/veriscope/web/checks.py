"""Which checks this server can run, and which of them apply to a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec

from veriscope.errors import MissingExtraError
from veriscope.model import Assessment, CheckName, Record
from veriscope.run.batch import failed
from veriscope.run.checks import applies

Assess = Callable[[Sequence[Record]], Sequence[Assessment]]
"""A check: records in, assessments of the same number out."""


@dataclass(frozen=True)
class Checked:
    """What became of one record: assessments, and the checks that had nothing to look at."""

    assessments: list[Assessment] = field(default_factory=list)
    not_applicable: list[CheckName] = field(default_factory=list)


def installed_checks() -> dict[CheckName, Assess]:
    """Return the checks that are installed with what they need."""
    found: dict[CheckName, Assess] = {}
    for name in CheckName:
        if find_spec(f"veriscope.{name}") is None:
            continue
        try:
            assess = getattr(import_module(f"veriscope.{name}"), "assess", None)
        except MissingExtraError:
            continue
        if assess is not None:
            found[name] = assess
    return found


def check_record(checks: Mapping[CheckName, Assess], record: Record) -> Checked:
    """Run every check that applies; one that breaks is a failure in its assessment."""
    checked = Checked()
    for name, assess in checks.items():
        if applies(name, record, database=True):
            checked.assessments.append(_run(name, assess, record))
        else:
            checked.not_applicable.append(name)
    return checked


def _run(name: CheckName, assess: Assess, record: Record) -> Assessment:
    try:
        return assess([record])[0]
    except Exception as error:  # noqa: BLE001 - the edge: a broken check must not hide the others
        return failed(name, record, error)
