"""The page on aspect terms: the causes as a stacked bar, and the worst samples marked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from veriscope.aspects.aggregate import RATE_NAMES
from veriscope.aspects.survey import Survey
from veriscope.aspects.worst import ItemView, SampleView
from veriscope.report.marks import Mark
from veriscope.report.page import render_page
from veriscope.report.plots import INK, SERIES, Axes, svg

CAUSES = (
    ("H1", "invented: nowhere in the text", "bad"),
    ("H2", "misaligned: in the text, not at its span", "doubt"),
    ("filter", "no valid target", "other"),
)
TITLES = {
    "aspect_hallucination_rate": "Samples with a dropped aspect",
    "aspect_hallucination_rate_H1": "… an invented term",
    "aspect_hallucination_rate_H2": "… a misaligned span",
    "aspect_hallucination_rate_filter": "… no valid target",
    "aspect_drop_rate": "Dropped aspects",
    "aspect_drop_rate_H1": "… invented terms",
    "aspect_drop_rate_H2": "… misaligned spans",
    "aspect_drop_rate_filter": "… no valid targets",
}


@dataclass(frozen=True)
class RunView:
    """One file as the page shows it."""

    name: str
    result: Mapping[str, Any]
    survey: Survey
    worst: Sequence[SampleView]


def render_aspects(
    surveys: Sequence[Survey],
    results: Sequence[Mapping[str, Any]],
    merged: Mapping[str, Any] | None = None,
) -> str:
    """Return the page on one or several runs."""
    runs = [
        RunView(survey.source, result, survey, survey.worst.views())
        for survey, result in zip(surveys, results, strict=True)
    ]
    return render_page(
        "aspects.html.j2",
        runs=runs,
        merged=merged,
        rates=[(name, TITLES[name]) for name in RATE_NAMES],
        causes=CAUSES,
        bar=causes_bar([run.name for run in runs], results),
        marks=sample_marks,
        tag=tag_of,
    )


def causes_bar(names: Sequence[str], results: Sequence[Mapping[str, Any]]) -> str:
    """Return a bar a run: of all its aspects, the shares that were kept and dropped by cause."""
    labels = [_short(name) for name in names]

    def draw(axes: Axes) -> None:
        left = [0.0] * len(results)
        for title, key, colour in _PARTS:
            widths = [_part(result, key) for result in results]
            rows = list(range(len(results)))
            axes.barh(rows, widths, left=left, color=colour, label=title, height=0.6)
            left = [a + b for a, b in zip(left, widths, strict=True)]
        axes.set_yticks(range(len(results)), labels)
        axes.invert_yaxis()
        axes.set_xlim(0, 1)
        axes.set_xlabel("share of aspects")
        axes.tick_params(colors=INK)
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4, fontsize=9)

    height = 1.6 + 0.42 * len(results)
    return svg(draw, title="Aspects by cause, a bar a run", size=(8.0, height))


_PARTS = (
    ("kept", None, SERIES[0]),
    ("invented (H1)", "aspect_drop_rate_H1", SERIES[1]),
    ("misaligned (H2)", "aspect_drop_rate_H2", SERIES[3]),
    ("no valid target", "aspect_drop_rate_filter", SERIES[2]),
)


def _part(result: Mapping[str, Any], key: str | None) -> float:
    rate = result.get("aspect_drop_rate")
    if rate is None:
        return 0.0
    return float(1 - rate if key is None else result[key])


def _short(name: str) -> str:
    """Cut a long path from its front."""
    return name if len(name) <= 36 else f"…{name[-35:]}"


def sample_marks(sample: SampleView) -> list[Mark]:
    """Mark where each dropped term is claimed to stand, and where it stands; kept ones as good."""
    marks: list[Mark] = []
    for item in sample.items:
        if item.action == "keep" and item.place is not None:
            marks.append(Mark(item.place, "good", f"kept: {item.term}"))
            continue
        if item.place is not None:
            marks.append(Mark(item.place, tag_of(item), f"claimed for: {item.term}"))
        if item.cause == "H2" and item.found is not None:
            marks.append(Mark(item.found, "good found", f"stands here: {item.term}"))
    return marks


def tag_of(item: ItemView) -> str:
    """Return the colour class of an aspect."""
    if item.action == "keep":
        return "good"
    return next((style for cause, _, style in CAUSES if cause == item.cause), "bad")
