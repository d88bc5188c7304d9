"""Results as pages that a person reads: one self-contained file, no outside host."""

from typing import Any

from veriscope.report.marks import Mark, Segment, segments

__all__ = ["Mark", "Segment", "render_page", "segments"]


def __getattr__(name: str) -> Any:
    """Load what makes pages when it is asked for: a terminal needs no template."""
    if name != "render_page":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from veriscope.report.page import render_page  # noqa: PLC0415 - an extra

    return render_page
