"""A profile as a person reads it in a terminal."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from veriscope.metrics import ReliabilityLevel
from veriscope.metrics.fleiss import interpret_kappa
from veriscope.metrics.group_profile import GroupProfile
from veriscope.model import Score
from veriscope.run import FileProfile

TITLES = {
    "mihr": ("MiHR", "claims without ground"),
    "mahr": ("MaHR", "answers with such a claim"),
    "factscore": ("FactScore", "claims supported"),
    "consensus_f1": ("Consensus F1", "keeping to what models share"),
    "fleiss_kappa": ("Fleiss' kappa", "agreement of the judges"),
    "high_uncertainty_rate": ("Uncertain", "records over the threshold"),
    "far": ("FAR", "made-up things accepted"),
}
SHORT = {"consensus_f1": "F1", "fleiss_kappa": "kappa", "high_uncertainty_rate": "unsure"}
COEFFICIENTS = ("consensus_f1", "fleiss_kappa")
"""Metrics that are no shares, and so are not shown in per cent."""
COLOURS = {
    ReliabilityLevel.HIGH: "green",
    ReliabilityLevel.MEDIUM: "yellow",
    ReliabilityLevel.LOW: "red",
}


def print_profiles(found: FileProfile, console: Console) -> None:
    """Print the sentence, the table of metrics, and a table of groups if there are any."""
    console.print(_sentence(found.total))
    console.print(_metrics(found.total))
    if found.groups:
        console.print(_groups(found))
    if found.skipped_lines:
        lines = "line" if found.skipped_lines == 1 else "lines"
        console.print(
            f"{found.skipped_lines} {lines} could not be read; they stand in every denominator, "
            "and the bounds say how far they could move each figure."
        )


def _sentence(group: GroupProfile) -> Text:
    """Say the main thing in one sentence, and the class."""
    mihr = group.profile.mihr
    level = group.profile.reliability
    if mihr is None or mihr.value is None:
        start = f"{group.n_records} records without any claim that was judged"
    else:
        start = (
            f"{mihr.unsupported_claims} of {mihr.total_claims} claims in "
            f"{group.n_records} records have no ground ({100 * mihr.value:.1f} %)"
        )
    based = "no evidence" if group.profile.evidence == "none" else group.profile.evidence
    return Text.assemble(
        f"\n{start}. Reliability: ",
        (level.upper(), f"bold {COLOURS[level]}"),
        f" (from {based.replace(',', ', ')}).\n",
    )


def _value(score: Score) -> str:
    if score.value is None:
        return "–"
    if score.metric in COEFFICIENTS:
        return f"{score.value:.3f}"
    return f"{100 * score.value:.1f} %"


def _range(score: Score, limits: tuple[float, float] | None) -> str:
    if limits is None:
        return ""
    if score.metric in COEFFICIENTS:
        return f"{limits[0]:.3f} to {limits[1]:.3f}"
    return f"{100 * limits[0]:.1f} to {100 * limits[1]:.1f} %"


def _metrics(group: GroupProfile) -> Table:
    """Return one row a metric; those without any input are left out."""
    table = Table(title="Profile", title_justify="left")
    failed = bool(sum(group.n_failed.values()))
    with_interval = any(score.interval for score in group.scores)
    table.add_column("metric")
    table.add_column("value", justify="right")
    if with_interval:
        table.add_column("interval", justify="right")
    table.add_column("of", justify="right")
    if failed:
        table.add_column("if all skipped were good / bad", justify="right")
    table.add_column("what it says")
    for name, (title, meaning) in TITLES.items():
        score = group.score(name)
        if score.value is None and not score.n_scored:
            continue
        word = f": {interpret_kappa(score.value)}" if name == "fleiss_kappa" else ""
        row = [title, _value(score)]
        row += [_range(score, score.interval)] if with_interval else []
        row += [f"{score.n_scored:,}"]
        row += [_range(score, score.bounds)] if failed else []
        table.add_row(*row, score.undefined or meaning + word)
    return table


def _groups(found: FileProfile) -> Table:
    """Return one row a group, and one for all; a metric that no group has gets no column."""
    rows = [*found.groups, found.total]
    # FactScore is what MiHR leaves; on one line with it, it says nothing new.
    names = [n for n in TITLES if n != "factscore" and any(r.score(n).n_scored for r in rows)]
    table = Table(title=f"By {found.by}", title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(found.by or "", overflow="fold", min_width=8)
    table.add_column("n", justify="right", no_wrap=True)
    for name in names:
        table.add_column(SHORT.get(name, TITLES[name][0]), justify="right", no_wrap=True)
    table.add_column("class", no_wrap=True)
    for row in rows:
        if row is found.total:
            table.add_section()
        level = row.profile.reliability
        table.add_row(
            Text(row.group or "all"),
            f"{row.n_records:,}",
            *(_with_interval(row.score(name)) for name in names),
            Text(level.upper(), style=COLOURS[level]),
        )
    return table


def _with_interval(score: Score) -> str:
    if score.interval is None:
        return _value(score)
    scale, places = (1, 2) if score.metric in COEFFICIENTS else (100, 0)
    low, high = (f"{scale * limit:.{places}f}" for limit in score.interval)
    return f"{_value(score)}\n{low}–{high}"
