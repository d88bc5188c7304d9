"""The scorecards of one run, summed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from veriscope.aspects.rates import RATES, project
from veriscope.aspects.tally import SampleTally, tally_scorecard
from veriscope.metrics.metric import total

LEVEL = 0.95
RATE_NAMES = tuple(rate.name for rate in RATES)


def profile_of(row: Mapping[str, Any]) -> Any:
    """Return the profile of a scorecard or of a model output, None where it has none."""
    for block in (row, row.get("meta"), row.get("metadata")):
        if isinstance(block, Mapping) and block.get("profile") is not None:
            return block["profile"]
    return None


def aggregate_single_run(
    rows: Iterable[Mapping[str, Any]], profile_filter: str | None = None
) -> dict[str, Any]:
    """Sum up scorecards; with `profile_filter` those of one profile alone.

    Nothing left is `{"n": 0}`, never the rows of another profile. A rate over aspects is None
    where no sample has any. `intervals` holds the 95 % interval of each rate that has a value.
    """
    counts: Counter[SampleTally] = Counter()
    for row in rows:
        tally = tally_scorecard(row)
        if profile_filter is None or profile_of(row) == profile_filter:
            counts[tally] += 1
    return summed(counts, profile_filter)


def summed(counts: Mapping[SampleTally, int], profile_filter: str | None = None) -> dict[str, Any]:
    """Turn counted sample tallies into the rates of a run."""
    n = sum(counts.values())
    out: dict[str, Any] = {"n": n}
    if n:
        all_ = SampleTally(*total({tuple(tally): times for tally, times in counts.items()}))
        with_aspects = sum(times for tally, times in counts.items() if tally.aspects)
        scores = {rate.name: rate.score(project(rate, counts), level=LEVEL) for rate in RATES}
        out |= {"n_hallucinated": all_.hallucinated, "n_with_aspects": with_aspects}
        out |= {"n_aspects": all_.aspects, "n_dropped": all_.drops}
        out |= {name: score.value for name, score in scores.items()}
        measured = {name: score.interval for name, score in scores.items() if score.interval}
        out["intervals"] = {name: list(interval) for name, interval in measured.items()}
    if profile_filter is not None:
        out["profile_filter"] = profile_filter
    return out
