"""The API of the queue over real HTTP."""

import json

import httpx
import pytest

from tests.support.reviews import review
from veriscope.review import ReviewQueue


def decide(client: httpx.Client, number: int, status: str, **more: object) -> httpx.Response:
    return client.post(f"/v1/reviews/{number}/decision", json={"status": status, **more})


def test_a_page_and_the_next(api: httpx.Client, queue: ReviewQueue) -> None:
    for n in range(5):
        queue.add(review(priority=n / 10))
    first = api.get("/v1/reviews", params={"limit": 2}).json()
    assert [item["id"] for item in first["items"]] == [5, 4]
    second = api.get("/v1/reviews", params={"limit": 3, "after": first["next"]}).json()
    assert [item["id"] for item in second["items"]] == [3, 2, 1]
    assert second["next"] is None


def test_filters(api: httpx.Client, queue: ReviewQueue) -> None:
    queue.add(review(model="m1", check="grounding", groups={"region": "EU"}))
    queue.add(review(original_answer="needle"))
    queue.approve(2, "ann")

    def ids(**params: str) -> list[int]:
        return [item["id"] for item in api.get("/v1/reviews", params=params).json()["items"]]

    assert ids(status="pending") == ids(model="m1") == ids(check="grounding") == [1]
    assert ids(group="region=EU") == ids(until="2999-01-01T00:00:00Z", status="pending") == [1]
    assert ids(reviewer="ann") == ids(text="NEEDLE") == [2]
    assert ids(since="2999-01-01T00:00:00Z") == []


def test_an_item_with_its_history(api: httpx.Client, queue: ReviewQueue) -> None:
    queue.add(review(original_answer="odd \x00 \ud800 text"))
    found = api.get("/v1/reviews/1")
    assert found.headers["content-type"] == "application/json"
    body = found.json()
    assert body["original_answer"] == "odd \x00 \ud800 text"
    assert body["flagged_claims"][0]["value"] == "1500000.00"
    assert [event["action"] for event in body["history"]] == ["added"]


def test_decisions_carry_the_name_of_the_token(api: httpx.Client, queue: ReviewQueue) -> None:
    queue.add(review())
    taken = decide(api, 1, "reviewed")
    assert (taken.status_code, taken.json()["assignee"]) == (200, "reviewer")
    done = decide(api, 1, "rejected", notes="not in the books")
    assert done.json()["reviewed_by"] == "reviewer"
    assert queue.history(1)[-1].why == "not in the books"
    assert decide(api, 1, "pending", notes="too fast").json()["status"] == "pending"


def test_the_second_decision_is_a_conflict_that_names_the_first(
    api: httpx.Client, queue: ReviewQueue
) -> None:
    queue.add(review())
    queue.approve(1, "ann")
    refused = decide(api, 1, "rejected")
    assert refused.status_code == 409
    assert refused.headers["content-type"] == "application/problem+json"
    body = refused.json()
    assert body["type"] == "urn:veriscope:problem:review-conflict"
    assert (body["review_id"], body["current_status"], body["decided_by"]) == (1, "approved", "ann")
    assert body["decided_at"]
    assert len(queue.history(1)) == 2


def test_notes_and_assignment(api: httpx.Client, queue: ReviewQueue) -> None:
    queue.add(review())
    assert api.post("/v1/reviews/1/notes", json={"notes": "hm"}).json()["review_notes"] == "hm"
    assert api.put("/v1/reviews/1/assignee", json={"assignee": "bob"}).json()["assignee"] == "bob"
    assert [e.who for e in queue.history(1)] == ["veriscope", "reviewer", "reviewer"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "words"),
    [
        ("GET", "/v1/reviews/9", None, 404, "there is no item 9"),
        ("GET", f"/v1/reviews/{10**30}", None, 404, "there is no item"),
        ("GET", "/v1/reviews/x", None, 422, "does not fit"),
        ("GET", "/v1/reviews?status=open", None, 422, "does not fit"),
        ("GET", "/v1/reviews?after=x", None, 422, "after: is no place"),
        ("GET", "/v1/reviews?limit=0", None, 422, "does not fit"),
        ("GET", "/v1/reviews?model=%00", None, 422, "model: must not hold control characters"),
        ("GET", "/v1/reviews?since=0001-01-01T00:00:00%2B05:00", None, 422, "since: is out of"),
        ("POST", "/v1/reviews/1/decision", {"status": "open"}, 422, "does not fit"),
        ("POST", "/v1/reviews/1/decision", {"status": "approved", "x": 1}, 422, "does not fit"),
        ("POST", "/v1/reviews/1/decision", {"status": "approved", "notes": "\x00"}, 422, "notes:"),
        ("POST", "/v1/reviews/1/decision", ["approved"], 422, "does not fit"),
        ("POST", "/v1/reviews/1/notes", {"notes": "  "}, 422, "notes: must not be blank"),
        ("DELETE", "/v1/reviews/1", None, 405, "Method Not Allowed"),
        ("GET", "/v2/reviews", None, 404, "Not Found"),
    ],
)
def test_errors_are_problem_documents(
    api: httpx.Client, queue: ReviewQueue, method: str, path: str, body: object, status: int,
    words: str,
) -> None:  # fmt: skip
    queue.add(review())
    found = api.request(method, path, json=body)
    assert (found.status_code, found.headers["content-type"]) == (
        status,
        "application/problem+json",
    )
    told = found.json()
    assert told["status"] == status
    assert words in told["detail"]
    assert told["type"].startswith("urn:veriscope:problem:")
    assert queue.get(1).status == "pending"


def test_a_wrong_field_is_named(api: httpx.Client, queue: ReviewQueue) -> None:
    queue.add(review())
    told = decide(api, 1, "open").json()
    assert told["errors"][0]["field"] == "body.status"


def test_a_body_that_is_no_json(api: httpx.Client) -> None:
    headers = {"Content-Type": "application/json"}
    for content in (b"{", b"\xff", b'{"a":' * 5000):
        found = api.post("/v1/check", content=content, headers=headers)
        assert found.status_code in (400, 422)
        assert found.headers["content-type"] == "application/problem+json"


def test_health_and_metrics(api: httpx.Client, queue: ReviewQueue) -> None:
    queue.add(review())
    decide(api, 1, "approved")
    decide(api, 1, "approved")
    assert api.get("/healthz").json()["status"] == "ok"
    assert api.get("/readyz").json() == {"status": "ready"}
    text = api.get("/metrics").text
    assert 'veriscope_review_items{status="approved"} 1.0' in text
    assert 'veriscope_review_decisions_total{status="approved"} 1.0' in text
    assert "veriscope_review_conflicts_total 1.0" in text
    route = 'route="/v1/reviews/{number}/decision",status="409"'
    assert f'veriscope_http_requests_total{{method="POST",{route}}} 1.0' in text


def test_a_store_that_is_away_is_said_so(api: httpx.Client, queue: ReviewQueue) -> None:
    with queue.store.write() as connection:
        connection.exec_driver_sql("ALTER TABLE reviews RENAME TO gone")
    found = api.get("/v1/reviews")
    assert found.status_code == 503
    assert found.headers["retry-after"] == "5"
    assert "gone" not in found.text
    assert "SELECT" not in found.text
    assert api.get("/healthz").status_code == 200


def test_the_description_names_every_route(api: httpx.Client) -> None:
    paths = api.get("/v1/openapi.json").json()["paths"]
    assert set(paths) == {
        "/healthz", "/readyz", "/metrics", "/v1/check", "/v1/reviews", "/v1/reviews/{number}",
        "/v1/reviews/{number}/decision", "/v1/reviews/{number}/notes",
        "/v1/reviews/{number}/assignee", "/v1/tokens", "/v1/tokens/{name}",
    }  # fmt: skip
    assert "409" in paths["/v1/reviews/{number}/decision"]["post"]["responses"]
    assert "https://cdn" not in json.dumps(paths)
