"""Results as pages that a person reads: one self-contained file, no outside host."""

from typing import TYPE_CHECKING, Any

from veriscope.report.marks import Mark, Segment, segments

if TYPE_CHECKING:
    from veriscope.report.page import render_page

__all__ = ["Mark", "Segment", "render_page", "segments"]


def __getattr__(name: str) -> Any:
    # Pages need an extra; the words of a result do not.
    if name != "render_page":
        raise AttributeError(f"module 'veriscope.report' has no attribute {name!r}")
    from veriscope.report.page import render_page  # noqa: PLC0415

    return render_page
