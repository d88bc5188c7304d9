"""Claims that stand in the context word for word, and such that differ in a figure or a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property

from veriscope.judges.quantities import Quantity, agree, quantities
from veriscope.judges.selection import EvidenceIndex, Selected
from veriscope.model import Context, Evidence, Span
from veriscope.text.search_words import is_function_word, stems
from veriscope.text.sentences import sentences
from veriscope.text.statements import statements

_WORD = re.compile(r"[^\W_]+(?:[.,:'’-][^\W_]+)*|[%€$£¥]")
_ALIKE = 0.3
_MOST_CHANGED = 3
_KEPT = 0.65
_NEAREST = 3


@dataclass(frozen=True, slots=True)
class Change:
    """What a claim has in the place of something else in a sentence that it otherwise repeats."""

    kind: str
    claimed: str
    found: str
    evidence: Evidence


class Copies:
    """The sentences of a context as they are compared with claims: their words alone."""

    def __init__(self, sources: Sequence[Context]) -> None:
        self._sources = sources

    def find(self, claim: str) -> Evidence | None:
        """Return where the context says a claim word for word, as a sentence or a part of one.

        A part is what a claim could be cut to; one that "denied that …" leads is none.
        """
        wanted = _bare(claim)
        if not wanted:
            return None
        return self._sentences.get(wanted) or self._statements.get(wanted)

    @cached_property
    def _sentences(self) -> dict[str, Evidence]:
        out: dict[str, Evidence] = {}
        for source in self._sources:
            for start, end in sentences(source.text):
                text = source.text[start:end]
                out.setdefault(_bare(text), Evidence(source.id, (start, end), text))
        return out

    @cached_property
    def _statements(self) -> dict[str, Evidence]:
        """What claims would be made of the context: clauses, and pronouns with what they mean."""
        out: dict[str, Evidence] = {}
        for source in self._sources:
            for found in statements(source.text):
                start, end = found.span
                evidence = Evidence(source.id, found.span, source.text[start:end])
                out.setdefault(_bare(found.text), evidence)
        return out

    @cached_property
    def _small(self) -> set[str]:
        """Words that the context writes with a small letter somewhere: they are no names."""
        return {
            word
            for source in self._sources
            for word in _WORD.findall(source.text)
            if word[0].islower()
        }

    def change(self, claim: str, selected: Selected, index: EvidenceIndex) -> Change | None:
        """Return the figure or name in which a claim differs from a sentence that it repeats."""
        pairs = zip(selected.shares, selected.places, strict=True)
        ranked = sorted(pairs, key=lambda pair: -pair[0])
        for share, place in ranked[:_NEAREST]:
            if share < _ALIKE:
                break
            source = self._sources[place.source]
            start, end = place.span
            evidence = Evidence(source.id, place.span, source.text[start:end])
            found = self._difference(claim, evidence, index)
            if found is not None:
                return found
        return None

    def _difference(self, claim: str, evidence: Evidence, index: EvidenceIndex) -> Change | None:
        ours, theirs = _words(claim), _words(evidence.text)
        matcher = SequenceMatcher(None, [w.folded for w in ours], [w.folded for w in theirs], False)
        steps = list(_within(matcher.get_opcodes(), len(ours)))
        changed = sum(end - start for tag, start, end, _, _ in steps if tag != "equal")
        kept = len(ours) - changed
        if not 0 < changed <= _MOST_CHANGED or kept < _KEPT * len(ours):
            return None
        for tag, start, end, other_start, other_end in steps:
            if tag == "replace":
                said = _Stretch(claim, ours[start:end])
                found = _Stretch(evidence.text, theirs[other_start:other_end])
                kind = self._kind(said, found, start == 0, index)
                if kind:
                    return Change(kind, str(said), str(found), evidence)
        return None

    def _kind(self, said: _Stretch, found: _Stretch, at_start: bool, index: EvidenceIndex) -> str:
        """Say what was changed: "figure", "name" or nothing that decides."""
        if said.has_figure and found.has_figure:
            return "" if _agree(said, found) else "figure"
        names = [word.text for word in said.words if self._is_name(word.text)]
        if at_start and names and names[0] == said.words[0].text and index.holds_any(names[0]):
            names = names[1:]
        if not names:
            return ""
        others = [word.text for word in found.words if self._is_name(word.text)]
        if set(_stems_of(names)) & set(_stems_of(others)):
            return ""
        return "name" if others or not any(map(index.holds_any, names)) else ""

    def _is_name(self, word: str) -> bool:
        return (
            word[0].isupper() and not is_function_word(word) and word.casefold() not in self._small
        )


@dataclass(frozen=True, slots=True)
class _Word:
    """A word and where it stands."""

    text: str
    span: Span

    @property
    def folded(self) -> str:
        return self.text.casefold()


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Words that follow each other in a text."""

    text: str
    words: Sequence[_Word]

    def __str__(self) -> str:
        return self.text[self.words[0].span[0] : self.words[-1].span[1]]

    @property
    def has_figure(self) -> bool:
        return any(any(map(str.isdigit, word.text)) for word in self.words)

    def quantities(self) -> list[Quantity]:
        """Return the figures that these words are a part of."""
        first, last = self.words[0].span[0], self.words[-1].span[1]
        return [q for q in quantities(self.text) if q.span[0] < last and first < q.span[1]]


def _words(text: str) -> list[_Word]:
    return [_Word(found[0], found.span()) for found in _WORD.finditer(text)]


def _agree(said: _Stretch, found: _Stretch) -> bool:
    """Whether two figures are one in two forms; "over 15" is not "over 8" in another form."""
    ours, theirs = said.quantities(), found.quantities()
    return bool(ours) and all(
        any(
            one.measure == other.measure
            and (agree(one, other) if one.hedge is not other.hedge else _equal(one, other))
            for other in theirs
        )
        for one in ours
    )


def _equal(one: Quantity, other: Quantity) -> bool:
    return agree(replace(one, hedge=None), replace(other, hedge=None))


Step = tuple[str, int, int, int, int]


def _within(steps: Iterable[Step], length: int) -> Iterator[Step]:
    """Leave out what stands before and after the claim in the sentence."""
    for step in steps:
        tag, start, _, _, _ = step
        if tag != "insert" or 0 < start < length:
            yield step


def _stems_of(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        yield from stems(word)


def _bare(text: str) -> str:
    return " ".join(_WORD.findall(text)).casefold()
