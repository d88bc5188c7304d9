"""Field names of other tools, read as they are.

A row is recognised by the names that it has. What a dialect does not know is carried along under
`metadata`, because exports hold many columns of their own; only Veriscope's own rows are strict. A
`reference` of a RAG tool is a reference answer, not a ground-truth transcription, and goes there
too, as `reference_answer`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from veriscope.errors import InputError
from veriscope.model import JSON, Record, parse_json

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Dialect:
    """A tool's names: what a row must have, and where each field of a record comes from.

    `fields` maps a record's field to the names that may hold it, in order of preference.
    """

    name: str
    needs: tuple[tuple[str, ...], ...]
    """Groups of names; a row of this dialect has one of each group."""
    fields: Mapping[str, tuple[str, ...]]
    opens: Callable[[Row], Row] = dict
    """Brings nested values to the top before the names are read."""

    def fits(self, row: Row) -> bool:
        """Whether a row has what the dialect must have."""
        return all(any(name in row for name in group) for group in self.needs)

    def read(self, row: Row) -> dict[str, Any]:
        """Return the row under the names of a record; the rest under `metadata`."""
        opened = dict(self.opens(row))
        out: dict[str, Any] = {}
        for field, names in self.fields.items():
            found = next((name for name in names if opened.get(name) is not None), None)
            if found is not None:
                out[field] = opened.pop(found)
        reference = out.pop("reference_answer", None)
        if reference is not None:
            opened["reference_answer"] = reference
        if "id" in out:
            out["id"] = str(out["id"])
        if "contexts" in out:
            out["contexts"] = contexts(out["contexts"])
        out["metadata"] = {name: value for name, value in opened.items() if value is not None}
        return out


def contexts(value: Any) -> list[Any]:
    """Return contexts as a list of texts or of objects with `id`, `text` and `metadata`.

    One text is a list of one; a list written as text, as spreadsheets have it, is read; documents
    of other tools bring their text under `page_content`, `content`, `chunk_text` or `passage`.
    """
    if isinstance(value, str):
        value = _listed(value)
    if isinstance(value, Mapping):
        # Sets on hubs keep passages as columns: {"title": [...], "passage": [...]}.
        columns = [_joined(column) for column in value.values() if isinstance(column, list)]
        strings = [column for column in columns if all(isinstance(c, str) for c in column)]
        value = max(strings, key=lambda c: sum(map(len, c)), default=[value])
    if not isinstance(value, list):
        raise InputError("must be a list of texts or documents", field="contexts")
    return [_document(item, f"contexts[{i}]") for i, item in enumerate(value)]


def _joined(column: list[Any]) -> list[Any]:
    """Return a column with each passage that is kept as a list of its sentences in one piece."""
    return [
        " ".join(map(str.strip, cell))
        if isinstance(cell, list) and all(isinstance(part, str) for part in cell)
        else cell
        for cell in column
    ]


def _listed(text: str) -> Any:
    if not text.lstrip().startswith("["):
        return [text]
    for read in (parse_json, ast.literal_eval):
        try:
            found = read(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
        if isinstance(found, list):
            return found
    return [text]


_TEXT_NAMES = ("text", "page_content", "content", "chunk_text", "passage", "body")
_ID_NAMES = ("id", "doc_id", "document_id", "chunk_id", "source", "title")


def _document(item: Any, field: str) -> Any:
    if isinstance(item, str):
        return item
    if not isinstance(item, Mapping):
        raise InputError("must be a text or a document", field=field)
    rest = dict(item)
    text = next((rest.pop(name) for name in _TEXT_NAMES if isinstance(rest.get(name), str)), None)
    if text is None:
        raise InputError(f"has no text under {', '.join(_TEXT_NAMES)}", field=field)
    out: dict[str, JSON] = {"text": text}
    metadata = rest.pop("metadata", None)
    kept = {**(metadata if isinstance(metadata, Mapping) else {}), **rest}
    # LangChain names a document in its metadata; a name beside the text is nearer.
    for names in (rest, kept):
        name = next((n for n in _ID_NAMES if isinstance(names.get(n), (str, int))), None)
        if name is not None:
            out["id"] = str(names[name])
            kept.pop(name, None)
            break
    return {**out, "metadata": kept} if kept else out


def _flattened(*names: str) -> Callable[[Row], Row]:
    """Return an opener that brings what stands under `names` to the top."""

    def opens(row: Row) -> Row:
        out = dict(row)
        for name in names:
            inner = out.pop(name, None)
            if isinstance(inner, Mapping):
                out.update({key: value for key, value in inner.items() if key not in out})
            elif inner is not None:
                out[name] = inner
        return out

    return opens


def _chat(row: Row) -> Row:
    """Read a chat log: the last assistant message, with system and tool messages as contexts."""
    out = dict(row)
    messages = out.pop("messages")
    reply = out.pop("response", None)
    if not isinstance(messages, list) or not all(isinstance(m, Mapping) for m in messages):
        raise InputError("must be a list of messages", field="messages")
    choices = reply.get("choices") if isinstance(reply, Mapping) else out.pop("choices", None)
    if choices:
        messages = [*messages, _first_choice(choices)]
    said = [(message.get("role"), _content(message)) for message in messages]
    answers = [i for i, (role, text) in enumerate(said) if role == "assistant" and text]
    if not answers:
        raise InputError("has no message of the assistant", field="messages")
    before = said[: answers[-1]]
    asked = [text for role, text in before if role == "user"]
    out["output"] = said[answers[-1]][1]
    out["asked"] = asked[-1] if asked else None
    out["given"] = [text for role, text in before if role in _GIVEN and text]
    return out


def _first_choice(choices: Any) -> Row:
    first = choices[0] if isinstance(choices, list) else None
    message = first.get("message") if isinstance(first, Mapping) else None
    if not isinstance(message, Mapping):
        raise InputError("must be a list whose first item holds a message", field="choices")
    return message


_GIVEN = ("system", "developer", "tool", "function")


def _content(message: Row) -> str:
    """Return a message's text, whether it is one text or a list of parts."""
    content = message.get("content")
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, Mapping))
        return "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _trulens(row: Row) -> Row:
    """Read a TruLens export; where no column holds the contexts, what its feedback was given does.

    A feedback function leaves a list of its calls in a column `NAME_calls`.
    """
    out = dict(row)
    if any(out.get(name) is not None for name in _GROUND):
        return out
    found: dict[str, None] = {}
    for name, calls in row.items():
        if isinstance(name, str) and name.endswith("_calls"):
            found.update(dict.fromkeys(_texts_given(calls)))
    return out | {"contexts": list(found)} if found else out


def _texts_given(calls: Any) -> Iterator[str]:
    for call in calls if isinstance(calls, list) else _listed(str(calls)):
        given = call.get("args") if isinstance(call, Mapping) else None
        for name in ("context", "source"):
            value = given.get(name) if isinstance(given, Mapping) else None
            texts = value if isinstance(value, list) else [value]
            yield from (text for text in texts if text and isinstance(text, str))


_ANSWER = ("output", "answer", "response", "generation", "result", "text")
_ASKED = ("question", "query", "input", "user_input", "prompt")
_GROUND = ("contexts", "context", "retrieved_contexts", "documents", "retrieved_documents")

DIALECTS = (
    Dialect(
        "ragas",
        (("user_input",), ("response",)),
        {
            "query": ("user_input",),
            "response": ("response",),
            "contexts": ("retrieved_contexts", "reference_contexts"),
            "reference_answer": ("reference",),
            "id": ("id",),
            "model": ("model",),
        },
    ),
    Dialect(
        "deepeval",
        (("actual_output",),),
        {
            "query": ("input",),
            "response": ("actual_output",),
            "contexts": ("retrieval_context", "context"),
            "reference_answer": ("expected_output",),
            "id": ("id", "name"),
            "model": ("model",),
        },
    ),
    Dialect(
        "openai chat",
        (("messages",),),
        {
            "query": ("asked",),
            "response": ("output",),
            "contexts": ("given",),
            "id": ("id",),
            "model": ("model",),
        },
        _chat,
    ),
    Dialect(
        "langsmith",
        (("inputs",), ("outputs",)),
        {
            "query": _ASKED,
            "response": _ANSWER,
            "contexts": _GROUND,
            "reference_answer": ("reference_outputs",),
            "id": ("id", "run_id"),
            "model": ("model", "model_name"),
        },
        _flattened("inputs", "outputs"),
    ),
    Dialect(
        "trulens",
        (("record_id",), ("input",), ("output",)),
        {
            "query": ("input",),
            "response": ("output",),
            "contexts": _GROUND,
            "id": ("record_id",),
            "model": ("app_name", "app_id"),
        },
        _trulens,
    ),
    Dialect(
        "ragas before 0.2",
        (("question",), ("answer",), ("ground_truth", "ground_truths", "contexts")),
        {
            "query": ("question",),
            "response": ("answer",),
            "contexts": ("contexts",),
            "reference_answer": ("ground_truth", "ground_truths"),
            "id": ("id",),
            "model": ("model",),
        },
    ),
    Dialect(
        "hugging face",
        (("question",), ("answer", "response"), ("context", "documents", "passages")),
        {
            "query": ("question",),
            "response": ("response", "answer"),
            "contexts": ("context", "documents", "passages"),
            "id": ("id", "qid"),
            "model": ("model",),
        },
    ),
)


def record_of(row: Any) -> Record:
    """Return the record that a row is, in our own names or in those of a dialect."""
    if isinstance(row, Mapping):
        for dialect in DIALECTS:
            if dialect.fits(row):
                return Record.from_dict(dialect.read(row))
    return Record.from_dict(row)
