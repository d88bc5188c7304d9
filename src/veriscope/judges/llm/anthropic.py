"""Anthropic's models behind the messages API."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

from veriscope.errors import JudgeAPIError
from veriscope.judges.llm.endpoint import Endpoint, Reply, Turn, count
from veriscope.judges.llm.judge import LLMJudge
from veriscope.judges.llm.options import LLMOptions
from veriscope.judges.llm.prompt import Prompt

VERSION = "2023-06-01"


class AnthropicJudge(LLMJudge):
    """Asks one of Anthropic's models.

    Without `api_key` the one in ANTHROPIC_API_KEY is used. The key stands in no message, name or
    cache.
    """

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        options: LLMOptions | None = None,
    ) -> None:
        endpoint = AnthropicEndpoint(model, base_url, api_key, options or LLMOptions())
        super().__init__(endpoint)


class AnthropicEndpoint(Endpoint):
    """POST {base_url}/v1/messages; the reply's shape is that of a tool the model must call."""

    kind = "anthropic"
    default_url = "https://api.anthropic.com"
    path = "/v1/messages"

    def headers(self) -> dict[str, str]:
        """Return the key and the version of the API."""
        key = self.api_key or os.environ.get("ANTHROPIC_API_KEY", "").strip()
        if not key:
            raise JudgeAPIError("no API key: set ANTHROPIC_API_KEY or pass api_key", 401)
        return {"x-api-key": key, "anthropic-version": VERSION}

    def body(self, prompt: Prompt, turns: Sequence[Turn]) -> dict[str, Any]:
        """Return a request that can only be answered with the prompt's schema."""
        tool = {
            "name": prompt.name,
            "description": "Takes the result.",
            "input_schema": prompt.schema,
        }
        body: dict[str, Any] = {
            "model": self.model,
            "max_tokens": self.options.max_output_tokens,
            "system": prompt.system,
            "messages": [{"role": turn.role, "content": turn.text} for turn in turns],
            "tools": [tool],
            "tool_choice": {"type": "tool", "name": prompt.name},
        }
        if self.options.temperature is not None:
            body["temperature"] = self.options.temperature
        return body

    def read(self, body: Mapping[str, Any]) -> Reply:
        """Return what the tool was called with as JSON text; otherwise the text that was said."""
        usage = body.get("usage")
        usage = usage if isinstance(usage, dict) else {}
        content = body.get("content")
        content = content if isinstance(content, list) else []
        parts = [part for part in content if isinstance(part, dict)]
        called = [part["input"] for part in parts if isinstance(part.get("input"), dict)]
        said = [part["text"] for part in parts if isinstance(part.get("text"), str)]
        text = json.dumps(called[0]) if called else "".join(said) or json.dumps(body)
        return Reply(text, count(usage.get("input_tokens")), count(usage.get("output_tokens")))
