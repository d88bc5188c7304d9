"""Which words of a refused claim have no ground."""

import asyncio

import pytest

from veriscope.judges import make_judge
from veriscope.judges.lacking import held_stems, lacking_words
from veriscope.model import Author, AuthorKind, Context, Evidence, Verdict, VerdictLabel

TEXT = "Ines Varga built the tower in 1987. It is 212 metres tall, and Tomas Okoro owns it."
HELD = held_stems([Context(TEXT)])
UNKNOWN = Verdict(VerdictLabel.NOT_ENOUGH_INFO)


def words(response, verdict=UNKNOWN):
    spans = lacking_words(response, (0, len(response)), verdict, HELD)
    return [response[start:end] for start, end in spans]


def test_figures_names_and_content_words_that_the_context_lacks():
    assert words("In 1987 Ada Byron built the tower with 30 cranes.") == ["Ada Byron", "30 cranes"]
    assert words("Ines Varga built the tower.") == []
    assert words("") == []


def test_a_supported_claim_lacks_nothing():
    assert words("Zebras sing.", Verdict(VerdictLabel.SUPPORTED)) == []


def test_a_refuted_figure_is_marked_though_the_context_has_it_elsewhere():
    refuted = Verdict(VerdictLabel.REFUTED, evidence=[Evidence(text="It is 212 metres tall.")])
    assert words("It is 1987 metres tall.", refuted) == ["1987"]
    assert words("The tower of Varga is 1987 metres tall.", refuted) == ["1987"]


def test_a_changed_name_is_marked_though_the_context_has_it_elsewhere():
    rule = Author(AuthorKind.RULE, "changed-copy")
    evidence = [Evidence(text="Ines Varga built the tower in 1987.")]
    refuted = Verdict(VerdictLabel.REFUTED, evidence=evidence, author=rule)
    assert words("In 1987 Okoro built the tower.", refuted) == ["Okoro"]


def test_spans_are_those_of_the_response():
    response = "Hello! Ada built it. **Ada** sang."
    spans = lacking_words(response, (7, 34), UNKNOWN, HELD)
    assert [response[start:end] for start, end in spans] == ["Ada", "Ada", "sang"]
    assert spans[0] == (7, 10)


@pytest.mark.parametrize("judge", ["lexical", "local:examples/data/tiny-judge"])
def test_the_grounding_check_stores_them(judge):
    from veriscope.grounding import GroundingCheck
    from veriscope.model import Assessment, Record

    record = Record("Ines Varga built the tower. Zebras sing there.", contexts=[TEXT])
    (found,) = GroundingCheck(make_judge(judge)).assess([record])
    good, bad = found.claims
    assert good.detail is None
    start, end = bad.detail.lacking[0]
    assert record.response[start:end] == "Zebras sing"
    assert Assessment.from_json(found.to_json()) == found
    assert asyncio.run(make_judge(judge).verify(["Zebras sing."], [TEXT]))[0].support < 0.5
