"""AnthropicJudge: its own request and reply, everything else as with the other."""

import asyncio
import json

import pytest

from tests.endpoints import Answer
from veriscope import VerdictLabel
from veriscope.judges import AnthropicJudge, JudgeAPIError, JudgeResponseError, LLMOptions
from veriscope.judges.llm import transport


@pytest.fixture(autouse=True)
def _no_waits(monkeypatch):
    async def sleep(seconds):
        return None

    defaults = transport.Transport.__init__.__kwdefaults__
    monkeypatch.setattr(
        transport.Transport.__init__, "__kwdefaults__", {**defaults, "sleep": sleep}
    )


def message(*content, **usage):
    usage = usage or {"input_tokens": 20, "output_tokens": 5}
    return Answer(json.dumps({"content": list(content), "usage": usage}))


def called(value):
    return {"type": "tool_use", "name": "verify", "id": "1", "input": value}


def said(text):
    return {"type": "text", "text": text}


def judge(endpoint, key="sk-ant", **options):
    return AnthropicJudge("claude-x", endpoint.url[:-3], key, options=LLMOptions(**options))


def verify(subject, claims=("a claim",)):
    return asyncio.run(subject.verify(list(claims), ["a source"]))


def test_the_request_can_only_be_answered_by_the_tool(endpoint):
    endpoint.default = message(called({"verdict": "SUPPORTED"}))
    verify(judge(endpoint), ["zebras sing"])
    (request,) = endpoint.requests
    assert request.path == "/v1/messages"
    assert request.headers["x-api-key"] == "sk-ant"
    assert request.headers["anthropic-version"] == "2023-06-01"
    body = request.body
    assert (body["model"], body["temperature"], body.get("stream")) == ("claude-x", 0.0, None)
    assert body["tool_choice"] == {"type": "tool", "name": "verify"}
    assert body["tools"][0]["input_schema"]["required"] == ["verdict", "evidence", "confidence"]
    assert [turn["role"] for turn in body["messages"]] == ["user"]
    assert "zebras sing" in request.user
    assert "zebras" not in request.system


def test_a_verdict_is_read_from_the_tool(endpoint):
    value = {"verdict": "refuted", "confidence": 0.75, "evidence": "a source"}
    endpoint.default = message(said("Let me see."), called(value))
    (found,) = verify(judge(endpoint))
    assert (found.label, found.confidence, found.tokens) == (VerdictLabel.REFUTED, 0.75, 25)
    assert found.evidence[0].span == (0, 8)
    assert found.author.name.startswith("anthropic:claude-x@http://127.0.0.1")


def test_a_verdict_that_was_said_is_read_too(endpoint):
    endpoint.default = message(said('```json\n{"verdict": "SUPPORTED"}\n```'))
    assert verify(judge(endpoint))[0].label == "SUPPORTED"


@pytest.mark.parametrize(
    "content", [[], [called({})], [called({"verdict": "MAYBE"})], [said("no")], [{"type": "text"}]]
)
def test_anything_else_is_asked_for_once_more(endpoint, content):
    endpoint.script = [message(*content)]
    endpoint.default = message(called({"verdict": "SUPPORTED"}))
    assert verify(judge(endpoint))[0].tokens == 50
    endpoint.default = message(*content)
    with pytest.raises(JudgeResponseError):
        verify(judge(endpoint))


def test_claims(endpoint):
    endpoint.default = message(called({"claims": ["An answer", " "]}))
    found = asyncio.run(judge(endpoint).extract_claims("An answer."))
    assert [(claim.text, claim.source_span) for claim in found.claims] == [("An answer", (0, 9))]


def test_overloaded_is_tried_again_and_unauthorised_is_not(endpoint):
    endpoint.script = [Answer(status=529), Answer(status=429, headers={"retry-after": "0"})]
    endpoint.default = message(called({"verdict": "SUPPORTED"}))
    assert verify(judge(endpoint))[0].tokens == 25
    assert len(endpoint.requests) == 3
    endpoint.script = [Answer(status=401)]
    with pytest.raises(JudgeAPIError) as caught:
        verify(judge(endpoint))
    assert caught.value.status_code == 401
    assert len(endpoint.requests) == 4


def test_the_key_comes_from_the_environment_or_is_asked_for(endpoint, monkeypatch):
    subject = judge(endpoint, key=None)
    with pytest.raises(JudgeAPIError, match="ANTHROPIC_API_KEY"):
        verify(subject)
    assert endpoint.requests == []
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-env")
    endpoint.default = message(called({"verdict": "SUPPORTED"}))
    verify(subject)
    assert endpoint.requests[0].headers["x-api-key"] == "sk-env"
