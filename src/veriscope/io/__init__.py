"""Records in, assessments out."""

from veriscope.io.jsonl import BadLine, read_jsonl, read_records

__all__ = ["BadLine", "read_jsonl", "read_records"]
