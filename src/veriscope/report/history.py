"""Past runs over time: a page, the same in Markdown, and the plots alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from veriscope.errors import InputError
from veriscope.model import History, Line
from veriscope.report import history_words as words
from veriscope.report.history_plots import can_draw, drawn, history_plot, panels
from veriscope.report.page import cell, environment, render_page
from veriscope.report.words import shown, shown_range


def write_history(history: History, path: Path) -> None:
    """Write a history as its file's ending says: .html, .md or .svg."""
    make = WRITERS.get(path.suffix.lower())
    if make is None:
        raise InputError(f"must end in {', '.join(WRITERS)}", field="--out", source=str(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(make(history).encode("utf-8", "replace"))
    except OSError as error:
        raise InputError(error.strerror or "cannot be written", source=str(path)) from None


def html_page(history: History) -> str:
    """Return the self-contained page."""
    sections = [
        (lines, history_plot(history, [lines]) if can_draw(lines) else None, _hidden(lines))
        for lines in panels(history)
    ]
    return render_page("history.html.j2", history=history, sections=sections, **_words())


def markdown(history: History) -> str:
    """Return the tables for a wiki."""
    page = environment().get_template("history.md.j2")
    return page.render(history=history, sections=panels(history), cell=cell, **_words())


def plots_alone(history: History) -> str:
    """Return the plots as an SVG document."""
    with_points = [lines for lines in panels(history) if can_draw(lines)]
    if not with_points:
        raise InputError("no run with a time measured anything: there is nothing to draw")
    return history_plot(history, with_points, titled=True) + "\n"


def _hidden(lines: Sequence[Line]) -> int:
    """Return how many lines have no room in the plot."""
    return len(lines) - len(drawn(lines))


def _words() -> dict[str, object]:
    return {"words": words, "shown": shown, "shown_range": shown_range}


WRITERS: dict[str, Callable[[History], str]] = {
    ".html": html_page,
    ".md": markdown,
    ".svg": plots_alone,
}
