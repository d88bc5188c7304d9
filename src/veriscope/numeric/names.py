"""Which metric a figure in a text speaks of: names and synonyms from the mapping."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from veriscope.figures import Figure, FigureKind
from veriscope.figures.pieces import END, START, normal, words
from veriscope.model import Span
from veriscope.numeric.mapping import FactsMapping
from veriscope.numeric.sentence import Sentence

_SENTENCE_END = re.compile(r"[.!?。][\"'”’)\]]?\s|\n[ \t\r]*+\n|\n(?=[-*•|#])|(?<=[다요])\.\s")
_LINK_AFTER = re.compile(r"\s{1,2}(?:of|in|de|an|for)\s{1,2}(?:the\s|total\s|net\s)?")
_LONG = 2_000
"""No one pairs figures by "respectively" over more characters than this."""
_ABBREVIATION = re.compile(r"(?:\b(?:approx|ca|Mio|Mrd|Tsd|No|vs|St|Inc|Corp|Ltd|pct)|\b[A-Z])$")


@dataclass(frozen=True, slots=True)
class Mention:
    """A metric named in a text."""

    span: Span
    metric: str


class MetricNames:
    """Finds the metrics of a mapping in texts."""

    def __init__(self, mapping: FactsMapping) -> None:
        self._metrics: dict[str, str] = {}
        for table in mapping.tables:
            for column in table.columns:
                for name in column.names:
                    self._metrics.setdefault(normal(name), column.name)
        names = words(self._metrics) if self._metrics else "(?!)"
        self._pattern = re.compile(f"{START}{names}{END}")

    def mentions(self, text: str) -> list[Mention]:
        """Return the metrics that a text names, in order."""
        found = self._pattern.finditer(text)
        return [Mention(m.span(), self._metrics[normal(m.group())]) for m in found]


class Speech:
    """A text with its sentences, figures and the metrics it names: who speaks of what."""

    def __init__(self, text: str, figures: Sequence[Figure], names: MetricNames) -> None:
        self.text = text
        self.figures = figures
        self.mentions = names.mentions(text)
        self._named_at = [mention.span[0] for mention in self.mentions]
        self._read: dict[int, Sentence] = {}
        self._starts = sentence_starts(text, figures)

    def sentence(self, at: int) -> Span:
        """Return the sentence around a character."""
        i = bisect_right(self._starts, at)
        end = self._starts[i] if i < len(self._starts) else len(self.text)
        return (self._starts[i - 1], end)

    def about(self, figure: Figure) -> Sentence:
        """Return what the sentence of a figure says; each sentence is read once."""
        begin, end = self.sentence(figure.span[0])
        if begin not in self._read:
            self._read[begin] = Sentence.of(self.text[begin:end])
        return self._read[begin]

    def metric_of(self, figure: Figure) -> str | None:
        """Return the metric that a figure speaks of; None where none is named.

        "$1.2M of NOI" names it behind; else the last one named before in the sentence, for
        "respectively" the one of the same rank; else the first behind it in the sentence; else
        the last one of the sentence before.
        """
        if figure.kind is FigureKind.DATE:
            return None
        begin, end = self.sentence(figure.span[0])
        at = bisect_left(self._named_at, figure.span[1])
        last = self.mentions[at - 1] if at and self._named_at[at - 1] >= begin else None
        following = self.mentions[at] if at < len(self.mentions) else None
        following = following if following and following.span[0] < end else None
        if following and self._linked(figure.span[1], following.span[0]):
            return following.metric
        if last:
            return self._ranked(figure, at, (begin, end)) or last.metric
        if following:
            return following.metric
        if at and self.sentence(self.mentions[at - 1].span[0])[1] == begin:
            return self.mentions[at - 1].metric
        return None

    def _linked(self, start: int, end: int) -> bool:
        link = _LINK_AFTER.match(self.text, start)
        return link is not None and link.end() == end

    def _ranked(self, figure: Figure, at: int, sentence: Span) -> str | None:
        """Pair the figures of "A and B were 1 and 2, respectively" by their rank."""
        begin, end = sentence
        if end - begin > _LONG or "respectively" not in self.text[begin:end].lower():
            return None
        before = self.mentions[bisect_left(self._named_at, begin) : at]
        last = before[-1].span[1]
        listed = [f for f in self.figures if last <= f.span[0] < end and f.kind is figure.kind]
        rank = listed.index(figure) if figure in listed else len(before)
        return before[rank].metric if rank < len(before) == len(listed) else None


def sentence_starts(text: str, figures: Sequence[Figure]) -> list[int]:
    """Return where sentences start; a point inside a figure or an abbreviation ends none."""
    inside = {f.span[1] - 1 for f in figures if f.text.endswith(".")}
    starts = [0]
    for match in _SENTENCE_END.finditer(text):
        at = match.start()
        if at not in inside and not _ABBREVIATION.search(text[max(0, at - 8) : at]):
            starts.append(match.end())
    return starts
