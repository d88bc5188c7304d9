"""Figures of a claim against those of its evidence: what arithmetic settles, no judge overrules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from veriscope.judges.evidence import PassageIndex
from veriscope.judges.judge import Judgement
from veriscope.judges.quantities import Quantity, agree, quantities
from veriscope.model import Author, AuthorKind, Evidence, VerdictLabel
from veriscope.text.search_words import is_figure, stems
from veriscope.text.sentences import sentences

FIGURES = Author(AuthorKind.RULE, "figures", "1")
# Nine of ten claims that the rule refutes in labelled training sets are in fact not supported.
CONFIDENCE = 0.9
_ALIKE = 0.6
_NEARBY = 0.3
_PASSAGES = 3
# A sentence that begins so speaks of what the one before it names.
_PRONOUN = re.compile(r"(?:It|He|She|They|Its|His|Her|Their|Il|Elle|Ils|Elles|Er|Sie|Es)\b")
_MIN_WORDS = 2


@dataclass(frozen=True)
class Conflict:
    """A figure of the claim that the evidence gives otherwise."""

    claimed: str
    found: str
    evidence: Evidence


@dataclass(frozen=True)
class _Sentence:
    """A sentence of the context and its figures.

    `alike` is the share of the claim's words, figures aside, that it holds; `shared` counts what
    it holds of both.
    """

    evidence: Evidence
    alike: float
    shared: int
    figures: Sequence[Quantity]


def overruled(judgement: Judgement, conflict: Conflict | None) -> Judgement:
    """Return the judgement, or REFUTED by arithmetic where a figure of the claim is wrong."""
    if conflict is None:
        return judgement
    before = f"{judgement.author.name} had said {judgement.label}" if judgement.author else ""
    return Judgement(
        label=VerdictLabel.REFUTED,
        confidence=CONFIDENCE,
        evidence=[conflict.evidence],
        reasoning=f"claim says {conflict.claimed}, context says {conflict.found}; {before}",
        support=1.0 - CONFIDENCE,
        author=FIGURES,
        tokens=judgement.tokens,
    )


def find_conflict(claim: str, index: PassageIndex) -> Conflict | None:
    """Return a figure of the claim that the context contradicts; `None` where none does for sure.

    It is sure when a sentence that says most of what the claim says has figures of the same
    measure, none of which agrees with the claim's, and no sentence nearby has one that does.
    """
    claimed = quantities(claim)
    if not claimed:
        return None
    about = {stem for stem in stems(claim) if not is_figure(stem)}
    if len(about) < _MIN_WORDS:
        return None
    rows = [row for row in _sentences(claim, about, index) if row.figures]
    for quantity in claimed:
        near = [
            (row, other)
            for row in rows
            for other in row.figures
            if other.measure == quantity.measure
        ]
        if any(agree(quantity, other) for row, other in near if row.alike >= _NEARBY):
            continue
        against = [(row, other) for row, other in near if row.alike >= _ALIKE]
        if against:
            row, other = max(against, key=lambda pair: pair[0].shared)
            return Conflict(quantity.text, other.text, row.evidence)
    return None


def _sentences(claim: str, about: set[str], index: PassageIndex) -> list[_Sentence]:
    """Return the sentences of the passages nearest to the claim, each once."""
    out: dict[tuple[str | None, int], _Sentence] = {}
    whole = set(stems(claim))
    for match in index.best(claim, _PASSAGES):
        source, before = match.passage.source, set[str]()
        for start, end in sentences(source.text, *match.passage.span):
            text = source.text[start:end]
            own = set(stems(text))
            held = own | before if _PRONOUN.match(text) else own
            before = own
            if (source.id, start) not in out:
                alike = len(about & held) / len(about)
                evidence = Evidence(source.id, (start, end), text)
                figures = quantities(text) if alike >= _NEARBY else ()
                out[source.id, start] = _Sentence(evidence, alike, len(whole & held), figures)
    return list(out.values())
