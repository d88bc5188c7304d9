"""Plots as inline SVG that follows the page's colours in light, dark and print.

Text stays text, and what is drawn in `INK` takes the colour of the page's text. What the other
modules need of the plotting library they take from here, where its absence has a name.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from veriscope.errors import MissingExtraError

try:
    import matplotlib as mpl
    from markupsafe import Markup
    from matplotlib.axes import Axes
    from matplotlib.dates import AutoDateLocator, ConciseDateFormatter
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator, PercentFormatter
except ImportError:  # pragma: no cover - the extra is installed wherever the tests run
    raise MissingExtraError("drawing plots", "report") from None

__all__ = [
    "INK",
    "MANY",
    "SERIES",
    "AutoDateLocator",
    "Axes",
    "ConciseDateFormatter",
    "MaxNLocator",
    "PercentFormatter",
    "svg",
    "svg_stack",
]

INK = "#010203"
"""Becomes the page's text colour."""
SERIES = ("#2a7f7b", "#c4623a", "#5b6fb5", "#b08a1e", "#8a4f9e", "#5f8a3a")
"""Colours that are told apart in light and dark and by people who see few colours."""
MANY = 2000
"""Over so many dots, they are drawn as one picture instead of one element each."""


@contextmanager
def _style() -> Iterator[None]:
    ink = ("axes.edgecolor", "axes.labelcolor", "text.color", "xtick.color", "ytick.color")
    settings: dict[str, object] = dict.fromkeys(ink, INK)
    settings |= {
        "svg.fonttype": "none",
        "svg.hashsalt": "veriscope",
        "font.family": "sans-serif",
        "font.size": 10,
        "text.parse_math": False,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.alpha": 0.25,
        "grid.color": INK,
        "legend.frameon": False,
        "figure.constrained_layout.use": True,
    }
    with mpl.rc_context(settings), warnings.catch_warnings():  # type: ignore[arg-type]
        # Text stays text: the reader's browser has the letters that the plotter's font lacks.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def svg(draw: Callable[[Axes], None], *, title: str, size: tuple[float, float] = (6.4, 3.6)) -> str:
    """Return what `draw` puts on one pair of axes, as an SVG element named `title`.

    The same drawing gives the same bytes.
    """
    return svg_stack([draw], title=title, size=size)


def svg_stack(
    draws: Sequence[Callable[[Axes], None]], *, title: str, size: tuple[float, float]
) -> str:
    """Return several drawings under each other, each of this size, as one SVG element."""
    out = io.StringIO()
    with _style():
        figure = Figure(figsize=(size[0], size[1] * len(draws)))
        for number, draw in enumerate(draws, start=1):
            draw(figure.add_subplot(len(draws), 1, number))
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    text = out.getvalue()
    text = text[text.index("<svg") :].replace(INK, "currentColor")
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    label = Markup.escape(title)
    return Markup(text.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1))  # noqa: S704
