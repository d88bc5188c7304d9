"""`POST /v1/check` with a real check, one that breaks, and none."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.support.http import client_of
from tests.support.reviews import review
from veriscope.model import Assessment, CheckName, Claim, Record, Verdict, VerdictLabel
from veriscope.review import ReviewQueue
from veriscope.web import Settings, create_app, installed_checks


def words_in_contexts(records: Sequence[Record]) -> list[Assessment]:
    """A small grounding check: a sentence is borne out when its words stand in the contexts."""
    return [_assess(record) for record in records]


def _assess(record: Record) -> Assessment:
    known = {word for context in record.contexts for word in context.text.lower().split()}
    claims = [
        Claim(text.strip(), id=f"c{n}") for n, text in enumerate(record.response.split("."), 1)
    ]
    claims = [claim for claim in claims if claim.text]
    verdicts = [
        Verdict(
            VerdictLabel.SUPPORTED
            if set(claim.text.lower().split()) <= known
            else VerdictLabel.NOT_ENOUGH_INFO,
            claim_id=claim.id,
        )
        for claim in claims
    ]
    flagged = any(verdict.label != "SUPPORTED" for verdict in verdicts)
    return Assessment(record.id, CheckName.GROUNDING, claims, verdicts, flagged=flagged)


def broken(records: Sequence[Record]) -> list[Assessment]:
    raise RuntimeError("the model file is gone")


CHECKS = {CheckName.GROUNDING: words_in_contexts, CheckName.TRANSCRIPTION: broken}
RECORD = {"id": "r1", "response": "It rains. It snows.", "contexts": ["it rains a lot"]}


@pytest.fixture
def client(queue: ReviewQueue) -> Iterator[httpx.Client]:
    with client_of(create_app(queue, Settings(open_to_local=True), CHECKS)) as made:
        yield made


def test_the_checks_that_apply_are_run(client: httpx.Client, queue: ReviewQueue) -> None:
    found = client.post("/v1/check", json=RECORD).json()
    (assessment,) = found["assessments"]
    assert (found["record_id"], assessment["check"]) == ("r1", "grounding")
    labels = [verdict["label"] for verdict in assessment["verdicts"]]
    assert labels == ["SUPPORTED", "NOT_ENOUGH_INFO"]
    assert found["not_applicable"] == ["transcription"]
    assert found["queued"] == []
    assert queue.list() == []
    assert Assessment.from_dict(assessment).flagged


def test_what_is_flagged_goes_into_the_queue_when_asked(
    client: httpx.Client, queue: ReviewQueue
) -> None:
    found = client.post("/v1/check", params={"queue": "true"}, json=RECORD).json()
    assert found["queued"] == [1]
    item = queue.get(1)
    assert (item.record_id, item.check, item.unverified_claims) == ("r1", "grounding", 1)
    assert [claim["original_text"] for claim in item.flagged_claims] == ["It snows"]
    assert item.sources[0].text == "it rains a lot"


def test_a_check_that_breaks_is_a_failure_not_an_error(client: httpx.Client) -> None:
    found = client.post("/v1/check", json={**RECORD, "reference": "It rains."})
    assert found.status_code == 200
    by_check = {a["check"]: a for a in found.json()["assessments"]}
    (failure,) = by_check["transcription"]["failures"]
    assert (failure["cause"], failure["stage"]) == ("internal", "verify")
    assert "the model file is gone" in failure["message"]
    assert by_check["grounding"]["verdicts"]


def test_a_record_to_which_nothing_applies(client: httpx.Client) -> None:
    found = client.post("/v1/check", json={"response": "x"}).json()
    assert found["assessments"] == []
    assert found["not_applicable"] == ["grounding", "transcription"]


@pytest.mark.parametrize(
    ("record", "detail"),
    [
        ({}, "response: is missing"),
        ({"response": 5}, "response: must be a string"),
        ({"response": "x", "respons": 1}, "respons: unknown field"),
        ({"response": "x", "confidence": 2}, "confidence: must lie in"),
    ],
)
def test_a_wrong_record_is_named(client: httpx.Client, record: object, detail: str) -> None:
    found = client.post("/v1/check", json=record)
    assert found.status_code == 422
    assert detail in found.json()["detail"]


def test_queueing_needs_the_scope(queue: ReviewQueue, tokens: dict[str, str]) -> None:
    with client_of(create_app(queue, Settings(), CHECKS), tokens["read"]) as client:
        assert client.post("/v1/check", json=RECORD).status_code == 200
        refused = client.post("/v1/check", params={"queue": "true"}, json=RECORD)
        assert refused.status_code == 403
    assert queue.list() == []


def test_slow_checks_do_not_hold_up_decisions(queue: ReviewQueue) -> None:
    queue.add(review())
    release = threading.Event()

    def slow(records: Sequence[Record]) -> list[Assessment]:
        release.wait(60)
        return words_in_contexts(records)

    app = create_app(queue, Settings(open_to_local=True), {CheckName.GROUNDING: slow})
    with client_of(app) as client, ThreadPoolExecutor(12) as pool:
        asked = [
            pool.submit(httpx.post, client.base_url.join("/v1/check"), json=RECORD, timeout=60)
            for _ in range(12)
        ]
        decided = client.post("/v1/reviews/1/decision", json={"status": "approved"})
        assert decided.status_code == 200
        assert not any(one.done() for one in asked)
        release.set()
        assert [one.result().status_code for one in asked] == [200] * 12


def test_the_installed_checks_have_the_one_verb() -> None:
    for name, assess in installed_checks().items():
        assert name in CheckName
        assert callable(assess)
