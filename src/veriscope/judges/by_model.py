"""Verdicts from a model: one reading a claim, its words beside it, and two rules that go first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veriscope.judges.embedded.scorer import OnnxScorer, Reading, with_reading
from veriscope.judges.features import Features, features_of
from veriscope.judges.judge import Judgement, ungrounded
from veriscope.judges.lacking import CHANGED_COPY
from veriscope.judges.near_copies import Change, Copies
from veriscope.judges.selection import EvidenceIndex, Selected
from veriscope.model import Author, AuthorKind, Claim, Context, Evidence, VerdictLabel

WORD_FOR_WORD = Author(AuthorKind.RULE, "word-for-word", "1")
CHANGED = Author(AuthorKind.RULE, CHANGED_COPY, "1")
_SURE = 0.99
_CHANGED = 0.05


@dataclass(frozen=True, slots=True)
class Case:
    """A claim with what was selected for it, and the verdict of a rule where one decided."""

    claim: Claim
    selected: Selected
    words: Features
    ruled: Judgement | None


def judge_by_model(
    claims: Sequence[Claim], sources: Sequence[Context], scorer: OnnxScorer, author: Author
) -> list[Judgement]:
    """Return one judgement for each claim.

    A claim that stands in the context word for word is supported, one that repeats a sentence
    with another figure or name is not; the model is asked about the rest, all at once.
    """
    cases = cases_of(claims, sources, scorer.spec.budget, author)
    asked = [case for case in cases if case.ruled is None]
    readings = iter(scorer.read([(case.selected.text, case.claim.text) for case in asked]))
    return [
        case.ruled or _judgement(case, next(readings), sources, scorer, author) for case in cases
    ]


def cases_of(
    claims: Sequence[Claim], sources: Sequence[Context], budget: int, author: Author
) -> list[Case]:
    """Return each claim with its evidence, before the model is asked.

    Calibration starts here too.
    """
    index = EvidenceIndex([source.text for source in sources])
    copies = Copies(sources)
    return [_case(claim, index, copies, author, budget) for claim in claims]


def _case(claim: Claim, index: EvidenceIndex, copies: Copies, author: Author, budget: int) -> Case:
    selected = index.select(claim.text, budget)
    words = features_of(claim.text, index, selected)
    return Case(
        claim,
        selected,
        words,
        _ruled(claim, selected, words, copies, index) or _unmatched(selected, claim, author),
    )


def _unmatched(selected: Selected, claim: Claim, author: Author) -> Judgement | None:
    """Return the verdict on a claim for which there is nothing to read."""
    if selected.places:
        return None
    return ungrounded([claim], author, "no sentence of the context shares a word with it")[0]


def _ruled(
    claim: Claim, selected: Selected, words: Features, copies: Copies, index: EvidenceIndex
) -> Judgement | None:
    """Return what a rule says for sure; `None` where the model has to read."""
    copied = copies.find(claim.text) if words.coverage > 1.0 - 1e-9 else None
    if copied is not None:
        return Judgement(
            VerdictLabel.SUPPORTED,
            _SURE,
            [copied],
            "stands in the context word for word",
            support=_SURE,
            author=WORD_FOR_WORD,
        )
    change = copies.change(claim.text, selected, index)
    return _refuted(change) if change is not None else None


def _refuted(change: Change) -> Judgement:
    return Judgement(
        VerdictLabel.REFUTED,
        1.0 - _CHANGED,
        [change.evidence],
        f"repeats the context with another {change.kind}: "
        f"claim says {change.claimed}, context says {change.found}",
        support=_CHANGED,
        author=CHANGED,
    )


def _judgement(
    case: Case,
    reading: Reading,
    sources: Sequence[Context],
    scorer: OnnxScorer,
    author: Author,
) -> Judgement:
    calibration = scorer.spec.calibration
    features = with_reading(case.words, reading)
    support = calibration.support(features)
    supported = support >= 0.5
    return Judgement(
        label=_label(supported, reading),
        confidence=support if supported else 1.0 - support,
        evidence=_quoted(case.selected, sources),
        reasoning=_reason(features, reading, calibration.decisive(features)),
        support=support,
        author=author,
    )


def _label(supported: bool, reading: Reading) -> VerdictLabel:
    if supported:
        return VerdictLabel.SUPPORTED
    refuted = reading.refuted
    unknown = 1.0 - reading.supported - (refuted or 0.0)
    return (
        VerdictLabel.REFUTED
        if refuted is not None and refuted > unknown
        else VerdictLabel.NOT_ENOUGH_INFO
    )


def _quoted(selected: Selected, sources: Sequence[Context]) -> list[Evidence]:
    place = selected.best
    if place is None:
        return []
    source, (start, end) = sources[place.source], place.span
    return [Evidence(source.id, place.span, source.text[start:end])]


_DECISIVE = {
    "logit": "model",
    "coverage": "coverage",
    "selected": "coverage",
    "best": "coverage",
    "figures": "figure",
    "names": "name",
}


def _reason(features: Features, reading: Reading, decisive: str) -> str:
    parts = [
        f"decided by {_DECISIVE[decisive]}: the model gives it {reading.supported:.0%}",
        f"the context holds {features.coverage:.0%} of the claim's words",
    ]
    if features.figures:
        parts.append(f"lacks {features.figures:.0%} of its figures")
    if features.names:
        parts.append(f"lacks {features.names:.0%} of its names")
    return ", ".join(parts)
