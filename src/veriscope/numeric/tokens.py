"""A sentence with its figures and metrics put as single characters, for patterns over them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from veriscope.figures import Figure, FigureKind
from veriscope.model import Span
from veriscope.numeric.names import Mention, Speech

_PRIVATE = re.compile("[\ue000-\uf8ff]")
_BLOCK = 0x400
_BASES = {
    FigureKind.CURRENCY: 0xE000,
    FigureKind.PERCENTAGE: 0xE400,
    FigureKind.RATIO: 0xE800,
    FigureKind.DATE: 0xEC00,
}
_METRIC_BASE = 0xF000
CURRENCY = "[\ue000-\ue3ff]"
PERCENTAGE = "[\ue400-\ue7ff]"
VALUE = "[\ue000-\uebff]"
METRIC = "[\uf000-\uf3ff]"
NO_VALUE = "[^\ue000-\uebff]"


@dataclass(frozen=True, slots=True)
class Tokens:
    """A sentence as a string in which each figure and each metric is one character."""

    text: str
    figures: tuple[Figure, ...]
    metrics: tuple[str, ...]

    def figure(self, char: str) -> Figure | None:
        """Return the figure that a character stands for; None for a metric."""
        at = (ord(char) - 0xE000) % _BLOCK
        return self.figures[at] if ord(char) < _METRIC_BASE else None

    def metric(self, char: str) -> str:
        """Return the metric that a character stands for."""
        return self.metrics[ord(char) - _METRIC_BASE]


def sentences_of(speech: Speech) -> list[Tokens]:
    """Return the sentences that hold at least one figure."""
    groups: dict[Span, list[Figure]] = {}
    for figure in speech.figures:
        groups.setdefault(speech.sentence(figure.span[0]), []).append(figure)
    mentions: dict[Span, list[Mention]] = {}
    for mention in speech.mentions:
        mentions.setdefault(speech.sentence(mention.span[0]), []).append(mention)
    return [_tokens(speech.text, s, figs, mentions.get(s, [])) for s, figs in groups.items()]


def _tokens(text: str, sentence: Span, figures: list[Figure], mentions: list[Mention]) -> Tokens:
    figures, mentions = figures[:_BLOCK], mentions[:_BLOCK]
    stands: list[tuple[Span, str]] = [
        (figure.span, chr(_BASES[figure.kind] + i)) for i, figure in enumerate(figures)
    ]
    inside = [figure.span for figure in figures]
    for i, mention in enumerate(mentions):
        start, end = mention.span
        # A ratio carries its own name: "DSCR was 1.25" is one figure, not a metric beside it.
        if not any(a < end and start < b for a, b in inside):
            stands.append((mention.span, chr(_METRIC_BASE + i)))
    out, at = [], sentence[0]
    for (start, end), char in sorted(stands):
        out += [_PRIVATE.sub(" ", text[at:start]), char]
        at = end
    out.append(_PRIVATE.sub(" ", text[at : sentence[1]]))
    return Tokens("".join(out), tuple(figures), tuple(m.metric for m in mentions))
