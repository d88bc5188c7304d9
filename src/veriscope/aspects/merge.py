"""Several runs of the same samples (seeds): how much the rates move, and which verdicts hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, stdev
from typing import Any

from veriscope.aspects.aggregate import RATE_NAMES, aggregate_single_run, profile_of
from veriscope.aspects.tally import filtered_items, has_hallucinated_aspect

Outcome = tuple[bool, tuple[str, ...]]


def aggregate_merged(
    runs: Iterable[Iterable[Mapping[str, Any]]], profile_filter: str | None = None
) -> dict[str, Any]:
    """Sum up runs, each the scorecards of one seed.

    For each rate `…_mean` and `…_std` (with n - 1, so None for one run) over the runs in which it
    has a value; `runs` holds the runs themselves. `consistency` is the share of samples with the
    same flag in all runs, `consistency_terms` with the same kept terms; they are None unless some
    sample (`n_compared`) is in two runs. A sample is known by its text_id, else by its text.
    """
    singles: list[dict[str, Any]] = []
    outcomes: list[dict[Any, Outcome]] = []
    for rows in runs:
        kept = [r for r in rows if profile_filter is None or profile_of(r) == profile_filter]
        singles.append(aggregate_single_run(kept))
        compared = Outcomes()
        for row in kept:
            compared.add(row)
        outcomes.append(compared.found)
    return merged(singles, outcomes, profile_filter)


def merged(
    singles: Sequence[Mapping[str, Any]],
    outcomes: Sequence[Mapping[Any, Outcome]],
    profile_filter: str | None = None,
) -> dict[str, Any]:
    """Put runs that are summed up already beside each other."""
    filled = [single for single in singles if single["n"]]
    out: dict[str, Any] = {"n_runs": len(filled), "n": sum(single["n"] for single in filled)}
    for name in RATE_NAMES if filled else ():
        values = [single[name] for single in filled if single[name] is not None]
        out[f"{name}_mean"] = fmean(values) if values else None
        out[f"{name}_std"] = stdev(values) if len(values) > 1 else None
    if filled:
        out |= _consistency(outcomes)
        out["runs"] = list(filled)
    if profile_filter is not None:
        out["profile_filter"] = profile_filter
    return out


class Outcomes:
    """What is compared of each sample of a run; a name that comes again is told by its turn."""

    def __init__(self) -> None:
        self.found: dict[Any, Outcome] = {}
        self._seen: Counter[str] = Counter()

    def add(self, row: Mapping[str, Any]) -> None:
        """Take in one scorecard; one without a name cannot be compared."""
        name = sample_name(row)
        if name is not None:
            self._seen[name] += 1
            self.found[name, self._seen[name]] = outcome(row)


def sample_name(row: Mapping[str, Any]) -> str | None:
    """Return what the same sample is called in every run."""
    meta = row.get("meta")
    block = meta if isinstance(meta, Mapping) else {}
    for name in ("text_id", "input_text"):
        value = block.get(name)
        if value is not None:
            return f"{name}:{value}"
    return None


def outcome(row: Mapping[str, Any]) -> Outcome:
    """Return what is compared of a scorecard between runs."""
    kept = (str(f.get("term")) for f in filtered_items(row) if f.get("action") == "keep")
    return has_hallucinated_aspect(row), tuple(sorted(kept))


def _consistency(outcomes: Sequence[Mapping[Any, Outcome]]) -> dict[str, Any]:
    by_sample: dict[Any, list[Outcome]] = {}
    for run in outcomes:
        for name, found in run.items():
            by_sample.setdefault(name, []).append(found)
    compared = [found for found in by_sample.values() if len(found) > 1]
    n = len(compared)
    same_flag = sum(len({flag for flag, _ in found}) == 1 for found in compared)
    same_terms = sum(len({terms for _, terms in found}) == 1 for found in compared)
    return {
        "n_compared": n,
        "consistency": same_flag / n if n else None,
        "consistency_terms": same_terms / n if n else None,
    }
