"""Sentences of the context word for word, and the same with one figure or name changed."""

import random

import pytest

from tests.judges.texts import BREAKS, changed_figures, changed_names, documents
from veriscope import VerdictLabel
from veriscope.judges.by_model import judge_by_model
from veriscope.judges.claims import rule_claims
from veriscope.judges.embedded.scorer import Reading
from veriscope.judges.near_copies import Copies
from veriscope.judges.selection import EvidenceIndex
from veriscope.model import Author, AuthorKind, Claim, Context

AUTHOR = Author(AuthorKind.MODEL, "m")


class Says:
    """Stands for a model that finds everything borne out, or nothing."""

    def __init__(self, supported, spec):
        self.supported = supported
        self.spec = spec

    def read(self, pairs):
        return [Reading(self.supported, 0.0) for _ in pairs]


def judge(claims, text, supported, spec):
    sources = [Context(text, "0")]
    found = judge_by_model(list(map(Claim, claims)), sources, Says(supported, spec), AUTHOR)
    return [judgement.label for judgement in found]


def test_a_sentence_of_the_context_is_supported_whatever_the_model_says(spec):
    total = good = 0
    for text, lines in documents(60):
        claims = [claim.text for line in lines for claim in rule_claims(line)]
        labels = judge(claims, text, 0.0, spec)
        total += len(labels)
        good += labels.count(VerdictLabel.SUPPORTED)
    assert total > 400
    assert good >= 0.995 * total


@pytest.mark.parametrize("change", [changed_figures, changed_names])
def test_one_figure_or_name_changed_is_not_supported_whatever_the_model_says(change, spec):
    chance, total, good = random.Random(3), 0, 0
    for text, lines in documents(60):
        claims = [claim for line in lines for claim in change(line, chance)]
        labels = judge(claims, text, 1.0, spec)
        total += len(labels)
        good += len(labels) - labels.count(VerdictLabel.SUPPORTED)
    assert total > 200
    assert good >= 0.95 * total


@pytest.mark.parametrize(("claim", "context", "kind"), BREAKS)
def test_what_is_a_change_and_what_is_another_form(claim, context, kind):
    index = EvidenceIndex([context])
    found = Copies([Context(context, "0")]).change(claim, index.select(claim), index)
    assert (found.kind if found else None) == kind


def test_what_is_only_said_to_be_denied_is_no_copy():
    copies = Copies([Context("He denied that the bank had failed.", "0")])
    assert copies.find("the bank had failed") is None
    assert copies.find("He denied that the bank had failed").span == (0, 35)


def test_a_pronoun_that_the_claim_resolved_is_found_again():
    text = "The Meridian Tower opened in 1987. It has 40 floors."
    (_, claim) = rule_claims(text)
    assert Copies([Context(text, "0")]).find(claim.text) is not None
