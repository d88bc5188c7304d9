"""Models behind the chat completions API: OpenAI's own, vLLM, Ollama, llama.cpp and others."""

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


class OpenAIJudge(LLMJudge):
    """Asks any endpoint that speaks OpenAI's chat completions.

    Without `api_key` the one in OPENAI_API_KEY is used; an endpoint at a `base_url` of your own
    may do without. The key stands in no message, name or cache.
    """

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        options: LLMOptions | None = None,
    ) -> None:
        endpoint = OpenAIEndpoint(model, base_url, api_key, options or LLMOptions())
        super().__init__(endpoint)


class OpenAIEndpoint(Endpoint):
    """POST {base_url}/chat/completions, not streamed."""

    kind = "openai"
    default_url = "https://api.openai.com/v1"
    path = "/chat/completions"

    def headers(self) -> dict[str, str]:
        """Return the key as a bearer token, where there is one."""
        key = self.api_key or os.environ.get("OPENAI_API_KEY", "").strip()
        if key:
            return {"authorization": f"Bearer {key}"}
        if self.base_url is None:
            raise JudgeAPIError("no API key: set OPENAI_API_KEY or pass api_key", 401)
        return {}

    def body(self, prompt: Prompt, turns: Sequence[Turn]) -> dict[str, Any]:
        """Return a request for JSON by the prompt's schema."""
        messages = [{"role": "system", "content": prompt.system}]
        messages += [{"role": turn.role, "content": turn.text} for turn in turns]
        shape = {"name": prompt.name, "strict": True, "schema": prompt.schema}
        # Theirs knows the newer name alone for some models, others the older name alone.
        limit = "max_completion_tokens" if self.base_url is None else "max_tokens"
        body: dict[str, Any] = {
            "model": self.model,
            "messages": messages,
            "response_format": {"type": "json_schema", "json_schema": shape},
            limit: self.options.max_output_tokens,
        }
        if self.options.temperature is not None:
            body["temperature"] = self.options.temperature
        return body

    def read(self, body: Mapping[str, Any]) -> Reply:
        """Return the first choice's text; further choices are not read."""
        usage = body.get("usage")
        usage = usage if isinstance(usage, dict) else {}
        into, out = count(usage.get("prompt_tokens")), count(usage.get("completion_tokens"))
        total = count(usage.get("total_tokens"))
        if total is not None and (into is None or out is None):
            into, out = total - (out or 0), out or 0
        text = _first_text(body)
        return Reply(json.dumps(body) if text is None else text, into, out)


def _first_text(body: Mapping[str, Any]) -> str | None:
    choices = body.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else None
