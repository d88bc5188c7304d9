"""The flow: files in, checks and metrics over them, results out."""

from veriscope.run.profiling import FileProfile, profile_file

__all__ = ["FileProfile", "profile_file"]
