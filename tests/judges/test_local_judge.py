"""The judge of this machine: claims by rule, passages, quotes, the scorer's seam."""

import asyncio

import pytest

from veriscope import VerdictLabel
from veriscope.judges import LocalJudge, make_judge
from veriscope.judges.embedded.scorer import shipped
from veriscope.judges.lexical import LexicalScorer
from veriscope.model import Context

BERN = Context("Bern lies on the Aare. It is the seat of the Swiss government.", "bern")
FILLER = " ".join(f"In year {i} nothing of note happened in the valley." for i in range(200))


def verify(claims, context, judge=None):
    return asyncio.run((judge or LocalJudge(LexicalScorer())).verify(claims, context))


def test_a_sentence_of_the_context_is_supported_with_its_place():
    long = Context(f"{FILLER} Bern lies on the Aare. {FILLER}", "long")
    (found,) = verify(["Bern lies on the Aare."], [long])
    assert found.label is VerdictLabel.SUPPORTED
    assert found.support == found.confidence == 0.99
    (quote,) = found.evidence
    assert quote.source_id == "long"
    assert long.text[slice(*quote.span)] == quote.text == "Bern lies on the Aare."


def test_what_shares_no_word_has_no_support():
    (found,) = verify(["Zebras sing"], [BERN])
    assert (found.label, found.support, found.evidence) == (VerdictLabel.NOT_ENOUGH_INFO, 0.0, ())
    assert found.confidence == 1.0


def test_more_of_the_words_is_more_support():
    claims = ["Bern lies on the Aare", "Bern lies on the Rhine", "Paris lies on the Rhine"]
    support = [found.support for found in verify(claims, [BERN])]
    assert support == sorted(support, reverse=True)
    assert support[0] > support[1] > support[2]


def test_confidence_is_that_of_the_label():
    for found in verify(["Bern lies on the Aare", "Paris lies on the Rhine"], [BERN]):
        supported = found.label is VerdictLabel.SUPPORTED
        assert found.confidence == (found.support if supported else 1 - found.support)
        assert found.confidence >= 0.5
        assert found.tokens == 0
        assert (found.author.name, found.author.version) == ("local", "lexical/1")
        assert found.reasoning


def test_the_same_input_gives_the_same_verdicts_whatever_the_batch():
    claims = ["Bern lies on the Aare", "The Swiss government sits in Bern", "Paris is near"]
    together = verify(claims, [BERN, FILLER])
    assert together == verify(claims, [BERN, FILLER])
    assert together == [verify([claim], [BERN, FILLER])[0] for claim in claims]


@pytest.mark.parametrize("context", [[], [""], [" \n"], [Context("")]])
def test_without_context_nothing_is_borne_out(context):
    (found,) = verify(["Bern lies on the Aare"], context)
    assert (found.label, found.support) == (VerdictLabel.NOT_ENOUGH_INFO, 0.0)


def test_no_claims():
    assert verify([], [BERN]) == []


def test_claims_are_found_by_rule():
    found = asyncio.run(LocalJudge().extract_claims("Hello! Bern lies on the Aare. Is that so?"))
    assert [(claim.text, claim.source_span) for claim in found.claims] == [
        ("Bern lies on the Aare.", (7, 29))
    ]
    assert found.tokens == 0


@pytest.mark.parametrize(
    ("claim", "context"),
    [
        ("서울은 대한민국의 수도이다.", "대한민국의 수도는 서울이다. 인구가 많다."),
        ("Der Rhein fließt durch Köln.", "Durch Köln fließt der Rhein."),
        ("La Seine traverse Paris.", "Paris est traversée par la Seine."),
    ],
)
def test_other_languages_share_words_too(claim, context):
    (found,) = verify([claim], [context])
    assert found.label is VerdictLabel.SUPPORTED


class Weights:
    """Stands where the embedded model will: a scorer of pairs."""

    name = "weights"
    version = "7"

    def __init__(self):
        self.batches = []

    def score(self, pairs):
        self.batches.append([(pair.claim, pair.passage) for pair in pairs])
        return [0.9 if "Aare" in pair.passage else 0.2 for pair in pairs]


def test_another_scorer_takes_the_place_of_the_words():
    scorer = Weights()
    judge = LocalJudge(scorer)
    first, second = verify(["Bern lies", "Paris lies"], [f"Paris lies. {FILLER}", BERN], judge)
    assert len(scorer.batches) == 1
    assert (first.support, first.label) == (0.9, VerdictLabel.SUPPORTED)
    assert first.evidence[0].source_id == "bern"
    assert first.author.version == "weights/7"
    assert {claim for claim, _ in scorer.batches[0]} == {"Bern lies", "Paris lies"}
    assert second.support == 0.9


def test_the_default_is_the_model_of_the_package_or_else_words():
    model = shipped()
    assert LocalJudge().scorer.name == (model.name if model else "lexical")
    assert make_judge("local").identity == LocalJudge().identity
    assert make_judge("lexical").identity == "lexical/1"


def test_a_model_decides_with_reasons_and_quotes():
    judge = make_judge("local:examples/data/tiny-judge")
    claims = ["Bern lies on the Aare.", "The Aare is a river in Bern", "Bern lies on the Rhine."]
    copied, read, changed = verify([*claims], [BERN, FILLER], judge)
    assert (copied.label, copied.author.name) == (VerdictLabel.SUPPORTED, "word-for-word")
    assert (copied.evidence[0].source_id, copied.evidence[0].span) == ("bern", (0, 22))
    assert (changed.label, changed.author.name) == (VerdictLabel.REFUTED, "changed-copy")
    assert "claim says Rhine, context says Aare" in changed.reasoning
    assert read.author.version.startswith("tiny/")
    assert read.reasoning.startswith("decided by ")
    assert read.confidence >= 0.5
    assert BERN.text[slice(*read.evidence[0].span)] == read.evidence[0].text
    assert verify(claims[1:2], [BERN, FILLER], judge) == [read]


def test_a_megabyte_of_context_is_read():
    big = Context(FILLER * 100, "big")
    found = verify(["In year 7 nothing of note happened in the valley."], [big, BERN])
    assert found[0].label is VerdictLabel.SUPPORTED
