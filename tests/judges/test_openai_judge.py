"""OpenAIJudge against a real server: what it sends, and what it reads."""

import asyncio
import json

import pytest

from tests.endpoints import Answer, chat, claims, verdict
from veriscope import VerdictLabel
from veriscope.errors import InputError, MissingExtraError
from veriscope.judges import JudgeAPIError, JudgeResponseError, LLMOptions, OpenAIJudge
from veriscope.model import Context


def judge(endpoint, model="tiny", key=None, **options):
    return OpenAIJudge(model, endpoint.url, key, options=LLMOptions(**options))


def verify(subject, claim_list=("a claim",), context=("a source",)):
    return asyncio.run(subject.verify(list(claim_list), list(context)))


def extract(subject, response="An answer."):
    return asyncio.run(subject.extract_claims(response))


def test_the_request_is_one_post_a_claim_not_streamed(endpoint):
    verify(judge(endpoint), ["one", "two"])
    assert [request.path for request in endpoint.requests] == ["/v1/chat/completions"] * 2
    body = endpoint.requests[0].body
    assert body["model"] == "tiny"
    assert not body.get("stream")
    assert body["temperature"] == 0
    shape = body["response_format"]
    assert shape["type"] == "json_schema"
    assert set(shape["json_schema"]["schema"]["properties"]) == {
        "verdict",
        "evidence",
        "confidence",
    }
    assert sorted("one" in request.user for request in endpoint.requests) == [False, True]


def test_a_slash_at_the_end_of_the_address_does_no_harm(endpoint):
    verify(OpenAIJudge("tiny", endpoint.url + "/"))
    assert endpoint.requests[0].path == "/v1/chat/completions"


def test_the_key_goes_into_the_header_and_nowhere_else(endpoint, monkeypatch):
    subject = judge(endpoint, key="sk-secret")
    verify(subject)
    assert endpoint.requests[-1].headers["authorization"] == "Bearer sk-secret"
    assert "sk-secret" not in repr(subject) + subject.name
    verify(judge(endpoint))
    assert "authorization" not in endpoint.requests[-1].headers
    monkeypatch.setenv("OPENAI_API_KEY", "sk-env")
    verify(judge(endpoint))
    assert endpoint.requests[-1].headers["authorization"] == "Bearer sk-env"


def test_without_a_key_their_own_endpoint_is_not_asked():
    with pytest.raises(JudgeAPIError, match="OPENAI_API_KEY") as caught:
        verify(OpenAIJudge("gpt-4o"))
    assert caught.value.status_code == 401


def test_a_verdict_has_label_confidence_support_evidence_and_tokens(endpoint):
    endpoint.default = verdict("SUPPORTED", evidence="a  SOURCE", confidence=0.75)
    (found,) = verify(judge(endpoint), context=["other", Context("This is a source.", "doc")])
    assert found.label is VerdictLabel.SUPPORTED
    assert (found.confidence, found.support, found.tokens) == (0.75, 0.75, 10)
    (quote,) = found.evidence
    assert (quote.source_id, quote.span, quote.text) == ("doc", (8, 16), "a source")
    assert found.author.name == f"openai:tiny@{endpoint.url}"
    assert found.author.version == "verify/1"


def test_a_quote_that_stands_nowhere_has_no_place(endpoint):
    endpoint.default = verdict("SUPPORTED", evidence="I made this up")
    (found,) = verify(judge(endpoint))
    assert [(quote.text, quote.span) for quote in found.evidence] == [("I made this up", None)]


def test_only_the_verdict_is_required(endpoint):
    endpoint.default = verdict("REFUTED")
    (found,) = verify(judge(endpoint))
    assert (found.label, found.confidence, found.support) == (VerdictLabel.REFUTED, 1.0, None)
    assert found.evidence == ()
    endpoint.default = verdict("REFUTED", confidence=0.9, evidence=None)
    (found,) = verify(judge(endpoint))
    assert found.support == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ("supported", "SUPPORTED"),
        ("Refuted", "REFUTED"),
        ("contradicted", "REFUTED"),
        (" not_enough_info ", "NOT_ENOUGH_INFO"),
    ],
)
def test_a_verdict_in_another_case_is_read(endpoint, written, label):
    endpoint.default = verdict(written)
    assert verify(judge(endpoint))[0].label == label
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize(
    "text",
    [
        '```json\n{"verdict": "SUPPORTED"}\n```',
        '```\n{"verdict": "SUPPORTED"}\n```',
        'Here you are:\n```json\r\n{"verdict": "SUPPORTED"}\r\n```\n',
        '<think>\nhm {"verdict": "REFUTED"}\n</think>\n{"verdict": "SUPPORTED"}',
        '  {"verdict": "SUPPORTED", "why": "extra"}  ',
    ],
)
def test_fenced_and_thoughtful_replies_are_read(endpoint, text):
    endpoint.default = chat(text)
    assert verify(judge(endpoint))[0].label == "SUPPORTED"
    assert len(endpoint.requests) == 1


BAD = [
    "{}",
    "",
    "SUPPORTED",
    '{"verdict": "MAYBE"}',
    '{"verdict": null}',
    '{"verdict": ["SUPPORTED"]}',
    '{"verdict": "SUPPORTED", "confidence": 1.5}',
    '{"verdict": "SUPPORTED", "confidence": "high"}',
    '{"verdict": "SUPPORTED", "confidence": true}',
    '{"verdict": "SUPPORTED", "confidence": NaN}',
    '{"verdict": "SUPPORTED", "evidence": 3}',
    '{"verdict": "SUPPOR',
    '[{"verdict": "SUPPORTED"}]',
    '"SUPPORTED"',
    "[" * 5000,
    '```json\n{"verdict": "SUPPORTED"}\n```\n```json\n{"verdict": "REFUTED"}\n```',
]


@pytest.mark.parametrize("text", BAD)
def test_what_cannot_be_read_is_asked_for_once_more(endpoint, text):
    endpoint.script = [chat(text)]
    endpoint.default = verdict("REFUTED")
    (found,) = verify(judge(endpoint))
    assert found.label == "REFUTED"
    assert found.tokens == 20
    first, second = endpoint.requests
    assert [turn["role"] for turn in second.body["messages"]] == [
        "system",
        "user",
        "assistant",
        "user",
    ]
    assert second.body["messages"][:2] == first.body["messages"]


@pytest.mark.parametrize("text", BAD)
def test_and_then_it_is_an_error_with_the_reply_in_it(endpoint, text):
    endpoint.default = chat(text)
    with pytest.raises(JudgeResponseError) as caught:
        verify(judge(endpoint))
    assert text[:100] in str(caught.value)
    assert len(endpoint.requests) == 2


@pytest.mark.parametrize(
    "body",
    [
        "{}",
        '{"choices": []}',
        '{"choices": [{}]}',
        '{"choices": [{"message": {"content": null, "refusal": "no"}}]}',
        '{"choices": "none"}',
        "[]",
        "<html>hello</html>",
        "",
    ],
)
def test_a_response_without_words_is_unreadable_too(endpoint, body):
    endpoint.default = Answer(body)
    with pytest.raises(JudgeResponseError) as caught:
        verify(judge(endpoint))
    assert body in str(caught.value)
    assert len(endpoint.requests) == 2


def test_a_second_choice_is_not_read(endpoint):
    message = [
        {"message": {"content": json.dumps({"verdict": x})}} for x in ("REFUTED", "SUPPORTED")
    ]
    endpoint.default = Answer(json.dumps({"choices": message}))
    (found,) = verify(judge(endpoint))
    assert (found.label, found.tokens) == ("REFUTED", 0)


def test_replies_without_a_count_of_tokens_are_told_apart(endpoint):
    endpoint.default = Answer(
        '{"choices": [{"message": {"content": "{\\"verdict\\": \\"REFUTED\\"}"}}]}'
    )
    subject = judge(endpoint)
    verify(subject)
    assert (subject.usage.requests, subject.usage.unmetered, subject.usage.tokens) == (1, 1, 0)
    endpoint.default = chat({"verdict": "REFUTED"}, usage={"total_tokens": 42})
    assert verify(subject)[0].tokens == 42
    assert (subject.usage.unmetered, subject.usage.tokens) == (1, 42)


def test_text_in_parts_is_put_together(endpoint):
    parts = [{"type": "text", "text": '{"verdict":'}, {"type": "text", "text": '"REFUTED"}'}]
    endpoint.default = Answer(json.dumps({"choices": [{"message": {"content": parts}}]}))
    assert verify(judge(endpoint))[0].label == "REFUTED"


def test_claims_are_found_in_the_answer(endpoint):
    endpoint.default = claims("Bern is a city", "", "  ", "It lies on the Aare river")
    found = extract(judge(endpoint), "Yes. Bern is a city. And it lies on the Aare.")
    assert [(claim.text, claim.source_span) for claim in found.claims] == [
        ("Bern is a city", (5, 19)),
        ("It lies on the Aare river", (21, 45)),
    ]
    assert found.tokens == 10


def test_no_claims_is_an_answer(endpoint):
    endpoint.default = claims()
    assert extract(judge(endpoint)).claims == ()
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize("text", ["{}", '{"claims": "a"}', '{"claims": [1]}', '{"claims": null}'])
def test_claims_of_another_shape_are_an_error_after_one_more_try(endpoint, text):
    endpoint.default = chat(text)
    with pytest.raises(JudgeResponseError):
        extract(judge(endpoint))
    assert len(endpoint.requests) == 2


def test_unicode_escapes_and_braces_survive(endpoint):
    claim = 'Größe {0} {claim} %s \\u00e9 „x" 서울 😀 \ud800'
    words = '{"claims": ["caf\\u00e9 \\ud83d\\ude00"]}'
    endpoint.default = Answer(json.dumps({"choices": [{"message": {"content": words}}]}))
    found = extract(judge(endpoint), "We saw a café 😀 there.")
    assert found.claims[0].text == "café 😀"
    assert found.claims[0].source_span == (9, 15)
    endpoint.default = verdict()
    verify(judge(endpoint), [claim], ["{context} [[claim]] {{x}}"])
    assert claim in endpoint.requests[-1].user
    assert "{context} [[claim]] {{x}}" in endpoint.requests[-1].user


@pytest.mark.parametrize("blank", ["", "  \n"])
def test_blank_input_makes_no_request(endpoint, blank):
    subject = judge(endpoint)
    assert extract(subject, blank).claims == ()
    (found,) = verify(subject, ["a"], [blank])
    assert found.label == "NOT_ENOUGH_INFO"
    assert verify(subject, []) == []
    assert endpoint.requests == []


def test_results_keep_the_order_of_the_claims(endpoint):
    def slow_first(request):
        late = "claim 0" in request.user
        answer = verdict("REFUTED" if late else "SUPPORTED")
        answer.until = 5 if late else 0
        return answer

    endpoint.default = slow_first
    labels = [found.label for found in verify(judge(endpoint), [f"claim {i}" for i in range(5)])]
    assert labels == ["REFUTED"] + ["SUPPORTED"] * 4


def test_concurrency_is_bounded(endpoint):
    answer = verdict()
    answer.until = 3
    endpoint.default = answer
    verify(judge(endpoint, concurrency=3), [f"claim {i}" for i in range(20)])
    assert endpoint.busiest == 3


def test_connections_are_shared_and_closed(endpoint):
    subject = judge(endpoint, concurrency=2)

    async def work():
        async with subject.opened():
            for _ in range(3):
                await subject.verify(["a", "b"], ["c"])

    asyncio.run(work())
    assert endpoint.connections == 2
    assert len(endpoint.requests) == 6
    verify(subject)
    assert len(endpoint.requests) == 7


def test_several_claims_in_one_call(endpoint):
    def answer(request):
        count = request.user.count("<claim-")
        return chat(
            {"verdicts": [{"claim": n, "verdict": "SUPPORTED"} for n in range(count, 0, -1)]}
        )

    endpoint.default = answer
    found = verify(judge(endpoint, claims_per_call=2), ["a", "b", "c"])
    assert len(endpoint.requests) == 2
    assert [item.tokens for item in found] == [5, 5, 10]
    assert found[0].author.version == "verify_many/1"


@pytest.mark.parametrize(
    "numbers", [[1], [1, 2, 3], [1, 1], [0, 1], ["1", "2"], [], [1, None], [1, [2]]]
)
def test_a_claim_too_many_or_too_few_is_unreadable(endpoint, numbers):
    rows = [{"claim": n, "verdict": "SUPPORTED"} for n in numbers]
    endpoint.default = chat({"verdicts": rows})
    with pytest.raises(JudgeResponseError, match="claims 1 to 2"):
        verify(judge(endpoint, claims_per_call=2), ["a", "b"])


def test_a_long_context_goes_as_its_nearest_passages(endpoint):
    filler = " ".join(f"Sentence {i} speaks of weather and wind." for i in range(400))
    source = f"{filler} The zebra Zora weighs 300 kg. {filler}"
    verify(judge(endpoint, context_chars=3000), ["Zora the zebra weighs 300 kg"], [source])
    user = endpoint.requests[0].user
    assert "The zebra Zora weighs 300 kg." in user
    assert len(user) < 4000


@pytest.mark.parametrize(
    "url", ["ftp://x", "localhost:8000", "http://", "http://a b", "", "http://[::1", "http://x:y"]
)
def test_an_address_that_is_none_is_named(url):
    with pytest.raises(InputError, match="base_url"):
        OpenAIJudge("tiny", url)


def test_secrets_in_an_address_are_not_shown():
    assert OpenAIJudge("m", "http://user:pw@host/v1?k=1").name == "openai:m@http://host/v1"


@pytest.mark.parametrize(
    "options",
    [
        {"concurrency": 0},
        {"timeout": 0},
        {"retries": -1},
        {"claims_per_call": 0},
        {"requests_per_minute": 0},
        {"tokens_per_minute": -5},
    ],
)
def test_settings_that_make_no_sense_are_named(options):
    with pytest.raises(InputError, match=next(iter(options))):
        LLMOptions(**options)


def test_without_httpx_the_line_that_installs_it(endpoint, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "httpx", None)
    with pytest.raises(MissingExtraError, match=r"veriscope\[llm\]"):
        verify(judge(endpoint))
