"""One sample of a file, in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from veriscope.aspects.offsets import OffsetUnit
from veriscope.aspects.readers import is_scorecard, read_rows
from veriscope.aspects.scorecard import make_scorecard
from veriscope.aspects.survey import unit_of
from veriscope.aspects.terms import DEFAULT_LISTS, TermLists
from veriscope.aspects.worst import ItemView, SampleView, name_of, view_scorecard
from veriscope.errors import InputError
from veriscope.io import BadLine


def explain_sample(path: str | Path, name: str, lists: TermLists = DEFAULT_LISTS) -> str:
    """Say for each aspect of one sample whether it was kept, and why.

    `name` is the sample's text_id; a sample without one is known by its number in the file.
    """
    found = unit_of(path).unit
    for turn, row in enumerate(_samples(path), start=1):
        judged = is_scorecard(row)
        unit = OffsetUnit.CHARACTERS if judged else found
        own = name_of(row if judged else {"meta": row}, turn)
        if own == name:
            card = row if judged else make_scorecard(row, lists=lists, unit=unit)
            return "\n".join(_lines(view_scorecard(card, own, unit), unit))
    raise InputError(f"no sample is called {name!r}", source=str(path))


def _samples(path: str | Path) -> Iterator[dict[str, object]]:
    return (row for row in read_rows(path) if not isinstance(row, BadLine))


def _lines(sample: SampleView, unit: OffsetUnit) -> Iterator[str]:
    yield f"sample  {printable(sample.name)}"
    yield f"text    {'(not in the scorecard)' if sample.text is None else printable(sample.text)}"
    if unit is not OffsetUnit.CHARACTERS:
        yield f"spans   count {unit.value}"
    if not sample.items:
        yield "no aspects"
    for item in sample.items:
        yield ""
        yield from _item(item, sample.text)


def _item(item: ItemView, text: str | None) -> Iterator[str]:
    cause = f" ({item.cause})" if item.cause else ""
    yield f"{item.action}{cause}  {printable(item.term)!r}: {item.reason}"
    stands = ""
    if text is not None and item.place is not None:
        stands = f", where the text has {printable(text[slice(*item.place)])!r}"
    yield f"  claimed {printable(item.claimed_text)}{stands}"
    if item.cause == "H2" and item.found is not None:
        safe = "the only place it can mean, so it can be repaired"
        open_ = "it could mean another place too, so it is not repaired"
        why = safe if item.repairable else open_
        yield f"  found   {item.found[0]}–{item.found[1]}; {why}"


def printable(text: str) -> str:
    """Return a text that cannot steer a terminal: what does not print is written as its code."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
