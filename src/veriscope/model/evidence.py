"""What a verdict rests on, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from veriscope.model.codec import Noun
from veriscope.model.json_text import JSON
from veriscope.model.span import Span, check_span


@dataclass(frozen=True)
class Evidence(Noun):
    """A quote with its place: characters of a source, or whatever `locator` names.

    `locator` says where in a source that is no text: table, column and key of a database.
    """

    source_id: str | None = None
    span: Span | None = None
    text: str = ""
    locator: Mapping[str, JSON] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "span", check_span(self.span, "span"))

    @staticmethod
    def from_shorthand(text: str) -> dict[str, JSON]:
        """Read a bare string as a quote without a place."""
        return {"text": text}
