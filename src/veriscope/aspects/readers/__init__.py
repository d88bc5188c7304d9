"""Aspect files of other tools, read as they are."""

from veriscope.aspects.readers.files import read_rows
from veriscope.aspects.readers.shapes import Entry, entry_of, is_scorecard

__all__ = ["Entry", "entry_of", "is_scorecard", "read_rows"]
