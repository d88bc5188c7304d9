"""Claims in a judge's own words, put back where the response makes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from veriscope.model import Claim, Span
from veriscope.text.search_words import stems
from veriscope.text.sentences import sentences

_ENOUGH = 0.5


def placed(claims: Sequence[str], response: str) -> list[Claim]:
    """Return the claims with the stretch of the response that each restates.

    A claim that stands there word for word gets exactly that place; of several the next one in
    reading order. Otherwise it is the sentence that shares most of its words, at least half of
    them, and where there is none the claim has no place.
    """
    index: _Index | None = None
    out = []
    reached: dict[str, int] = {}
    for claim in claims:
        at = response.find(claim, reached.get(claim, 0))
        if at < 0:
            at = response.find(claim)
        if at >= 0 and claim:
            reached[claim] = at + len(claim)
            out.append(Claim(claim, (at, at + len(claim))))
            continue
        index = index or _Index(response)
        out.append(Claim(claim, index.best(claim)))
    return out


class _Index:
    """Sentences by the stems that they hold, so that a claim meets only those it shares with."""

    def __init__(self, response: str) -> None:
        self._spans = sentences(response)
        self._holding: dict[str, list[int]] = {}
        for number, (start, end) in enumerate(self._spans):
            for stem in set(stems(response[start:end])):
                self._holding.setdefault(stem, []).append(number)

    def best(self, claim: str) -> Span | None:
        wanted = set(stems(claim))
        shared = Counter(number for stem in wanted for number in self._holding.get(stem, ()))
        if not shared:
            return None
        most = max(shared.values())
        if most < _ENOUGH * len(wanted):
            return None
        return self._spans[min(number for number, count in shared.items() if count == most)]
