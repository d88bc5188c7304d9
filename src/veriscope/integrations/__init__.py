"""Veriscope inside other people's programs: notebooks, tables, frameworks."""
