"""Claims that stand in the context word for word, and such that differ in a figure or a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

from veriscope.judges.quantities import agree, quantities
from veriscope.judges.selection import Selected
from veriscope.model import Context, Evidence
from veriscope.text.search_words import is_function_word, stems
from veriscope.text.sentences import sentences
from veriscope.text.statements import statements

_WORD = re.compile(r"[^\W_]+(?:[.,:'’-][^\W_]+)*|[%€$£¥]")
_ALIKE = 0.5
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

    def change(self, claim: str, selected: Selected) -> Change | None:
        """Return the figure or name in which a claim differs from a sentence that it repeats."""
        ranked = sorted(
            zip(selected.shares, selected.places, strict=True), key=lambda pair: -pair[0]
        )
        for share, place in ranked[:_NEAREST]:
            if share < _ALIKE:
                break
            source = self._sources[place.source]
            start, end = place.span
            evidence = Evidence(source.id, place.span, source.text[start:end])
            found = self._difference(claim, evidence)
            if found is not None:
                return found
        return None

    def _difference(self, claim: str, evidence: Evidence) -> Change | None:
        ours, theirs = _WORD.findall(claim), _WORD.findall(evidence.text)
        matcher = SequenceMatcher(
            None, [word.casefold() for word in ours], [word.casefold() for word in theirs], False
        )
        steps = list(_within(matcher.get_opcodes(), len(ours)))
        changed = sum(end - start for tag, start, end, _, _ in steps if tag != "equal")
        kept = len(ours) - changed
        if not 0 < changed <= _MOST_CHANGED or kept < _KEPT * len(ours):
            return None
        for tag, start, end, other_start, other_end in steps:
            if tag != "replace":
                continue
            said, found = ours[start:end], theirs[other_start:other_end]
            kind = self._kind(said, found, start == 0)
            if kind == "figure" and _may_agree(claim, evidence.text):
                continue
            if kind:
                return Change(kind, " ".join(said), " ".join(found), evidence)
        return None

    def _kind(self, said: Sequence[str], found: Sequence[str], at_start: bool) -> str:
        """Say what was changed: "figure", "name" or nothing that decides."""
        if _any_figure(said) and _any_figure(found):
            return "figure"
        names = [word for word in said if self._is_name(word)]
        others = [word for word in found if self._is_name(word)]
        if at_start and names and said[0] == names[0] and len(names) < len(said):
            names = names[1:]
        shared = set(_stems_of(names)) & set(_stems_of(others))
        return "name" if names and others and not shared else ""

    def _is_name(self, word: str) -> bool:
        return (
            word[0].isupper() and not is_function_word(word) and word.casefold() not in self._small
        )


Step = tuple[str, int, int, int, int]


def _within(steps: Iterable[Step], length: int) -> Iterator[Step]:
    """Leave out what stands before and after the claim in the sentence."""
    for step in steps:
        tag, start, _, _, _ = step
        if tag != "insert" or 0 < start < length:
            yield step


def _any_figure(words: Sequence[str]) -> bool:
    return any(word[0].isdigit() for word in words)


def _stems_of(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        yield from stems(word)


def _may_agree(claim: str, sentence: str) -> bool:
    """Whether every figure of the claim can be one of the sentence in another form."""
    theirs = quantities(sentence)
    ours = quantities(claim)
    return bool(ours) and all(
        any(one.measure == other.measure and agree(one, other) for other in theirs) for one in ours
    )


def _bare(text: str) -> str:
    return " ".join(_WORD.findall(text)).casefold()
