"""A judge from one string."""

import pytest

from veriscope.errors import InputError
from veriscope.judges import (
    AnthropicJudge,
    CascadeJudge,
    LLMOptions,
    LocalJudge,
    OpenAIJudge,
    PanelJudge,
    make_judge,
)


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("local", LocalJudge, "local"),
        ("lexical", LocalJudge, "lexical"),
        (" local ", LocalJudge, "local"),
        ("openai:gpt-4o", OpenAIJudge, "openai:gpt-4o"),
        ("openai:m@http://127.0.0.1:8000/v1", OpenAIJudge, "openai:m@http://127.0.0.1:8000/v1"),
        ("openai:org/m:7b@https://h/v1/", OpenAIJudge, "openai:org/m:7b@https://h/v1"),
        ("openai:@cf/meta/llama@http://h/v1", OpenAIJudge, "openai:@cf/meta/llama@http://h/v1"),
        ("anthropic:claude-x", AnthropicJudge, "anthropic:claude-x"),
        ("panel:local,lexical,openai:m@http://h/v1", PanelJudge, None),
        ("cascade:local,anthropic:claude-x", CascadeJudge, "cascade:local,anthropic:claude-x"),
    ],
)
def test_every_form(text, kind, name):
    judge = make_judge(text)
    assert type(judge) is kind
    assert judge.name == (name or text)


def test_the_parts_of_an_address():
    judge = make_judge("openai:org/m:7b@http://127.0.0.1:8000/v1")
    assert judge._asker.endpoint.model == "org/m:7b"
    assert judge._asker.endpoint.url == "http://127.0.0.1:8000/v1/chat/completions"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "gpt-4o",
        "openai",
        "openai:",
        "anthropic:",
        "openai:m@localhost:8000",
        "openai:m@http://",
        "local:x",
        "panel:",
        "panel:local,",
        "cascade:local",
        "panel:local,cascade:local",
        "panel:local,panel:local",
        "Local",
        None,
    ],
)
def test_what_is_no_judge_is_named(text):
    with pytest.raises(InputError, match=r"judge|base_url"):
        make_judge(text)


def test_options_reach_every_model():
    options = LLMOptions(concurrency=3)
    panel = make_judge("panel:openai:a@http://h/v1,anthropic:b", options)
    assert [judge.options for judge in panel.judges] == [options, options]
