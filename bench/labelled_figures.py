"""The labelled sentences: five domains, four languages, figures marked by hand.

A marked figure is `[text|kind|value|unit]`, a date `[text|date|2024-Q3]`. A line that starts with
`#` names the domain of those below it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from veriscope.figures import Figure, FigureKind, read_figures

DATA = Path(__file__).parent / "data" / "figures"
LOCALES = ("en", "fr", "de", "ko")
_MARK = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


@dataclass(frozen=True)
class Gold:
    """A figure as a person marked it."""

    span: tuple[int, int]
    kind: FigureKind
    says: str
    unit: str | None

    def is_read_as(self, figure: Figure) -> bool:
        """Whether a figure that was read is this one: place, kind, unit and exact value."""
        if figure.kind is not self.kind or figure.unit != self.unit:
            return False
        if not (figure.span[0] < self.span[1] and self.span[0] < figure.span[1]):
            return False
        if figure.date is not None:
            return shown(figure) == self.says
        return figure.value == Decimal(self.says)


@dataclass(frozen=True)
class Sentence:
    """One sentence with its figures."""

    text: str
    locale: str
    domain: str
    figures: tuple[Gold, ...]


def shown(figure: Figure) -> str:
    """Return a date as it is marked."""
    date = figure.date
    assert date is not None
    if date.month is not None:
        return f"{date.year}-{date.month:02d}" + (f"-{date.day:02d}" if date.day else "")
    side = f"-Q{date.quarter}" if date.quarter else f"-H{date.half}" if date.half else ""
    return f"{date.year}{side}"


def sentences() -> list[Sentence]:
    """Return all labelled sentences."""
    found = []
    for locale in LOCALES:
        domain = ""
        for line in (DATA / f"{locale}.txt").read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                domain = line.partition(":")[2].strip()
            elif line.strip():
                found.append(_sentence(line, locale, domain))
    return found


def _sentence(line: str, locale: str, domain: str) -> Sentence:
    text, figures, at = "", [], 0
    for mark in _MARK.finditer(line):
        text += line[at : mark.start()]
        kind, says, *unit = mark[2].split("|")
        span = (len(text), len(text) + len(mark[1]))
        figures.append(Gold(span, FigureKind(kind), says, unit[0] if unit else None))
        text += mark[1]
        at = mark.end()
    return Sentence(text + line[at:], locale, domain, tuple(figures))


@dataclass
class Tally:
    """How many figures of one kind were read rightly, read wrongly, and missed."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        """The share of what was read that is right."""
        return self.right / (self.right + self.wrong)

    @property
    def recall(self) -> float:
        """The share of what is there that was read."""
        return self.right / (self.right + self.missed)


def measure() -> tuple[dict[FigureKind, Tally], list[str]]:
    """Read every sentence; return the tallies by kind, and what went wrong in words."""
    tallies = {kind: Tally() for kind in FigureKind}
    faults = []
    for sentence in sentences():
        read = read_figures(sentence.text, locale=sentence.locale)
        left = list(read)
        for gold in sentence.figures:
            hit = next((figure for figure in left if gold.is_read_as(figure)), None)
            if hit is None:
                tallies[gold.kind].missed += 1
                faults.append(f"missed {gold.kind} {gold.says} in: {sentence.text}")
            else:
                tallies[gold.kind].right += 1
                left.remove(hit)
        for figure in left:
            tallies[figure.kind].wrong += 1
            faults.append(f"wrong {figure.kind} {figure.text!r} in: {sentence.text}")
    return tallies, faults
