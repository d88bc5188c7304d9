"""What a reader sees first: each headline rate, and the place that lies furthest above it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import sqrt

from veriscope.model import Place, Score, Summary
from veriscope.report.words import HEADLINES

FINDS = ("transcription",)
"""Checks whose claims are what they found; of how many, nothing says."""
LENGTH = "characters of the answer"
"""A dimension that tells little at a glance: long answers have more of everything."""
OF_CLAIMS = ("mihr", "numeric_hallucination_rate", "far")
"""Headlines that are a rate of the claims that places count; the others know their groups only."""


@dataclass(frozen=True)
class Glance:
    """The one rate that tells a check, and the place that lies furthest above it."""

    score: Score
    failed: int
    place: Place | None


def glances(summary: Summary, places: Sequence[Place]) -> list[Glance]:
    """Return a glance for each check that measured something."""
    return [
        Glance(
            score,
            sum(score.n_failed.values()),
            furthest_above(check, places if metric in OF_CLAIMS else _groups(summary, score)),
        )
        for check, metric in HEADLINES.items()
        if (score := summary.score(metric, check)) and score.value is not None
    ]


def furthest_above(check: str, places: Iterable[Place]) -> Place | None:
    """Return the place whose share lies most standard errors above that of its dimension.

    So a source with 40 of 50 goes before one with 1 of 1, and before the largest one.
    """
    mine = (p for p in places if p.check == check and p.dimension != LENGTH)
    found = [
        scored for _, group in groupby(mine, lambda p: p.dimension) for scored in _above([*group])
    ]
    return max(found, key=lambda pair: pair[0])[1] if found else None


def _groups(summary: Summary, total: Score) -> list[Place]:
    """Return the groups of a score as places, in its own denominators."""
    return [
        Place(total.check or "", "group", one.group, round(one.value * one.n_scored), one.n_scored)
        for one in summary.scores
        if (one.metric, one.check) == (total.metric, total.check)
        and one.group is not None
        and one.value is not None
    ]


def _above(places: Sequence[Place]) -> Iterator[tuple[float, Place]]:
    """Yield the places over the share of all of them, with how far that is."""
    claims = sum(place.claims for place in places)
    share = sum(place.unsupported for place in places) / claims if claims else 0.0
    for place in places:
        more = place.unsupported - share * place.claims
        if len(places) > 1 and more > 0:
            yield more / sqrt(place.claims * share * (1 - share)), place
