"""One figure against the facts: database first, then documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from veriscope.figures import Figure, FigureKind
from veriscope.numeric.compare import (
    as_percent,
    closeness,
    comparable,
    date_matches,
    months_apart,
    relative_difference,
    upper_matches,
    value_matches,
)
from veriscope.numeric.config import HallucinationConfig
from veriscope.numeric.facts import Fact, Origin, Passage
from veriscope.numeric.names import Speech
from veriscope.numeric.outcome import Outcome, show_figure

_ALIKE = 0.4
"""The share of a claim's words that a sentence of a source must hold to speak of the same."""


class Match(StrEnum):
    """With which facts a claim is compared: any of its type in scope, or those of its metric."""

    ANY = "any"
    METRIC = "metric"


@dataclass(frozen=True, slots=True)
class Verifier:
    """Compares figures with facts by one configuration."""

    config: HallucinationConfig
    match: Match
    facts: Sequence[Fact]
    error: str | None = None

    def check(self, figure: Figure, speech: Speech, *, operand: bool = False) -> Outcome:
        """Return what became of a figure; a verifier that failed leaves it unverified.

        An `operand` of a calculation may be of another year than its sentence names, as the first
        amount in "sales of 2019 rose from $1.1M to $1.2M", and of any row that no mapping knows.
        """
        metric = speech.metric_of(figure)
        if self.error is not None:
            return Outcome(
                figure, metric, basis="not verified: the facts could not be read", error=self.error
            )
        kinds = (figure.kind, None)
        facts = [f for f in self.facts if f.kind in kinds and comparable(figure, f)]
        if figure.value is not None and figure.value > 0:
            facts += _spoken_negatives(facts, figure, speech)
        if self.match is Match.METRIC and figure.kind is not FigureKind.DATE:
            facts = self._of_metric(figure, facts, speech, metric, operand)
        if figure.kind is FigureKind.DATE:
            return self._date(figure, facts)
        return self._value(figure, facts, metric)

    def _of_metric(
        self,
        figure: Figure,
        facts: Sequence[Fact],
        speech: Speech,
        metric: str | None,
        operand: bool,
    ) -> list[Fact]:
        """Keep the facts of the metric; of a document also those whose row the sentence names."""
        sentence = speech.about(figure)
        spoken, years = sentence.words, sentence.years
        free = operand or not years
        in_time = [f for f in facts if free or not f.years or years & f.years]
        named = [f for f in in_time if metric is not None and f.metric == metric]
        if named:
            return named
        spoken |= {"total"} if sentence.totals else set()
        open_to_words = [
            f for f in in_time if isinstance(f.place, Passage) and (f.label or f.around)
        ]
        if metric is not None:
            open_to_words = [f for f in open_to_words if f.metric is None]
        if operand:
            return open_to_words
        cells = [f for f in open_to_words if f.in_table]
        return [*_rows_named(cells, spoken), *_sentences_alike(open_to_words, spoken)]

    def _date(self, figure: Figure, facts: Sequence[Fact]) -> Outcome:
        parts = figure.date
        days = self.config.DATE_TOLERANCE_DAYS
        found = _first(facts, lambda fact: parts is not None and date_matches(parts, fact, days))
        if found is not None:
            return Outcome(
                figure,
                evidence=(found,),
                closeness=1.0,
                actual=found.show(),
                basis=f"agrees with {found.show()}",
                verified=True,
            )
        shown = list(dict.fromkeys(fact.show() for fact in facts))[:3]
        basis = f"none of the dates in scope agrees: {', '.join(shown)}" if shown else _NOTHING
        dated = [(months_apart(parts, f.date), f) for f in facts if parts and f.date]
        nearest = min(dated, key=lambda pair: pair[0])[1] if dated else None
        actual = nearest.show() if nearest else None
        close = 0.0 if facts else None
        return Outcome(figure, nearest=nearest, closeness=close, actual=actual, basis=basis)

    def _value(self, figure: Figure, facts: Sequence[Fact], metric: str | None) -> Outcome:
        rank = _Rank(figure, metric)
        found = _closest(rank, facts, self.config)
        far = found
        if found is not None and figure.upper is not None:
            far = _first(facts, lambda fact: upper_matches(figure, fact, self.config))
        if found is not None and far is not None:
            both = (found,) if far is found else (found, far)
            return self._compared(figure, metric, found, both)
        nearest = max(facts, key=rank, default=None)
        if nearest is None:
            return Outcome(figure, metric, basis=_NOTHING)
        return self._compared(figure, metric, nearest, ())

    def _compared(
        self, figure: Figure, metric: str | None, fact: Fact, evidence: tuple[Fact, ...]
    ) -> Outcome:
        verified = bool(evidence)
        difference, tolerance = show_difference(figure, fact), self.config.tolerance(figure.kind)
        side = "within" if verified else "outside"
        basis = (
            f"{show_figure(figure)} against {_where(fact)} {fact.show()}: "
            f"{difference} off, {side} {tolerance:g} %"
        )
        return Outcome(
            figure,
            metric,
            evidence=evidence,
            nearest=None if verified else fact,
            closeness=_close(figure, fact),
            actual=fact.show(),
            difference=difference,
            tolerance=f"{tolerance:g} %",
            basis=basis,
            verified=verified,
        )


_NOTHING = "nothing in scope to compare with"


def _first(facts: Sequence[Fact], agrees: Callable[[Fact], bool]) -> Fact | None:
    """Return the first fact that agrees, the database's before the documents'."""
    for origin in Origin:
        for fact in facts:
            if fact.origin is origin and agrees(fact):
                return fact
    return None


@dataclass(frozen=True, slots=True)
class _Rank:
    """Orders facts for a figure: those of its own metric first, then by closeness."""

    figure: Figure
    metric: str | None

    def __call__(self, fact: Fact) -> tuple[bool, float]:
        own = self.metric is not None and fact.metric == self.metric
        return own, _close(self.figure, fact)


def _spoken_negatives(facts: Sequence[Fact], figure: Figure, speech: Speech) -> list[Fact]:
    """Return the amounts that a table puts in brackets and a sentence calls an expense or a loss.

    "An expense of $5" is `(5)` in a table: the word says what the sign says. A profit of $5 is not.
    """
    negatives = [f for f in facts if f.in_table and f.value is not None and f.value < 0]
    if not negatives or not speech.about(figure).spends:
        return []
    return [replace(f, value=f.value.copy_abs()) for f in negatives if f.value is not None]


def _rows_named(cells: Sequence[Fact], spoken: frozenset[str]) -> list[Fact]:
    """Keep the cells whose row, section or column a sentence names at all.

    A row whose whole label stands in the sentence rules out those that share fewer words with it:
    "service sales" is the row of that name, not "total sales".
    """
    related = [f for f in cells if (f.label | f.around) & spoken]
    whole = max((len(f.label) for f in related if f.label <= spoken), default=0)
    return [f for f in related if len(f.label & spoken) >= whole]


def _sentences_alike(facts: Sequence[Fact], spoken: frozenset[str]) -> list[Fact]:
    """Keep the figures of prose whose sentence shares most of the words that a claim uses."""
    prose = [f for f in facts if not f.in_table]
    return [f for f in prose if len(f.label & spoken) >= _ALIKE * len(spoken) > 0]


def _closest(rank: _Rank, facts: Sequence[Fact], config: HallucinationConfig) -> Fact | None:
    """Return the best fact that agrees, of the database if there is one there."""
    agreeing = [fact for fact in facts if value_matches(rank.figure, fact, config)]
    stored = [fact for fact in agreeing if fact.origin is Origin.DATABASE]
    return max(stored or agreeing, key=rank, default=None)


def _close(figure: Figure, fact: Fact) -> float:
    if figure.value is None or fact.value is None:
        return 0.0
    actual = as_percent(fact.value, fact.unit)
    return closeness(as_percent(figure.value, figure.unit), actual)


def _where(fact: Fact) -> str:
    place = fact.place
    if isinstance(place, Passage):
        return f"chunk {place.chunk_id} [{place.span[0]}:{place.span[1]}]"
    return f"{place.table}.{place.column}[{place.row}]"


def show_difference(figure: Figure, fact: Fact) -> str:
    """Return the relative difference in percent, or that there is none to an actual 0."""
    if figure.value is None or fact.value is None:
        return ""
    actual = as_percent(fact.value, fact.unit)
    return show_percent(relative_difference(as_percent(figure.value, figure.unit), actual))


def show_percent(difference: Decimal | None) -> str:
    """Return a difference in percent, rounded for a reader."""
    if difference is None:
        return "more than any percentage"
    if difference == 0:
        return "0 %"
    return "over 1,000 %" if difference > 1000 else f"{difference:.3g} %"
