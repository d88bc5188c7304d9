"""How a kind of endpoint wants to be asked and answers; one subclass a kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from veriscope.judges.llm.options import LLMOptions
from veriscope.judges.llm.prompt import Prompt
from veriscope.judges.llm.urls import check_base_url, without_secrets


@dataclass(frozen=True)
class Turn:
    """One message after the system's."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True)
class Reply:
    """What the model wrote, and its tokens where the endpoint counted them."""

    text: str
    input_tokens: int | None = None
    output_tokens: int | None = None

    @property
    def metered(self) -> bool:
        """Whether the endpoint said how many tokens it took."""
        return self.input_tokens is not None or self.output_tokens is not None

    @property
    def tokens(self) -> int:
        """Tokens in and out, as far as they are known."""
        return (self.input_tokens or 0) + (self.output_tokens or 0)


class Endpoint(ABC):
    """Turns a prompt into a request body and a response body into the model's words."""

    kind: str
    default_url: str
    path: str

    def __init__(
        self, model: str, base_url: str | None, api_key: str | None, options: LLMOptions
    ) -> None:
        self.model = model
        self.base_url = None if base_url is None else check_base_url(base_url)
        self.url = (self.base_url or self.default_url) + self.path
        self.api_key = api_key
        self.options = options

    @property
    def name(self) -> str:
        """The string that chooses this model at this place; without secrets."""
        place = f"@{without_secrets(self.base_url)}" if self.base_url else ""
        return f"{self.kind}:{self.model}{place}"

    @abstractmethod
    def headers(self) -> dict[str, str]:
        """Return what authorises a request; `JudgeAPIError` where a key is missing."""

    @abstractmethod
    def body(self, prompt: Prompt, turns: Sequence[Turn]) -> dict[str, Any]:
        """Return the request."""

    @abstractmethod
    def read(self, body: Mapping[str, Any]) -> Reply:
        """Return the model's words; where the response holds none, the response as text."""


def count(value: object) -> int | None:
    """Return a token count as an endpoint gave it; None for what is no count."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
