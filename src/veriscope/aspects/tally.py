"""One sample as a few integers: what every rate of this check is a sum of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from veriscope.aspects.judge import DropCause
from veriscope.errors import InputError
from veriscope.model import Assessment


class SampleTally(NamedTuple):
    """Whether a sample is hallucinated and by which causes (0 or 1), and its aspects counted."""

    hallucinated: int
    invented: int
    misaligned: int
    no_target: int
    aspects: int
    drops: int
    drops_invented: int
    drops_misaligned: int
    drops_no_target: int


def has_hallucinated_aspect(record: Mapping[str, Any]) -> bool:
    """Whether a scorecard reports a hallucinated aspect, by its flag or by a dropped item.

    The block `ate_score` stands in where `ate` is missing. A block that is null or no object
    counts as absent; the flag counts only when it is the boolean True.
    """
    score = record.get("ate")
    if score is None:
        score = record.get("ate_score")
    if isinstance(score, Mapping) and score.get("hallucination_flag") is True:
        return True
    return any(f.get("action") == "drop" for f in filtered_items(record))


def filtered_items(record: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the items of `inputs.ate_debug.filtered`; whatever is null or no object is absent."""
    block: Any = record
    for name in ("inputs", "ate_debug"):
        block = block.get(name)
        if not isinstance(block, Mapping):
            return
    items = block.get("filtered")
    if isinstance(items, (list, tuple)):
        yield from (f for f in items if isinstance(f, Mapping))


def tally_scorecard(record: Mapping[str, Any]) -> SampleTally:
    """Count one scorecard. A drop without a cause counts as a drop of no cause."""
    if not isinstance(record, Mapping):
        raise InputError("a scorecard must be an object")
    items = list(filtered_items(record))
    causes = [f.get("cause") for f in items if f.get("action") == "drop"]
    return _tally(has_hallucinated_aspect(record), len(items), causes)


def tally_assessment(assessment: Assessment) -> SampleTally:
    """Count one assessment of this check."""
    causes = [getattr(claim.detail, "cause", None) for claim in assessment.claims]
    dropped = [cause for cause in causes if cause is not None]
    return _tally(assessment.flagged, len(causes), dropped)


def _tally(hallucinated: bool, aspects: int, causes: list[Any]) -> SampleTally:
    invented, misaligned, no_target = (causes.count(cause) for cause in DropCause)
    return SampleTally(
        hallucinated=int(hallucinated),
        invented=int(invented > 0),
        misaligned=int(misaligned > 0),
        no_target=int(no_target > 0),
        aspects=aspects,
        drops=len(causes),
        drops_invented=invented,
        drops_misaligned=misaligned,
        drops_no_target=no_target,
    )
