"""Who gets in, what a browser is allowed, and what no request can do."""

import re
import sqlite3
from collections.abc import Iterator

import httpx
import pytest

from tests.support.http import client_of, running
from tests.support.reviews import review
from veriscope.errors import InputError
from veriscope.review import ReviewQueue
from veriscope.web import Scope, Settings, TokenStore, create_app
from veriscope.web.guards import Buckets
from veriscope.web.server import safe_host
from veriscope.web.settings import is_loopback

READ, REVIEW, ADMIN = "read", "review", "admin"
ROUTES = [
    ("GET", "/v1/reviews", READ),
    ("GET", "/v1/reviews/1", READ),
    ("GET", "/metrics", READ),
    ("POST", "/v1/check", READ),
    ("POST", "/v1/reviews/1/decision", REVIEW),
    ("POST", "/v1/reviews/1/notes", REVIEW),
    ("PUT", "/v1/reviews/1/assignee", REVIEW),
    ("GET", "/v1/tokens", ADMIN),
    ("POST", "/v1/tokens", ADMIN),
    ("DELETE", "/v1/tokens/x", ADMIN),
]


@pytest.mark.parametrize(("method", "path", "needed"), ROUTES)
def test_every_route_wants_its_scope(
    queue: ReviewQueue, tokens: dict[str, str], method: str, path: str, needed: str
) -> None:
    queue.add(review())
    with client_of(create_app(queue, Settings(), {})) as client:
        assert client.request(method, path, json={}).status_code == 401
        wrong = client.request(method, path, json={}, headers={"Authorization": "Bearer vs_x"})
        assert wrong.status_code == 401
        assert wrong.headers["www-authenticate"] == "Bearer"
        for scope, token in tokens.items():
            found = client.request(
                method, path, json={}, headers={"Authorization": f"Bearer {token}"}
            )
            allowed = Scope(scope).allows(Scope(needed))
            assert (found.status_code != 403) is allowed, (scope, found.text)
            assert found.status_code != 401


def test_a_cookie_is_no_key_to_the_api(queue: ReviewQueue, tokens: dict[str, str]) -> None:
    with client_of(create_app(queue, Settings(), {})) as client:
        client.post("/login", data={"token": tokens[ADMIN], "there": "/reviews"})
        assert client.get("/reviews").status_code == 200
        assert client.get("/v1/reviews").status_code == 401


def test_tokens_are_kept_hashed_and_can_be_revoked(queue: ReviewQueue) -> None:
    store = TokenStore(queue.store)
    secret = store.add("ann", Scope.REVIEW)
    assert store.find(secret) is not None
    path = queue.store.url.database
    assert path is not None
    with sqlite3.connect(path) as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    assert secret not in dump
    with pytest.raises(InputError, match="there is a token 'ann' already"):
        store.add("ann", Scope.READ)
    store.revoke("ann")
    assert store.find(secret) is None
    assert store.exist()
    assert [info.revoked for info in store.all()] == [True]
    with pytest.raises(InputError, match="no token 'bob'"):
        store.revoke("bob")


def test_admins_manage_tokens_over_http(queue: ReviewQueue, tokens: dict[str, str]) -> None:
    with client_of(create_app(queue, Settings(), {}), tokens[ADMIN]) as client:
        made = client.post("/v1/tokens", json={"name": "eve", "scope": "review"})
        assert made.status_code == 201
        secret = made.json()["token"]
        listed = client.get("/v1/tokens")
        assert "eve" in listed.text
        assert secret not in listed.text
        assert client.delete("/v1/tokens/eve").status_code == 204
        assert client.get("/v1/reviews", headers={"Authorization": f"Bearer {secret}"}).status_code == 401  # fmt: skip  # noqa: E501


def test_revoking_the_last_token_opens_nothing(queue: ReviewQueue) -> None:
    store = TokenStore(queue.store)
    with client_of(create_app(queue, Settings(open_to_local=True), {})) as client:
        assert client.get("/v1/reviews").status_code == 200
        store.add("ann", Scope.READ)
        assert client.get("/v1/reviews").status_code == 401
        store.revoke("ann")
        assert client.get("/v1/reviews").status_code == 401


def test_revoking_ends_the_sessions(queue: ReviewQueue, tokens: dict[str, str]) -> None:
    with client_of(create_app(queue, Settings(), {})) as client:
        client.post("/login", data={"token": tokens[REVIEW]})
        assert client.get("/reviews").status_code == 200
        TokenStore(queue.store).revoke("reviewer")
        assert client.get("/reviews").status_code == 401


def test_logging_out_ends_the_session_itself(queue: ReviewQueue, tokens: dict[str, str]) -> None:
    with client_of(create_app(queue, Settings(), {})) as client:
        client.post("/login", data={"token": tokens[REVIEW]})
        kept = dict(client.cookies)
        client.post("/logout", data={"csrf": csrf_of(client.get("/reviews").text)})
        client.cookies.update(kept)
        assert client.get("/reviews").status_code == 401


def csrf_of(page: str) -> str:
    found = re.search(r'name="csrf" value="([0-9a-f]{64})"', page)
    assert found is not None
    return found[1]


@pytest.fixture
def browser(queue: ReviewQueue, tokens: dict[str, str]) -> Iterator[httpx.Client]:
    queue.add(review())
    with client_of(create_app(queue, Settings(), {})) as client:
        client.post("/login", data={"token": tokens[REVIEW]})
        yield client


def decide(client: httpx.Client, csrf: str, **headers: str) -> int:
    form = {"to": "approved", "csrf": csrf}
    return client.post("/reviews/1/decision", data=form, headers=headers).status_code


def test_a_form_from_elsewhere_decides_nothing(browser: httpx.Client, queue: ReviewQueue) -> None:
    csrf = csrf_of(browser.get("/reviews/1").text)
    for wrong in ("", "0" * 64, csrf[:-1], "ü"):
        assert decide(browser, wrong) == 403
    assert decide(browser, csrf, Origin="https://evil.example") == 403
    assert decide(browser, csrf, Origin="null") == 403
    assert decide(browser, csrf, **{"Sec-Fetch-Site": "cross-site"}) == 403
    assert decide(browser, csrf, **{"Sec-Fetch-Site": "same-site"}) == 403
    assert queue.get(1).status == "pending"
    assert decide(browser, csrf, Origin=str(browser.base_url).rstrip("/")) == 303
    assert queue.get(1).reviewed_by == "reviewer"


def test_another_sessions_form_is_refused(
    browser: httpx.Client, queue: ReviewQueue, tokens: dict[str, str]
) -> None:
    csrf = csrf_of(browser.get("/reviews/1").text)
    browser.post("/login", data={"token": tokens[ADMIN]})
    assert decide(browser, csrf) == 403


def test_without_tokens_too_a_form_must_be_ours(local: httpx.Client, queue: ReviewQueue) -> None:
    queue.add(review())
    csrf = csrf_of(local.get("/reviews/1").text)
    assert decide(local, "0" * 64) == 403
    local.cookies.clear()
    assert decide(local, csrf) == 403
    fresh = csrf_of(local.get("/reviews/1").text)
    assert decide(local, fresh) == 303


def test_a_page_elsewhere_cannot_use_the_api_of_this_machine(
    local: httpx.Client, queue: ReviewQueue
) -> None:
    queue.add(review())
    body = {"status": "approved"}
    path = "/v1/reviews/1/decision"
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert local.post(path, json=body, headers=headers).status_code == 403
    rebound = local.post(path, json=body, headers={"Host": "evil.example"})
    assert rebound.status_code == 421
    simple = local.post(path, content=b'{"status":"approved"}', headers={"Content-Type": "text/plain"})  # fmt: skip  # noqa: E501
    assert simple.status_code == 422
    assert queue.get(1).status == "pending"


def test_who_may_only_read_sees_no_buttons(queue: ReviewQueue, tokens: dict[str, str]) -> None:
    queue.add(review())
    with client_of(create_app(queue, Settings(), {})) as client:
        client.post("/login", data={"token": tokens[READ]})
        page = client.get("/reviews/1").text
        assert "Right answer" not in page
        assert decide(client, csrf_of(page)) == 403
    assert queue.get(1).status == "pending"


def test_the_session_cookie_is_safe(queue: ReviewQueue, tokens: dict[str, str]) -> None:
    with running(create_app(queue, Settings(), {})) as base:
        form = {"token": tokens[READ]}
        plain = httpx.post(f"{base}/login", data=form).headers["set-cookie"]
        # A proxy on this machine that ends HTTPS says so in this header.
        secure = httpx.post(
            f"{base}/login", data=form, headers={"X-Forwarded-Proto": "https"}
        ).headers["set-cookie"]
    for cookie in (plain, secure):
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert "Path=/" in cookie
        assert "Max-Age=43200" in cookie
    assert secure.startswith("__Host-veriscope=")
    assert "; Secure" in secure


def test_every_answer_carries_the_headers(local: httpx.Client, queue: ReviewQueue) -> None:
    queue.add(review())
    for path in ("/reviews", "/reviews/1", "/v1/reviews", "/nowhere", "/static/review.js"):
        headers = local.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; style-src 'self'; script-src 'self';")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
    assert local.get("/reviews").headers["cache-control"] == "no-store"


def test_login_goes_only_to_our_own_pages(queue: ReviewQueue, tokens: dict[str, str]) -> None:
    with client_of(create_app(queue, Settings(), {})) as client:
        for there in ("//evil.example", "https://evil.example", "/\\evil.example", ""):
            form = {"token": tokens[READ], "there": there}
            assert client.post("/login", data=form).headers["location"] == "/reviews"
        asked = client.get("/reviews/1", params={"text": "a&b"}, headers={"Cookie": "veriscope=x"})
        assert 'value="/reviews/1?text=a%26b"' in asked.text


def test_a_wrong_login_says_so_and_is_slowed_down(queue: ReviewQueue) -> None:
    TokenStore(queue.store).add("ann", Scope.READ)
    with client_of(create_app(queue, Settings(logins_per_minute=3), {})) as client:
        codes = [client.post("/login", data={"token": "vs_wrong"}).status_code for _ in range(5)]
    assert codes == [401, 401, 401, 429, 429]


def test_too_many_requests(queue: ReviewQueue) -> None:
    settings = Settings(open_to_local=True, rate=0.001, burst=3)
    with client_of(create_app(queue, settings, {})) as client:
        codes = [client.get("/v1/reviews") for _ in range(5)]
    assert [found.status_code for found in codes] == [200, 200, 200, 429, 429]
    assert int(codes[-1].headers["retry-after"]) > 100
    assert codes[-1].headers["content-type"] == "application/problem+json"


def test_buckets_fill_again_and_forget() -> None:
    now = [0.0]
    buckets = Buckets(2.0, 2, clock=lambda: now[0])
    assert [buckets.wait("a") > 0 for _ in range(3)] == [False, False, True]
    assert buckets.wait("b") == 0
    now[0] = 0.5
    assert buckets.wait("a") == 0
    assert buckets.wait("a") == pytest.approx(0.5)
    for n in range(20_000):
        buckets.wait(str(n))
    assert len(buckets._left) == 10_000


def test_a_body_over_the_limit_is_refused(queue: ReviewQueue) -> None:
    settings = Settings(open_to_local=True, max_body=2000)
    with client_of(create_app(queue, settings, {})) as client:
        big = b'{"response":"' + b"x" * 3000 + b'"}'
        headers = {"Content-Type": "application/json"}
        for content in (big, iter([big[:1500], big[1500:]])):
            found = client.post("/v1/check", content=content, headers=headers)
            assert found.status_code == 413
            assert found.json()["detail"] == "2,000 bytes at most"
        assert client.post("/v1/check", json={"response": "x"}).status_code == 200


@pytest.mark.parametrize(
    ("host", "protected", "expected"),
    [
        ("0.0.0.0", False, "127.0.0.1"),
        ("::", False, "127.0.0.1"),
        ("example.org", False, "127.0.0.1"),
        ("localhost", False, "localhost"),
        ("0.0.0.0", True, "0.0.0.0"),
    ],
)
def test_without_a_token_only_this_machine(host: str, protected: bool, expected: str) -> None:
    listens, warning = safe_host(host, protected)
    assert listens == expected
    assert (warning is None) is (listens == host)
    assert is_loopback("127.0.0.1")
    assert is_loopback("[::1]")
    assert not is_loopback("127.0.0.1.evil.example")
