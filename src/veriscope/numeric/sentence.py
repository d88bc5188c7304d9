"""What the words of a sentence tell of the figures in it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORD = re.compile(r"[^\W\d_]{2,}")
_YEAR = re.compile(r"(?<![0-9.,])(?:19|20)[0-9]{2}(?![0-9]|[.,][0-9])")
_FISCAL = re.compile(r"\bF(?:Y|iscal )?['’]?([0-9]{2})(?![0-9])")
_SMALL = (
    "the and for was were are is has had have with from that this what which how much did does "
    "amount value in of to at by on an as or its their respective respectively company total"
)
_STOP = frozenset(word.removesuffix("s") for word in _SMALL.split())
_OUTGO = re.compile(
    r"(?i:\b(?:expens|cost|loss|used|paid|payment|allowance|depreciat|amorti[sz]|deduct|charge|deficit"
    r"|outflow|repurchase|interest|tax|provision|liabilit|impairment|dividend|reserve|credit"
    r"|aufwand|aufwendung|verlust|kosten|charges|pertes?|coûts?|dépenses?)|비용|손실)"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words of a sentence that carry meaning, its years, and whether it speaks of totals.

    `spends` is set where it names an expense or a loss, which tables write as negative.
    """

    words: frozenset[str]
    years: frozenset[int]
    totals: bool
    spends: bool

    @classmethod
    def of(cls, text: str) -> Sentence:
        """Read a sentence."""
        spends = _OUTGO.search(text) is not None
        return cls(key_words(text), years_of(text), "total" in text.lower(), spends)


def key_words(text: str) -> frozenset[str]:
    """Return the words of a text that carry meaning, plurals brought to singulars."""
    return frozenset(word for word in all_words(text) if word not in _STOP)


def all_words(text: str) -> frozenset[str]:
    """Return all words of a text, plurals brought to singulars."""
    return frozenset(word.lower().removesuffix("s") for word in _WORD.findall(text))


def years_of(text: str) -> frozenset[int]:
    """Return the years that a text names."""
    fiscal = (2000 + int(year) for year in _FISCAL.findall(text))
    return frozenset([*map(int, _YEAR.findall(text)), *fiscal])
