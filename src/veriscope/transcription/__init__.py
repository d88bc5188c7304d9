"""Transcription: what an OCR engine or a vision model put on the page that is not there."""

from veriscope.transcription.aggregate import (
    aggregate_hallucination_metrics,
    engine_flag_reasons,
)
from veriscope.transcription.alignment import (
    LineErrors,
    character_error_rate,
    line_errors,
    word_error_rate,
)
from veriscope.transcription.block import HallucinatedBlock
from veriscope.transcription.check import assess
from veriscope.transcription.corpus import measure_pages
from veriscope.transcription.engines import EngineReport, compare_engines
from veriscope.transcription.examine import Examination, examine, left_out
from veriscope.transcription.findings import Finding
from veriscope.transcription.measure import compute_hallucination_metrics
from veriscope.transcription.metrics import BadgeReason, HallucinationMetrics
from veriscope.transcription.page_reason import PageReason, page_reasons
from veriscope.transcription.page_set import PageSet, read_page_set
from veriscope.transcription.profile import Profile, Reading

__all__ = [
    "BadgeReason",
    "EngineReport",
    "Examination",
    "Finding",
    "HallucinatedBlock",
    "HallucinationMetrics",
    "LineErrors",
    "PageReason",
    "PageSet",
    "Profile",
    "Reading",
    "aggregate_hallucination_metrics",
    "assess",
    "character_error_rate",
    "compare_engines",
    "compute_hallucination_metrics",
    "engine_flag_reasons",
    "examine",
    "left_out",
    "line_errors",
    "measure_pages",
    "page_reasons",
    "read_page_set",
    "word_error_rate",
]
