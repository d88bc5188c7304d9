"""Other tools' rows become the same record, with nothing lost."""

import json

import pytest

from veriscope import InputError
from veriscope.io import read_records

ASKED, ANSWER, SOURCE = "When was it built?", "It was built in 1958.", "Built in 1958."
ROWS = {
    "own": {"query": ASKED, "response": ANSWER, "contexts": [SOURCE]},
    "ragas": {
        "user_input": ASKED,
        "response": ANSWER,
        "retrieved_contexts": [SOURCE],
        "reference": "1958",
    },
    "ragas before 0.2": {
        "question": ASKED,
        "answer": ANSWER,
        "contexts": [SOURCE],
        "ground_truth": "1958",
    },
    "deepeval": {
        "input": ASKED,
        "actual_output": ANSWER,
        "retrieval_context": [SOURCE],
        "expected_output": "1958",
    },
    "trulens": {
        "record_id": "r1",
        "app_name": "bot",
        "input": ASKED,
        "output": ANSWER,
        "contexts": [SOURCE],
        "latency": 2.5,
    },
    "langsmith": {
        "id": "r1",
        "run_type": "chain",
        "inputs": {"question": ASKED},
        "outputs": {
            "answer": ANSWER,
            "documents": [{"page_content": SOURCE, "metadata": {"p": 1}}],
        },
        "reference_outputs": {"answer": "1958"},
    },
    "trulens without contexts": {
        "record_id": "r1",
        "input": ASKED,
        "output": ANSWER,
        "Groundedness_calls": [{"args": {"source": SOURCE, "statement": ANSWER}, "ret": 0.5}],
        "Context Relevance_calls": str([{"args": {"question": ASKED, "context": SOURCE}}]),
    },
    "hugging face passages as lists of sentences": {
        "question": ASKED,
        "answer": ANSWER,
        "context": {"title": ["Dam"], "sentences": [["Built ", "in 1958."]]},
    },
    "hugging face": {"question": ASKED, "context": SOURCE, "answer": ANSWER},
    "hugging face documents": {"question": ASKED, "documents": [SOURCE], "response": ANSWER},
    "openai chat": {
        "model": "m",
        "messages": [
            {"role": "system", "content": SOURCE},
            {"role": "user", "content": [{"type": "text", "text": ASKED}]},
            {"role": "assistant", "content": ANSWER},
        ],
    },
}


def read(tmp_path, *rows, name="rows.jsonl", **options):
    path = tmp_path / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return list(read_records(path, **options))


@pytest.mark.parametrize("dialect", ROWS)
def test_a_dialect_is_read_as_it_is(tmp_path, dialect) -> None:
    (record,) = read(tmp_path, ROWS[dialect])
    assert (record.query, record.response) == (ASKED, ANSWER)
    assert [context.text for context in record.contexts] == [SOURCE]
    assert record.reference is None


def test_a_foreign_reference_is_a_reference_answer(tmp_path) -> None:
    for dialect in ("ragas", "ragas before 0.2", "deepeval"):
        (record,) = read(tmp_path, ROWS[dialect])
        assert record.metadata["reference_answer"] == "1958"
    (own,) = read(tmp_path, {"response": "a", "reference": "b"})
    assert own.reference == "b"


def test_columns_of_a_foreign_tool_are_carried_along(tmp_path) -> None:
    (record,) = read(tmp_path, ROWS["trulens"])
    assert (record.id, record.model, record.metadata) == ("r1", "bot", {"latency": 2.5})
    (record,) = read(tmp_path, ROWS["langsmith"])
    assert record.contexts[0].metadata == {"p": 1}
    assert record.metadata["run_type"] == "chain"


def test_the_last_answer_of_a_chat_counts_with_what_came_before(tmp_path) -> None:
    messages = [
        {"role": "user", "content": "first"},
        {"role": "assistant", "content": "one"},
        {"role": "tool", "content": "looked up"},
        {"role": "user", "content": "second"},
        {"role": "assistant", "content": "two"},
        {"role": "user", "content": "unanswered"},
    ]
    (record,) = read(tmp_path, {"messages": messages})
    assert (record.query, record.response) == ("second", "two")
    assert [context.text for context in record.contexts] == ["looked up"]
    reply = {"choices": [{"message": {"role": "assistant", "content": "three"}}]}
    (record,) = read(tmp_path, {"messages": messages, "response": reply})
    assert (record.query, record.response) == ("unanswered", "three")


def test_a_chat_without_an_answer_is_named(tmp_path) -> None:
    for messages in ([], [{"role": "user", "content": "x"}], "x", [3], [{"content": None}]):
        with pytest.raises(InputError, match="messages"):
            read(tmp_path, {"messages": messages})


@pytest.mark.parametrize("choices", [3, "x", {"a": 1}, [None], [{}], [{"message": None}]])
def test_choices_that_hold_no_message_are_named(tmp_path, choices) -> None:
    asked = [{"role": "user", "content": "x"}]
    for row in ({"response": {"choices": choices}}, {"choices": choices}):
        with pytest.raises(InputError, match="choices: must be a list"):
            read(tmp_path, {"messages": asked, **row})


def test_a_logged_request_with_its_choices_beside_it(tmp_path) -> None:
    reply = [{"index": 0, "message": {"role": "assistant", "content": ANSWER}}]
    row = {"messages": [{"role": "user", "content": ASKED}], "choices": reply}
    (record,) = read(tmp_path, row)
    assert (record.query, record.response) == (ASKED, ANSWER)


def test_a_document_is_named_as_its_metadata_names_it(tmp_path) -> None:
    document = {"page_content": SOURCE, "metadata": {"source": "dam.txt", "page": 2}}
    (record,) = read(tmp_path, {"question": ASKED, "answer": ANSWER, "documents": [document]})
    assert (record.contexts[0].id, record.contexts[0].metadata) == ("dam.txt", {"page": 2})


@pytest.mark.parametrize("labels", ["x", 3, [3], [{"start": 1}], {"start": 1, "end": 2}])
def test_marks_of_ragtruth_that_cannot_be_read_are_named(tmp_path, labels) -> None:
    (tmp_path / "source_info.jsonl").write_text('{"source_id": "1", "source_info": "t"}\n')
    with pytest.raises(InputError, match="labels"):
        read(tmp_path, {"source_id": "1", "response": "r", "labels": labels})


def test_own_rows_stay_strict(tmp_path) -> None:
    with pytest.raises(InputError, match="question: unknown field"):
        read(tmp_path, {"question": "q", "response": "r"})


@pytest.mark.parametrize(
    ("contexts", "place"),
    [([{"title": "no text"}], r"contexts\[0\]"), ([1], r"contexts\[0\]"), (7, "contexts")],
)
def test_contexts_without_text_are_named(tmp_path, contexts, place) -> None:
    row = {"question": ASKED, "answer": ANSWER, "documents": contexts}
    with pytest.raises(InputError, match=place):
        read(tmp_path, row)


def test_names_are_mapped_by_the_user(tmp_path) -> None:
    row = {"prompt": ASKED, "completion": ANSWER, "sources": SOURCE, "model": "m", "cost": 3}
    names = {"query": "prompt", "response": "completion", "contexts": "sources"}
    (record,) = read(tmp_path, row, names=names)
    assert (record.query, record.response, record.model) == (ASKED, ANSWER, "m")
    assert record.contexts[0].text == SOURCE
    assert record.metadata == {"cost": 3}
    with pytest.raises(InputError, match=r"rows.jsonl:1: completion: is missing"):
        read(tmp_path, {"prompt": "x"}, names=names)


def test_ragtruth_is_joined_with_its_sources(tmp_path) -> None:
    source = {"question": ASKED, "passages": SOURCE}
    (tmp_path / "source_info.jsonl").write_text(
        json.dumps({"source_id": "7", "task_type": "QA", "source_info": source}) + "\n"
    )
    label = {"start": 3, "end": 8, "text": "built", "label_type": "Evident Conflict"}
    row = {"id": "1", "source_id": "7", "model": "m", "response": ANSWER, "labels": [label]}
    (record,) = read(tmp_path, row | {"quality": "good"}, name="response.jsonl")
    assert (record.query, record.contexts[0].text, record.contexts[0].id) == (ASKED, SOURCE, "7")
    assert record.gold.hallucinated is True
    assert record.gold.spans == ((3, 8),)
    assert record.gold.labels == ("Evident Conflict",)
    assert record.groups == {"task_type": "QA"}
    assert record.metadata["quality"] == "good"
    with pytest.raises(InputError, match=r"response.jsonl:1: source_id: '8' is not in"):
        read(tmp_path, row | {"source_id": "8"}, name="response.jsonl")


def test_ragtruth_without_its_sources_is_an_error(tmp_path) -> None:
    row = {"id": "1", "source_id": "7", "response": ANSWER, "labels": []}
    with pytest.raises(InputError, match=r"source_info.jsonl beside them"):
        read(tmp_path, row)
