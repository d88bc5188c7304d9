"""One answer of a RAG system with what it was asked and given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veriscope.errors import InputError
from veriscope.model import Context, Record
from veriscope.model.codec import decode

Document = str | Context | Mapping[str, object]


@dataclass(frozen=True)
class RAGTestCase:
    """A query, the response to it, and the context that the response should rest on.

    Texts are kept as given, blank ones too. The context is a list of strings, or of documents
    with ids (`Context`, or a dict with `text` and `id`).
    """

    query: str
    response: str
    context: Sequence[Document]

    def __post_init__(self) -> None:
        for name in ("query", "response"):
            if not isinstance(getattr(self, name), str):
                raise InputError("must be a string", field=name)
        if not isinstance(self.context, (list, tuple)):
            raise InputError("must be a list of strings or documents", field="context")
        object.__setattr__(self, "context", list(self.context))
        _read(self.context)

    @property
    def documents(self) -> list[Context]:
        """The context as documents; one without an id is named by its position, from 0."""
        return [
            item if item.id is not None else Context(item.text, str(i), item.metadata)
            for i, item in enumerate(_read(self.context))
        ]

    @classmethod
    def of(cls, record: Record) -> RAGTestCase:
        """Return the case that a record describes."""
        return cls(record.query or "", record.response, record.contexts)


def _read(context: Sequence[Document]) -> list[Context]:
    return [decode(Context, item, f"context[{i}]") for i, item in enumerate(context)]
