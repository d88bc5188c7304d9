"""Replies on disk: a second run is free, a broken one goes on, and nothing else is confused."""

import asyncio
import json
import sqlite3
import threading

import pytest

from tests.endpoints import Answer, chat, claims, verdict
from veriscope.errors import InputError
from veriscope.grounding import HallucinationEvaluator, RAGTestCase, run_batch
from veriscope.judges import (
    AnthropicJudge,
    JudgeAPIError,
    JudgeResponseError,
    LLMOptions,
    OpenAIJudge,
    ReplyCache,
)
from veriscope.judges.cache import digest


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "replies.sqlite"


def judge(endpoint, path, model="tiny", **options):
    return OpenAIJudge(model, endpoint.url, options=LLMOptions(cache=ReplyCache(path), **options))


def verify(subject, claim_list=("one", "two"), context=("a source",)):
    return asyncio.run(subject.verify(list(claim_list), list(context)))


def test_a_second_run_is_free_and_the_same(endpoint, path):
    endpoint.default = verdict("SUPPORTED", confidence=0.9, evidence="a source")
    first = verify(judge(endpoint, path))
    again = judge(endpoint, path)
    second = verify(again)
    assert len(endpoint.requests) == 2
    assert [item.stored() for item in second] == [item.stored() for item in first]
    assert [item.tokens for item in first + second] == [10, 10, 0, 0]
    assert (again.usage.requests, again.usage.cached, again.usage.tokens) == (0, 2, 0)


def test_claims_are_kept_too(endpoint, path):
    endpoint.default = claims("Bern is a city")
    for tokens in (10, 0):
        found = asyncio.run(judge(endpoint, path).extract_claims("Bern is a city."))
        assert (found.claims[0].text, found.tokens) == ("Bern is a city", tokens)
    assert len(endpoint.requests) == 1


def test_a_broken_run_goes_on_where_it_stopped(endpoint, path):
    endpoint.script = [claims("one"), verdict(), claims("two"), Answer(status=400)]
    endpoint.default = verdict("REFUTED")
    cases = [RAGTestCase("q", text, ["a source"]) for text in ("Answer one.", "Answer two.")]
    evaluator = HallucinationEvaluator()
    done = [run_batch([case], evaluator, judge(endpoint, path))[0] for case in cases]
    assert [result.score for result in done] == [1.0, None]
    results = run_batch(cases, evaluator, judge(endpoint, path))
    assert [result.score for result in results] == [1.0, 0.0]
    assert len(endpoint.requests) == 5


def test_every_part_of_the_question_counts(endpoint, path):
    verify(judge(endpoint, path), ["one"])
    verify(judge(endpoint, path, model="other"), ["one"])
    verify(judge(endpoint, path, temperature=None), ["one"])
    verify(judge(endpoint, path, claims_per_call=1), ["one"], ["another source"])
    verify(judge(endpoint, path), ["one"], ["a", "source"])
    verify(judge(endpoint, path), ["One"])
    assert len(endpoint.requests) == 6
    verify(judge(endpoint, path), ["one"])
    assert len(endpoint.requests) == 6


def test_another_endpoint_and_another_kind_are_other_judges(endpoint, path):
    verify(judge(endpoint, path), ["one"])
    other = OpenAIJudge("tiny", endpoint.url + "/b", options=LLMOptions(cache=ReplyCache(path)))
    verify(other, ["one"])
    words = json.dumps({"verdict": "REFUTED"})
    endpoint.default = Answer(json.dumps({"content": [{"type": "text", "text": words}]}))
    third = AnthropicJudge("tiny", endpoint.url, "k", options=LLMOptions(cache=ReplyCache(path)))
    assert verify(third, ["one"])[0].label == "REFUTED"
    assert len(endpoint.requests) == 3


def test_failures_and_unreadable_replies_are_not_kept(endpoint, path):
    endpoint.script = [chat("{}"), chat("{}"), Answer(status=401)]
    with pytest.raises(JudgeResponseError):
        verify(judge(endpoint, path), ["one"])
    with pytest.raises(JudgeAPIError):
        verify(judge(endpoint, path), ["one"])
    assert verify(judge(endpoint, path), ["one"])[0].label == "SUPPORTED"
    assert len(endpoint.requests) == 4


def test_what_can_no_longer_be_read_is_asked_anew(endpoint, path):
    verify(judge(endpoint, path), ["one"])
    with sqlite3.connect(path) as db:
        db.execute("""UPDATE replies SET value = '{"verdict": "MAYBE"}'""")
    db.close()
    assert verify(judge(endpoint, path), ["one"])[0].label == "SUPPORTED"
    assert len(endpoint.requests) == 2


def test_the_file_holds_no_question(endpoint, path):
    verify(judge(endpoint, path), ["a very secret claim"], ["a very secret source"])
    judge(endpoint, path).options.cache.close()
    content = b"".join(part.read_bytes() for part in path.parent.iterdir())
    assert b"very secret" not in content


def test_many_threads_share_a_file(path):
    caches = [ReplyCache(path) for _ in range(2)]

    def work(number):
        for i in range(50):
            caches[number % 2].put(digest(str(i)), {"n": i})
            assert caches[number % 2].get_many([digest(str(i))]) == {digest(str(i)): {"n": i}}

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    keys = [digest(str(i)) for i in range(1200)]
    assert len(caches[0].get_many(keys)) == 50


@pytest.mark.parametrize("content", [b"this is no database, but long enough to be looked at" * 40])
def test_a_file_that_is_something_else_is_named(tmp_path, content):
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"notes\.txt: cannot be used as a cache"):
        ReplyCache(path)
    assert path.read_bytes() == content
    with pytest.raises(InputError, match="cannot be used"):
        ReplyCache(tmp_path)


def test_digests_tell_parts_apart():
    seen = {
        digest("ab", "c"),
        digest("a", "bc"),
        digest(["ab"], "c"),
        digest(["a", "b"], "c"),
        digest("abc"),
        digest(["abc", ""]),
    }
    assert len(seen) == 5
    assert digest("ab", "c") == digest(["ab"], "c")
    assert digest("\ud800")
