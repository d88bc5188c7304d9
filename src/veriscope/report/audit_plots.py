"""The plots of an audit."""

from __future__ import annotations

from collections.abc import Sequence

from veriscope.model import Breakdown, Score
from veriscope.report.plots import INK, SERIES, Axes, MaxNLocator, PercentFormatter, svg
from veriscope.report.words import TITLES

LONGEST = 24
"""So many characters of a group's name stand beside its rate."""


def group_plot(scores: Sequence[Score]) -> str:
    """Return the rate of each group with its interval, the groups from top to bottom."""
    places = range(len(scores), 0, -1)
    title = f"{scores[0].check}: {TITLES[scores[0].metric]}"

    def draw(axes: Axes) -> None:
        for place, score in zip(places, scores, strict=True):
            if score.interval is not None:
                axes.plot(score.interval, [place, place], color=SERIES[0], linewidth=2)
        axes.scatter([score.value or 0.0 for score in scores], places, 36, SERIES[0], zorder=3,
                     clip_on=False)  # fmt: skip
        axes.set_yticks(places, [_short(score.group or "") for score in scores])
        axes.set_ylim(0.4, len(scores) + 0.6)
        axes.set_xlim(left=0)
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.set_xlabel(title)

    return svg(draw, title=f"{title}, by group", size=(5.2, 1.1 + 0.26 * len(scores)))


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def score_plot(check: str, bins: Sequence[int]) -> str:
    """Return how the scores of a check are spread: how many answers at each height."""
    width = 1 / len(bins)

    def draw(axes: Axes) -> None:
        axes.bar([i * width for i in range(len(bins))], bins, width * 0.92, 0, align="edge",
                 color=SERIES[0])  # fmt: skip
        axes.set_xlim(0, 1)
        axes.set_axisbelow(True)
        axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
        axes.set_xlabel(f"{check}: score of an answer (1 is wholly grounded)")
        axes.set_ylabel("answers")

    return svg(draw, title=f"Spread of the {check} scores", size=(5.2, 2.6))


def calibration_plot(breakdown: Breakdown) -> str:
    """Return how often answers of some support are good, against the line of perfect knowledge."""
    points = breakdown.calibration

    def draw(axes: Axes) -> None:
        axes.plot([0, 1], [0, 1], color=INK, linewidth=1, linestyle="--")
        sizes = [20 + 2 * min(point.answers, 100) for point in points]
        axes.scatter(
            [p.mean_support for p in points], [p.share_good for p in points], sizes, SERIES[1]
        )
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1)
        axes.set_xlabel("least support of an answer's claims")
        axes.set_ylabel("share that people call good")

    return svg(draw, title="Calibration against the gold labels", size=(5.2, 2.6))
