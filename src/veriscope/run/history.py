"""Past runs to lines: each metric through time, and whether it keeps its target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from veriscope.errors import InputError
from veriscope.model import CheckName, History, Line, Point, Score, Standing
from veriscope.run.gates import Rule
from veriscope.run.past import Found, read_runs

Key = tuple[str, str]
"""A check and a metric."""


@dataclass(frozen=True)
class Wanted:
    """A metric, of one check if it names one."""

    check: str | None
    metric: str

    def fits(self, key: Key) -> bool:
        """Whether it means this check and metric."""
        return self.metric == key[1] and self.check in (None, key[0])


def parse_metric(text: str) -> Wanted:
    """Read `metric` or `check.metric`."""
    check, _, metric = text.strip().rpartition(".")
    return Wanted(check or None, metric)


def read_history(
    inputs: Sequence[str],
    *,
    metrics: Sequence[Wanted] | None = None,
    default: Sequence[Wanted] = (),
    targets: Sequence[Rule] = (),
    by: str | None = None,
) -> History:
    """Read the runs in folders into lines over time.

    Without `metrics` those of `default` are taken that the runs have. A target is a rule that a
    run should meet: `mihr<=0.1`. With `by` the groups of those runs are lines too that were
    grouped so.
    """
    found, without = read_runs(inputs)
    known = _known(found)
    for one, field in [(m, "--metric") for m in metrics or ()] + [
        (Wanted(t.check, t.metric), "--target") for t in targets
    ]:
        _check_known(one, known, field)
    wanted = [*(metrics or default), *(Wanted(t.check, t.metric) for t in targets)]
    keys = [key for key in known if any(one.fits(key) for one in wanted)]
    groups = _groups(found, by) if by is not None else []
    lines = [_line(found, key, group, by) for key in keys for group in (None, *groups)]
    lines = [line for line in lines if line.group is None or any(p.score for p in line.points)]
    return History(
        by=by,
        runs=tuple(one.run for one in found),
        lines=tuple(lines),
        standings=tuple(
            _standing(target, line, found)
            for target in targets
            for line in lines
            if line.group is None
            and Wanted(target.check, target.metric).fits((line.check, line.metric))
        ),
        passed_over=tuple(without),
    )


def _known(found: Iterable[Found]) -> list[Key]:
    """Return what the runs measured, in the order of the checks."""
    scores = [s for one in found if one.summary for s in one.summary.scores]
    keys = dict.fromkeys((s.check or "", s.metric) for s in scores)
    order = list(map(str, CheckName))
    return sorted(keys, key=lambda key: order.index(key[0]) if key[0] in order else len(order))


def _check_known(wanted: Wanted, known: Sequence[Key], field: str) -> None:
    if not any(wanted.fits(key) for key in known):
        there = ", ".join(f"{check}.{metric}" for check, metric in known) or "none at all"
        name = f"{wanted.check}.{wanted.metric}" if wanted.check else wanted.metric
        raise InputError(f"no run has {name!r}; there are {there}", field=field)


def _groups(found: Iterable[Found], by: str) -> list[str]:
    """Return the groups of the runs that were grouped by a name."""
    settings = [one.manifest.settings.get("by") for one in found if one.manifest and one.summary]
    if by not in settings:
        names = sorted({repr(name) for name in settings if name is not None})
        there = f"they are by {', '.join(names)}" if names else "none is grouped"
        raise InputError(f"no run is grouped by {by!r}: {there}", field="--by")
    scores = [s for one in found if _grouped(one, by) and one.summary for s in one.summary.scores]
    return sorted({score.group for score in scores if score.group is not None})


def _grouped(one: Found, by: str | None) -> bool:
    return one.manifest is not None and one.manifest.settings.get("by") == by


def _line(found: Sequence[Found], key: Key, group: str | None, by: str | None) -> Line:
    points = []
    drawn = False
    for number, one in enumerate(found):
        if one.summary is None:
            continue
        check, metric = key
        has = group is None or _grouped(one, by)
        score = one.summary.score(metric, check, group) if has else None
        coverage = one.summary.score("coverage", check, group) if has else None
        measured = one.placed and score is not None and score.value is not None
        joined = measured and drawn and not one.run.breaks
        drawn = measured if one.placed else drawn
        at = one.run.started
        points.append(Point(number, at, score, coverage.value if coverage else None, joined))
    return Line(key[0], key[1], group, tuple(points))


def _standing(target: Rule, line: Line, found: Sequence[Found]) -> Standing:
    """Hold the last run that measured a metric to its target, and look back from there."""
    measured = [p for p in line.points if p.at is not None and p.value is not None]
    broken = list(takewhile(lambda p: not _meets(target, p.value), reversed(measured)))
    last = measured[-1] if measured else None
    since = broken[-1] if broken else None
    certain = list(takewhile(lambda p: _surely_breaks(target, p.score), broken))
    return Standing(
        target=target.text,
        check=line.check,
        metric=line.metric,
        limit=target.limit,
        kept=None if last is None else not broken,
        value=last.value if last else None,
        at=last.at if last else None,
        runs=len(broken),
        since=since.at if since else None,
        certain_since=certain[-1].at if certain else None,
        changed=any(found[point.run].run.breaks for point in broken[:-1]),
    )


def _meets(target: Rule, value: float | None) -> bool:
    return value is not None and target.is_so(value)


def _surely_breaks(target: Rule, score: Score | None) -> bool:
    """Whether no value within the interval meets the target."""
    if score is None or score.interval is None:
        return False
    return not any(target.is_so(limit) for limit in score.interval)
