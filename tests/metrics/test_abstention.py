"""Refusals in their many forms, answers that hold the same words, and the rate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.metrics import FalseAcceptanceCalculator

calculator = FalseAcceptanceCalculator()

REFUSALS = """
I don't know.
I don’t know who that is.
I really do not know the answer.
I'm sorry, but I don't know that.
I'm not sure.
I am not entirely certain about that.
I cannot find any record of it.
I can't confirm that.
Unfortunately, I am unable to provide that.
I could not verify the claim.
Sorry, cannot confirm.
Unable to locate it.
I wasn't able to find anything.
As an AI, I cannot provide details on it.
It cannot be verified.
There is no information about this person.
No data available.
There is no record of such an event.
There's no evidence that this happened.
I could find no evidence of a king by that name.
I do not have any information on this.
I don't have enough data to answer.
We have no record of that.
I have no idea.
There is no such city.
No such treaty exists.
The document was not found.
Not found in the database.
The Zorbian Empire does not exist.
It does not appear to exist.
That doesn't seem to exist.
I'm unfamiliar with that term.
I am not familiar with Dr. Vexler.
I'm not aware of any such book.
I've never heard of it.
I have never heard of that river.
That is outside my knowledge.
This lies beyond my training data.
This is not a real place.
The city you mention is not real.
It's a fictional country.
This appears to be fictional.
The event seems to be made up.
It is a made-up name.
This looks fabricated.
That title appears to be fabricated.
Je ne sais pas.
Je ne connais pas cette personne.
Je n'ai trouvé aucune information sur ce traité.
Il n’existe aucune trace de cet événement.
Cette ville n'existe pas.
Je ne peux pas confirmer.
모르겠습니다.
그 정보는 찾을 수 없습니다.
관련 정보가 없습니다.
그런 도시는 존재하지 않습니다.
확인할 수 없습니다.
"I don't know."
"""
ANSWERS = """
She invented the loom.
There is no doubt that Paris is the capital.
Unknown to many, he was born in Ulm.
The committee was made up of nine members.
He made up his mind in 1912.
The hull is fabricated from steel.
Penguins are not found in the Arctic.
Many people don't know that the river is tidal.
The loom was invented by Jacquard.
He was unfamiliar with the terrain.
The novel "I Don't Know" was published in 1950.
The capital of Zorbia is Mirel.
It is certain that he died in 1821.
There is no city larger than Tokyo.
No other king reigned longer.
Newton was not sure of the result until 1687.
The term is used in fictional works by Borges.
He said that he had never heard of her before 1910.
The company provides no-cost data plans.
It is not really a river but a canal.
La machine fut inventée en 1801.
Il existe une ville de ce nom.
그는 1879년에 태어났습니다.
서울은 대한민국의 수도입니다.
"""


@pytest.mark.parametrize("text", REFUSALS.strip().splitlines())
def test_a_refusal_is_recognised(text) -> None:
    assert calculator.evaluate_abstention("q", text, True).did_abstain is True


@pytest.mark.parametrize("text", ["", "  \n", *ANSWERS.strip().splitlines()])
def test_an_answer_is_no_refusal(text) -> None:
    found = calculator.evaluate_abstention("q", text, True)
    assert (found.did_abstain, found.is_false_acceptance) == (False, True)


def test_an_answer_is_only_false_where_nothing_exists() -> None:
    found = calculator.evaluate_abstention("Capital of France?", "Paris.", False)
    assert (found.query, found.response) == ("Capital of France?", "Paris.")
    assert (found.is_nonexistent_entity, found.is_false_acceptance) == (False, False)


def test_far_counts_non_existent_queries_only() -> None:
    found = calculator.evaluate_and_compute_far(
        ["a", "b", "c", "d"],
        ["I don't know.", "It is blue.", "I don't know.", "It is 5."],
        [True, True, False, True],
        ci=0.95,
    )
    assert found.value == pytest.approx(2 / 3)
    assert (found.failed_abstentions, found.correct_refusals) == (2, 1)
    assert (found.total_nonexistent_queries, found.has_queries) == (3, True)
    assert len(found.abstention_results) == 4
    assert found.interval == pytest.approx((0.2077, 0.9385), abs=1e-4)  # Wilson, 2 of 3


def test_far_of_nothing_is_zero_and_says_so() -> None:
    for results in ([], [calculator.evaluate_abstention("q", "a", False)]):
        found = calculator.compute_far(results, ci=0.95)
        assert (found.value, found.has_queries, found.interval) == (0.0, False, None)


def test_unequal_lengths_are_an_error() -> None:
    with pytest.raises(ValueError, match="not 2, 1 and 1"):
        calculator.evaluate_and_compute_far(["a", "b"], ["a"], [True])


def test_patterns_act_on_one_instance_alone() -> None:
    one, other = FalseAcceptanceCalculator(), FalseAcceptanceCalculator()
    one.add_abstention_pattern("beats me")
    assert "beats me" in one.get_abstention_patterns()
    assert "beats me" not in other.get_abstention_patterns()
    assert one.evaluate_abstention("q", "That BEATS ME.", True).did_abstain is True
    assert one.remove_abstention_pattern("beats me") is True
    assert one.remove_abstention_pattern("beats me") is False
    one.get_abstention_patterns().clear()
    assert one.get_abstention_patterns()


def test_an_explicit_empty_list_stays_empty() -> None:
    none = FalseAcceptanceCalculator([])
    assert none.get_abstention_patterns() == []
    assert none.evaluate_abstention("q", "I don't know.", True).did_abstain is False


def test_custom_patterns_are_plain_substrings() -> None:
    custom = FalseAcceptanceCalculator(["a.c", "Can’t"])
    assert custom.evaluate_abstention("q", "abc", True).did_abstain is False
    assert custom.evaluate_abstention("q", "xa.cx", True).did_abstain is True
    assert custom.evaluate_abstention("q", "i can't", True).did_abstain is True


def test_a_built_in_keeps_its_meaning_by_its_name() -> None:
    custom = FalseAcceptanceCalculator([*calculator.get_abstention_patterns(), "pass"])
    assert custom.evaluate_abstention("q", "I really don't know", True).did_abstain is True
    assert custom.remove_abstention_pattern("i don't know") is True
    assert custom.evaluate_abstention("q", "I really don't know", True).did_abstain is False


def test_case_sensitive_compares_as_written() -> None:
    strict = FalseAcceptanceCalculator(case_sensitive=True)
    assert strict.evaluate_abstention("q", "i don't know", True).did_abstain is True
    assert strict.evaluate_abstention("q", "I DON'T KNOW", True).did_abstain is False
    custom = FalseAcceptanceCalculator(["Pass"], case_sensitive=True)
    assert custom.evaluate_abstention("q", "Pass.", True).did_abstain is True
    assert custom.evaluate_abstention("q", "pass.", True).did_abstain is False


@pytest.mark.parametrize("pattern", ["", "  ", None])
def test_a_pattern_that_matches_everything_is_an_error(pattern) -> None:
    with pytest.raises(ValueError, match="abstention_patterns"):
        calculator.add_abstention_pattern(pattern)


@given(st.text())
def test_any_text_is_read(text) -> None:
    assert calculator.evaluate_abstention("q", text, True).did_abstain in (True, False)
