"""The nouns: values that every room speaks of, on the standard library alone."""

from veriscope.model.answer import Answer
from veriscope.model.assessment import Assessment
from veriscope.model.breakdown import Breakdown, Calibration, Place
from veriscope.model.claim import (
    AspectDetail,
    BlockDetail,
    Claim,
    ClaimDetail,
    FigureDetail,
    WordsDetail,
)
from veriscope.model.evidence import Evidence
from veriscope.model.failure import Cause, Failure, Stage
from veriscope.model.history import History, Line, PastRun, Point, RunState, Standing
from veriscope.model.json_text import JSON, dump_json, parse_json
from veriscope.model.labels import BlockReason, CheckName, ClaimType, VerdictLabel
from veriscope.model.manifest import InputFile, Manifest
from veriscope.model.record import Aspect, Context, Gold, Record
from veriscope.model.review import HallucinationReview, ReviewStatus
from veriscope.model.run_times import RunTimes
from veriscope.model.score import Interval, Score
from veriscope.model.span import Span
from veriscope.model.summary import Gate, Summary
from veriscope.model.verdict import Author, AuthorKind, Verdict

__all__ = [
    "JSON",
    "Answer",
    "Aspect",
    "AspectDetail",
    "Assessment",
    "Author",
    "AuthorKind",
    "BlockDetail",
    "BlockReason",
    "Breakdown",
    "Calibration",
    "Cause",
    "CheckName",
    "Claim",
    "ClaimDetail",
    "ClaimType",
    "Context",
    "Evidence",
    "Failure",
    "FigureDetail",
    "Gate",
    "Gold",
    "HallucinationReview",
    "History",
    "InputFile",
    "Interval",
    "Line",
    "Manifest",
    "PastRun",
    "Place",
    "Point",
    "Record",
    "ReviewStatus",
    "RunState",
    "RunTimes",
    "Score",
    "Span",
    "Stage",
    "Standing",
    "Summary",
    "Verdict",
    "VerdictLabel",
    "WordsDetail",
    "dump_json",
    "parse_json",
]
