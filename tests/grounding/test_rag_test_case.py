"""A test case keeps what it was given."""

import dataclasses

import pytest

from veriscope.errors import InputError
from veriscope.grounding import RAGTestCase
from veriscope.model import Context, Record


def test_texts_are_kept_as_given():
    case = RAGTestCase(query=" q ", response="\n a", context=["  one ", ""])
    assert (case.query, case.response, case.context) == (" q ", "\n a", ["  one ", ""])
    assert RAGTestCase("", "", []).context == []
    with pytest.raises(dataclasses.FrozenInstanceError):
        case.query = "other"


def test_documents_have_ids_or_positions():
    case = RAGTestCase("q", "r", ["one", {"id": "doc", "text": "two"}, Context("three")])
    assert [(item.id, item.text) for item in case.documents] == [
        ("0", "one"),
        ("doc", "two"),
        ("2", "three"),
    ]


def test_a_list_changed_later_does_not_change_the_case():
    given = ["one"]
    case = RAGTestCase("q", "r", given)
    given.append("two")
    assert case.context == ["one"]


@pytest.mark.parametrize(
    ("query", "response", "context", "field"),
    [
        (None, "r", [], "query"),
        ("q", 1, [], "response"),
        ("q", "r", "one text", "context"),
        ("q", "r", None, "context"),
        ("q", "r", ["one", 2], r"context\[1\]"),
        ("q", "r", [{"id": "x"}], r"context\[0\].text"),
        ("q", "r", [{"text": "x", "score": 1}], r"context\[0\].score"),
    ],
)
def test_what_does_not_fit_is_named(query, response, context, field):
    with pytest.raises(InputError, match=field):
        RAGTestCase(query, response, context)


def test_a_record_is_a_case():
    record = Record("r", query="q", contexts=[Context("one", "d")])
    case = RAGTestCase.of(record)
    assert (case.query, case.response, case.documents) == ("q", "r", [Context("one", "d")])
    assert RAGTestCase.of(Record("r")).query == ""
