"""A wrong figure in a fluent sentence is refuted by arithmetic, whatever the judge thinks."""

import asyncio

import pytest

from tests.endpoints import verdict
from veriscope import VerdictLabel
from veriscope.judges import LLMOptions, LocalJudge, OpenAIJudge
from veriscope.judges.arithmetic import CONFIDENCE, find_conflict
from veriscope.judges.evidence import PassageIndex
from veriscope.model import AuthorKind, Context

TOWER = (
    "The Eiffel Tower is 330 metres tall. It was built in 1889. About 6 million people come a year."
)


def conflict(claim, *texts):
    found = find_conflict(
        claim, PassageIndex([Context(text, str(i)) for i, text in enumerate(texts)])
    )
    return found and (found.claimed, found.found)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The Eiffel Tower is 320 metres tall.", ("320 metres", "330 metres")),
        ("The tower was built in 1887.", ("1887", "1889")),
        ("The tower in Lyon was planned by engineers in 1887.", None),
        ("About 9 million people come a year.", ("9 million people", "6 million people")),
        ("The Eiffel Tower is 330 metres tall.", None),
        ("6.2 million people come a year.", None),
        ("The Eiffel Tower is 1,083 feet tall.", None),
        ("The Louvre holds 330 paintings by Italian masters.", None),
        ("The Eiffel Tower is tall.", None),
        ("330", None),
    ],
)
def test_what_is_certain_and_what_is_not(claim, expected):
    assert conflict(claim, TOWER) == expected


def test_a_figure_that_a_kindred_sentence_bears_out_is_no_conflict():
    text = "Revenue was $5 million in 2022. Revenue was $6 million in 2023."
    assert conflict("Revenue was $6 million in 2023.", text) is None
    assert conflict("Revenue was $7 million in 2023.", text) == ("$7 million", "$6 million")


def test_the_model_is_overruled_and_the_verdict_says_so(endpoint):
    endpoint.default = verdict("SUPPORTED", confidence=0.99, evidence="It was built in 1889.")
    claim = "The Eiffel Tower is 320 metres tall."
    judge = OpenAIJudge("tiny", endpoint.url)
    (found,) = asyncio.run(judge.verify([claim], ["unrelated", TOWER]))
    assert found.label is VerdictLabel.REFUTED
    assert (found.author.kind, found.author.name) == (AuthorKind.RULE, "figures")
    assert "claim says 320 metres, context says 330 metres" in found.reasoning
    assert "had said SUPPORTED" in found.reasoning
    assert found.evidence[0].source_id == "1"
    assert found.evidence[0].text == "The Eiffel Tower is 330 metres tall."
    assert (found.confidence, found.tokens) == (CONFIDENCE, 10)
    assert found.support == pytest.approx(1 - CONFIDENCE)


def test_the_models_own_verdict_stands_where_arithmetic_is_silent(endpoint):
    endpoint.default = verdict("REFUTED", confidence=0.6)
    judge = OpenAIJudge("tiny", endpoint.url)
    (found,) = asyncio.run(judge.verify(["The Eiffel Tower is 320 metres tall."], [TOWER]))
    assert found.author.kind is AuthorKind.MODEL
    endpoint.default = verdict("SUPPORTED")
    switched_off = OpenAIJudge("tiny", endpoint.url, options=LLMOptions(arithmetic=False))
    (found,) = asyncio.run(switched_off.verify(["The Eiffel Tower is 320 metres tall."], [TOWER]))
    assert found.label is VerdictLabel.SUPPORTED


def test_the_local_judge_is_overruled_too():
    (found,) = asyncio.run(LocalJudge().verify(["The Eiffel Tower is 320 metres tall."], [TOWER]))
    assert (found.label, found.author.name) == (VerdictLabel.REFUTED, "figures")


def test_a_figure_changed_in_each_sentence_is_never_supported():
    sentences = [
        "The museum holds 1,250 paintings from the 18th century.",
        "Profit fell by 12.5% after the merger.",
        "The company paid EUR 4.2 million for the patents.",
        "The bridge was opened in 1932 by the king.",
        "Leverage stood at 3.5x at the end of the year.",
        "Etwa 300 Menschen arbeiten in dem Werk.",
    ]
    changed = [
        "The museum holds 1,350 paintings from the 18th century.",
        "Profit fell by 15.5% after the merger.",
        "The company paid EUR 4.9 million for the patents.",
        "The bridge was opened in 1923 by the king.",
        "Leverage stood at 5.3x at the end of the year.",
        "Etwa 900 Menschen arbeiten in dem Werk.",
    ]
    context = [" ".join(sentences)]
    kept = asyncio.run(LocalJudge().verify(sentences, context))
    assert [found.label for found in kept] == [VerdictLabel.SUPPORTED] * len(sentences)
    wrong = asyncio.run(LocalJudge().verify(changed, context))
    assert [found.label for found in wrong] == [VerdictLabel.REFUTED] * len(sentences)
