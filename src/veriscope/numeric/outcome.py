"""What became of one claim: verified or not, by what, and how far off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from veriscope.figures import Figure, FigureKind
from veriscope.figures.numerals import shown
from veriscope.numeric.facts import Fact, Origin, show_date

CONTEXT = 50
"""How many characters of the answer a claim shows on each side."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of the check for one figure.

    `evidence` are the facts that verify it; `nearest` is the closest fact that does not. `basis`
    says in words what was compared, `actual` and `difference` the numbers of it; `derivation` is
    the arithmetic of a figure that was recomputed.
    """

    figure: Figure
    metric: str | None = None
    evidence: Sequence[Fact] = ()
    nearest: Fact | None = None
    closeness: float | None = None
    actual: str | None = None
    difference: str | None = None
    tolerance: str | None = None
    basis: str = ""
    derivation: str | None = None
    error: str | None = None
    verified: bool = False

    @property
    def origin(self) -> Origin | None:
        """Where the evidence comes from; documents as soon as one piece of it does."""
        if not self.verified or not self.evidence:
            return None
        database = all(fact.origin is Origin.DATABASE for fact in self.evidence)
        return Origin.DATABASE if database else Origin.DOCUMENTS

    def to_dict(self, text: str) -> dict[str, Any]:
        """Return the claim with every key, whatever became of it."""
        figure, origin = self.figure, self.origin
        start, end = figure.span
        return {
            "claim_type": figure.kind.value,
            "value": figure.value,
            "unit": figure.unit,
            "original_text": figure.text,
            "start": start,
            "end": end,
            "context": text[max(0, start - CONTEXT) : end + CONTEXT],
            "parts": figure.date.given() if figure.date else None,
            "upper": figure.upper,
            "approximation": figure.approximation.value if figure.approximation else None,
            "range_end": figure.range_end.value if figure.range_end else None,
            "metric": self.metric,
            "verified": self.verified,
            "verification_source": origin.value if origin else None,
            "verification_score": origin.score if origin else None,
            "closeness": self.closeness,
            "evidence": [fact.evidence() for fact in self.evidence],
            "nearest": self.nearest.evidence() if self.nearest else None,
            "actual": self.actual,
            "difference": self.difference,
            "tolerance": self.tolerance,
            "explanation": self.basis,
            "derivation": self.derivation,
            "error": self.error,
        }


def show_figure(figure: Figure) -> str:
    """Return a figure's exact value for a reader."""
    if figure.kind is FigureKind.DATE and figure.date is not None:
        return show_date(figure.date)
    return shown(figure.value) if figure.value is not None else ""
