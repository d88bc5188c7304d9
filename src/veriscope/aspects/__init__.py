"""Aspect terms against their source spans: invented, misaligned, or no valid target."""

from veriscope.aspects.aggregate import aggregate_single_run
from veriscope.aspects.check import applies, assess
from veriscope.aspects.filtering import build_filtered_aspects
from veriscope.aspects.gold import SpanCounts, span_f1
from veriscope.aspects.judge import DropCause
from veriscope.aspects.merge import aggregate_merged
from veriscope.aspects.offsets import OffsetUnit
from veriscope.aspects.rates import score_assessments
from veriscope.aspects.readers import entry_of, read_rows
from veriscope.aspects.repair import repair_aspects, repair_entry
from veriscope.aspects.scorecard import ate_score, make_scorecard
from veriscope.aspects.survey import Options, Survey, survey
from veriscope.aspects.tally import has_hallucinated_aspect
from veriscope.aspects.terms import TermLists, load_terms
from veriscope.aspects.units import UnitReport, detect_unit

__all__ = [
    "DropCause",
    "OffsetUnit",
    "Options",
    "SpanCounts",
    "Survey",
    "TermLists",
    "UnitReport",
    "aggregate_merged",
    "aggregate_single_run",
    "applies",
    "assess",
    "ate_score",
    "build_filtered_aspects",
    "detect_unit",
    "entry_of",
    "has_hallucinated_aspect",
    "load_terms",
    "make_scorecard",
    "read_rows",
    "repair_aspects",
    "repair_entry",
    "score_assessments",
    "span_f1",
    "survey",
]
