"""The only input: what was written, what it was written from, and what is known of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from veriscope.errors import InputError
from veriscope.model.claim import Claim
from veriscope.model.codec import Noun
from veriscope.model.json_text import JSON, dump_json, tupled
from veriscope.model.span import Span, check_span
from veriscope.model.verdict import Verdict, check_probability


@dataclass(frozen=True)
class Context(Noun):
    """A source text that the response was written from."""

    text: str
    id: str | None = None
    metadata: Mapping[str, JSON] = field(default_factory=dict)

    @staticmethod
    def from_shorthand(text: str) -> dict[str, JSON]:
        """Read a bare string as a context without an id."""
        return {"text": text}


@dataclass(frozen=True)
class Aspect(Noun):
    """A term that a model claims to have found; the span is kept as given, however broken."""

    term: str
    span: JSON = None
    polarity: str | None = None


@dataclass(frozen=True)
class Gold(Noun):
    """What people said of the response, for measuring a check."""

    hallucinated: bool | None = None
    spans: Sequence[Span] = ()
    labels: Sequence[str] = ()

    def __post_init__(self) -> None:
        spans = tuple(check_span(span, f"spans[{i}]") for i, span in enumerate(self.spans))
        object.__setattr__(self, "spans", spans)
        object.__setattr__(self, "labels", tuple(self.labels))


_LISTS = ("aspects", "verdicts", "claims", "probabilities", "samples", "responses")


@dataclass(frozen=True)
class Record(Noun):
    """One answer with everything a check may need; a check applies when its fields are there.

    Without an `id` the record is named by a digest of its content, so that equal records have
    equal names on every machine.
    """

    response: str
    id: str = ""
    query: str | None = None
    contexts: Sequence[Context] = ()
    reference: str | None = None
    aspects: Sequence[Aspect] | None = None
    scope: Mapping[str, JSON] | None = None
    verdicts: Sequence[Verdict] | Mapping[str, Sequence[Verdict]] | None = None
    claims: Sequence[Claim] | Mapping[str, Sequence[Claim]] | None = None
    probabilities: Sequence[float] | None = None
    samples: Sequence[Sequence[float]] | None = None
    responses: Sequence[str] = ()
    is_nonexistent: bool | None = None
    confidence: float | None = None
    model: str | None = None
    groups: Mapping[str, str] = field(default_factory=dict)
    gold: Gold | None = None
    metadata: Mapping[str, JSON] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.response, str):
            raise InputError("must be a string", field="response")
        contexts = tuple(Context(c) if isinstance(c, str) else c for c in self.contexts)
        object.__setattr__(self, "contexts", contexts)
        for name in _LISTS:
            object.__setattr__(self, name, tupled(getattr(self, name)))
        if self.confidence is not None:
            object.__setattr__(self, "confidence", check_probability(self.confidence, "confidence"))
        if not self.id:
            object.__setattr__(self, "id", self._digest())

    def source_name(self, source_id: str) -> str:
        """Return a source's name for people; checks call a context without an id by its index."""
        for index, context in enumerate(self.contexts):
            if context.id is None and source_id == str(index):
                return f"context {index + 1}"
        return source_id

    def _digest(self) -> str:
        content = {key: value for key, value in self.to_dict().items() if key != "id"}
        text = dump_json(dict(sorted(content.items())))
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
