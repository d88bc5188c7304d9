"""Records in, assessments out."""

from veriscope.io.assessments import read_assessments
from veriscope.io.records import BadLine, map_records, read_jsonl, read_records
from veriscope.io.rows import expand, format_of

__all__ = [
    "BadLine",
    "expand",
    "format_of",
    "map_records",
    "read_assessments",
    "read_jsonl",
    "read_records",
]
