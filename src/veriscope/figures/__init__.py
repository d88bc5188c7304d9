"""Amounts, percentages, dates and ratios read from text, exact and in linear time."""

from veriscope.figures.cells import Cell, read_cells
from veriscope.figures.figure import Approximation, DateParts, Figure, FigureKind, RangeEnd
from veriscope.figures.reader import read_figures

__all__ = [
    "Approximation",
    "Cell",
    "DateParts",
    "Figure",
    "FigureKind",
    "RangeEnd",
    "read_cells",
    "read_figures",
]
