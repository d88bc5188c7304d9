"""Facts from source chunks: the figures of their prose, tables and JSON."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from veriscope.errors import InputError
from veriscope.figures import Cell, Figure, FigureKind, read_cells, read_figures
from veriscope.numeric.config import HallucinationConfig
from veriscope.numeric.facts import Fact, Passage
from veriscope.numeric.names import MetricNames, Speech
from veriscope.numeric.sentence import all_words, key_words, years_of


def source_text(source: object, place: str) -> tuple[str, str | int | None]:
    """Return text and id of a source: a dict with `chunk_text` (or `text`) and `chunk_id`."""
    if not isinstance(source, Mapping):
        raise InputError("must be an object with chunk_text and chunk_id", field=place)
    text = source.get("chunk_text", source.get("text"))
    if text is None:
        return "", source.get("chunk_id")
    if not isinstance(text, str):
        raise InputError("must be a string", field=f"{place}.chunk_text")
    return text, source.get("chunk_id")


def document_facts(
    sources: Sequence[Any] | None, names: MetricNames, config: HallucinationConfig
) -> list[Fact]:
    """Return the figures of the first `MAX_SOURCE_CHECKS` sources."""
    if sources is None:
        return []
    if isinstance(sources, (str, bytes, Mapping)) or not isinstance(sources, Sequence):
        raise InputError("must be a list of objects", field="sources")
    facts: list[Fact] = []
    for i, source in enumerate(sources[: config.MAX_SOURCE_CHECKS]):
        text, chunk_id = source_text(source, f"sources[{i}]")
        facts += _chunk_facts(text, chunk_id, names, config)
    return facts


def _chunk_facts(
    text: str, chunk_id: str | int | None, names: MetricNames, config: HallucinationConfig
) -> list[Fact]:
    figures = read_figures(text, locale=config.LOCALE, day_first=config.DAY_FIRST)
    cells = read_cells(text, locale=config.LOCALE)
    starts = [cell.span[0] for cell in cells]
    speech = Speech(text, figures, names)
    facts = [
        _prose_fact(figure, speech, chunk_id)
        for figure in figures
        if figure.kind is FigureKind.DATE or not _inside(figure, cells, starts)
    ]
    facts += [_upper_fact(f, speech, chunk_id) for f in figures if f.upper is not None]
    return facts + [_cell_fact(cell, text, chunk_id, names) for cell in cells]


def _cell_fact(cell: Cell, text: str, chunk_id: str | int | None, names: MetricNames) -> Fact:
    named = names.mentions(cell.label)
    return Fact(
        cell.kind,
        cell.value,
        Passage(chunk_id, cell.span, text[slice(*cell.span)]),
        cell.unit,
        metric=named[-1].metric if named else None,
        label=key_words(cell.label) or all_words(cell.label),
        years=years_of(f"{cell.label} {cell.heading} {cell.section}"),
        around=key_words(f"{cell.section} {cell.heading}"),
        in_table=True,
    )


def _inside(figure: Figure, cells: Sequence[Cell], starts: Sequence[int]) -> bool:
    """Whether a figure stands in a cell, which knows more of it: its row and its scale."""
    i = bisect_right(starts, figure.span[0])
    return i > 0 and figure.span[0] < cells[i - 1].span[1]


def _prose_fact(figure: Figure, speech: Speech, chunk_id: str | int | None) -> Fact:
    sentence = speech.about(figure)
    return Fact(
        figure.kind,
        figure.value,
        Passage(chunk_id, figure.span, figure.text),
        figure.unit,
        figure.date,
        speech.metric_of(figure),
        sentence.words,
        sentence.years,
    )


def _upper_fact(figure: Figure, speech: Speech, chunk_id: str | int | None) -> Fact:
    low = _prose_fact(figure, speech, chunk_id)
    return Fact(low.kind, figure.upper, low.place, low.unit, None, low.metric, low.label, low.years)
