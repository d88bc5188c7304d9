"""When a run went; `run.json`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from veriscope.model.codec import Noun


@dataclass(frozen=True)
class RunTimes(Noun):
    """Start and end of a run, beside the manifest, in which nothing depends on the hour.

    `ended` is `None` while the run goes and after it was killed; `finished` is false where it was
    stopped before its last record. A run that was resumed keeps its first start.
    """

    whole = True

    started: datetime
    ended: datetime | None = None
    finished: bool = False
