"""Amounts, percentages, dates and ratios read from text, exact and in linear time."""

from veriscope.figures.figure import Approximation, DateParts, Figure, FigureKind, RangeEnd
from veriscope.figures.reader import read_figures

__all__ = ["Approximation", "DateParts", "Figure", "FigureKind", "RangeEnd", "read_figures"]
