"""`veriscope serve` as a process: what it says, whom it answers, how it stops."""

import json
import signal
import socket
import threading
import time
from pathlib import Path

import httpx
import pytest

from tests.flows.command import veriscope
from tests.support.browser import Served
from tests.support.reviews import review
from tests.support.stores import Postgres, postgres
from veriscope.review import ReviewQueue
from veriscope.web import Scope, TokenStore

__all__ = ["postgres"]


@pytest.fixture
def url(tmp_path: Path) -> str:
    path = str(tmp_path / "reviews.db")
    with ReviewQueue(path) as queue:
        queue.add(review())
    return path


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_says_where_and_stops_when_asked(url: str, how: signal.Signals) -> None:
    served = Served(url)
    assert httpx.get(f"{served.base}/readyz").json() == {"status": "ready"}
    code, out, err = served.stop(how)
    assert (code, err) == (0, "")
    assert "no token is configured: it answers to this machine only" in out
    assert out.endswith("stopped\n")


def test_a_request_under_way_is_finished(url: str) -> None:
    served = Served(url)
    body = json.dumps({"status": "approved"}).encode()
    with socket.create_connection(("127.0.0.1", served.port)) as connection:
        connection.sendall(
            b"POST /v1/reviews/1/decision HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body)
        )
        time.sleep(0.3)  # the request has begun, its body has not come
        served.process.terminate()
        time.sleep(0.3)
        connection.sendall(body)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 200")
    code, _, err = served.end()
    assert (code, err) == (0, "")
    with ReviewQueue(url) as queue:
        assert queue.get(1).status == "approved"


def test_without_a_token_it_listens_to_this_machine_only(url: str) -> None:
    served = Served(url, "--host", "0.0.0.0")
    assert served.base.startswith("http://127.0.0.1:")
    code, _, err = served.stop()
    assert code == 0
    assert "the server listens on 127.0.0.1 only, not on 0.0.0.0" in err


def test_with_a_token_it_listens_where_it_is_told(url: str) -> None:
    with ReviewQueue(url) as queue:
        secret = TokenStore(queue.store).add("ann", Scope.REVIEW)
    served = Served(url, "--host", "0.0.0.0")
    assert served.base.startswith("http://0.0.0.0:")
    base = f"http://127.0.0.1:{served.port}"
    assert httpx.get(f"{base}/v1/reviews").status_code == 401
    found = httpx.get(f"{base}/v1/reviews", headers={"Authorization": f"Bearer {secret}"})
    assert [item["id"] for item in found.json()["items"]] == [1]
    assert served.stop()[0] == 0


def test_on_postgresql_by_its_address(postgres: Postgres) -> None:
    address = postgres.empty_store()
    with ReviewQueue(address) as queue:
        queue.add(review())
    served = Served(address)
    decided = httpx.post(f"{served.base}/v1/reviews/1/decision", json={"status": "rejected"})
    assert decided.status_code == 200
    assert served.stop()[0] == 0
    with ReviewQueue(address) as queue:
        assert queue.get(1).status == "rejected"


def test_of_32_people_who_decide_at_once_one_is_told_yes(url: str) -> None:
    served = Served(url, "--rate", "0")
    codes: list[int] = []

    def decide() -> None:
        path = f"{served.base}/v1/reviews/1/decision"
        codes.append(httpx.post(path, json={"status": "approved"}, timeout=30).status_code)

    threads = [threading.Thread(target=decide) for _ in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200, *[409] * 31]
    assert served.stop()[0] == 0


def test_what_prevents_it_is_one_line(url: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = veriscope("serve", "--port", port, "--db", url)
    assert done.returncode == 2
    assert done.stderr.startswith(f"veriscope: port: cannot listen on 127.0.0.1:{port}:")
    done = veriscope("serve", "--db", "postgresql://127.0.0.1:1/none", "--port", 0)
    assert done.returncode == 2
    assert "connection failed" in done.stderr
