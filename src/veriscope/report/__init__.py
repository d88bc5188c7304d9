"""Results as pages that a person reads: one self-contained file, no outside host."""

from veriscope.report.marks import Mark, Segment, segments
from veriscope.report.page import render_page

__all__ = ["Mark", "Segment", "render_page", "segments"]
