"""Labelled answers scored claim by claim, as the judge does it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from training.rows import HELD_OUT, SUPPORTED, Row, answers, pairs
from veriscope.judges.by_model import cases_of
from veriscope.judges.claims import rule_claims
from veriscope.judges.embedded.scorer import OnnxScorer, with_reading
from veriscope.judges.features import Features
from veriscope.judges.judge import Judgement
from veriscope.model import Author, AuthorKind, Context


@dataclass(frozen=True, slots=True)
class Labelled:
    """An answer with its contexts, and whether it is grounded."""

    contexts: tuple[str, ...]
    answer: str
    grounded: bool


Decided = Features | float
"""Of a claim the features that the model's logit completes, or the support that a rule gave it."""
_AUTHOR = Author(AuthorKind.MODEL, "training")


def answer_of(row: Labelled, scorer: OnnxScorer, budget: int) -> tuple[bool, list[Decided]]:
    """Return whether an answer is grounded, and what the judge has of each of its claims."""
    sources = [Context(text, str(number)) for number, text in enumerate(row.contexts)]
    cases = cases_of(rule_claims(row.answer), sources, budget, _AUTHOR)
    asked = [(case.selected.text, case.claim.text) for case in cases if case.ruled is None]
    readings = iter(scorer.read(asked))
    return row.grounded, [
        with_reading(case.words, next(readings)) if case.ruled is None else support_of(case.ruled)
        for case in cases
    ]


def support_of(ruled: Judgement) -> float:
    """Return the support of a verdict; a claim that nothing is like has none."""
    return ruled.support or 0.0


def calibration_sets(data: Path, kept: Sequence[Row], limit: int) -> dict[str, list[Labelled]]:
    """Return what thresholds are fitted on; no row was trained on, none is in a test.

    The files held out, healthver_test, and the kept-back texts.
    """
    sources = {name: _labelled(pairs(data, name)) for name in HELD_OUT}
    sources["healthver_test"] = _labelled(answers(data, "healthver_test"))
    for source in dict.fromkeys(row.source for row in kept):
        sources[f"kept:{source}"] = _labelled([row for row in kept if row.source == source])
    chance = random.Random(0)
    return {
        name: chance.sample(rows, min(limit, len(rows)))
        for name, rows in sources.items()
        if sum(row.grounded for row in rows) >= 20 and sum(not row.grounded for row in rows) >= 20
    }


def _labelled(rows: Sequence[Row]) -> list[Labelled]:
    return [Labelled((row.passage,), row.claim, row.label == SUPPORTED) for row in rows]
