"""An answer with everything that was found in it, as a report shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veriscope.model.assessment import Assessment
from veriscope.model.codec import Noun
from veriscope.model.record import Record


@dataclass(frozen=True)
class Answer(Noun):
    """One answer with what the checks found: what a report shows of it."""

    record: Record
    assessments: Sequence[Assessment]
    row: int
