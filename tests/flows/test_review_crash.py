"""`kill -9` in the middle of concurrent decisions: what was acknowledged is there, once."""

import http.client
import itertools
import json
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.browser import Served
from tests.support.reviews import review
from tests.support.stores import Postgres
from veriscope.review import Action, ReviewQueue

CLIENTS = 16
DECISIONS = (Action.APPROVED, Action.REJECTED)


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A server of this test's own, with everything on that keeps data: it will be killed."""
    server = Postgres()
    yield server
    server.close()


class Reviewers:
    """Clients that decide on all items, each item by two of them, and keep what was confirmed."""

    def __init__(self, port: int, items: list[int], enough: int) -> None:
        self._port, self._enough = port, enough
        self._work = itertools.chain.from_iterable(zip(items, items, strict=True))
        self._lock = threading.Lock()
        self.acknowledged: list[tuple[int, str, str]] = []
        self.refused = 0
        self.many = threading.Event()
        self._threads = [threading.Thread(target=self._run, args=(n,)) for n in range(CLIENTS)]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def join(self) -> None:
        for thread in self._threads:
            thread.join()

    def _run(self, number: int) -> None:
        status = "approved" if number % 2 else "rejected"
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
        while (item := self._next()) is not None:
            body = json.dumps({"status": status, "notes": f"client {number}"})
            headers = {"Content-Type": "application/json"}
            try:
                connection.request("POST", f"/v1/reviews/{item}/decision", body, headers)
                answer = connection.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException):
                break  # the server is gone, and this decision was never confirmed
            self._note(answer.status, (item, status, f"client {number}"))
        connection.close()

    def _next(self) -> int | None:
        with self._lock:
            return next(self._work, None)

    def _note(self, code: int, decision: tuple[int, str, str]) -> None:
        with self._lock:
            if code == 200:
                self.acknowledged.append(decision)
            else:
                # 503: the store under the server was killed first
                assert code in (409, 503), code
                self.refused += code == 409
            if len(self.acknowledged) >= self._enough:
                self.many.set()


def decide_until_killed(
    url: str, n: int, enough: int, postgres: Postgres | None
) -> list[tuple[int, str, str]]:
    with ReviewQueue(url) as queue:
        items = [queue.add(review()).id or 0 for _ in range(n)]
    served = Served(url, "--rate", "0")
    reviewers = Reviewers(served.port, items, enough)
    reviewers.start()
    assert reviewers.many.wait(60)
    if postgres is not None:
        postgres.kill()
    os.kill(served.process.pid, signal.SIGKILL)
    served.end()
    reviewers.join()
    assert reviewers.refused > 0
    return reviewers.acknowledged


def check_what_is_left(url: str, n: int, acknowledged: list[tuple[int, str, str]]) -> None:
    confirmed = {item: (status, client) for item, status, client in acknowledged}
    assert len(confirmed) == len(acknowledged), "an item was confirmed to two clients"
    with ReviewQueue(url) as queue:
        for item in range(1, n + 1):
            events = queue.history(item)
            decisions = [event for event in events if event.action in DECISIONS]
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            assert len(decisions) <= 1
            now = queue.get(item)
            assert (now.reviewed_at is not None) is bool(decisions)
            if item in confirmed:
                found = (decisions[0].to_status.value, decisions[0].why)
                assert found == confirmed[item] == (now.status.value, now.review_notes)
        decided = sum(now.reviewed_at is not None for now in queue.all())
    # What was written but not yet confirmed when the end came: at most one for each client.
    assert len(confirmed) <= decided <= len(confirmed) + CLIENTS


SIZES = [100, pytest.param(1000, marks=pytest.mark.slow)]


@pytest.mark.parametrize("n", SIZES)
def test_kill_on_sqlite(tmp_path: Path, n: int) -> None:
    url = str(tmp_path / "reviews.db")
    acknowledged = decide_until_killed(url, n, n // 3, None)
    assert n // 3 <= len(acknowledged) < n
    check_what_is_left(url, n, acknowledged)


@pytest.mark.parametrize("n", SIZES)
def test_kill_on_postgresql(own_postgres: Postgres, n: int) -> None:
    url = own_postgres.new_database()
    name = url.partition("?")[0].rpartition("/")[2]
    acknowledged = decide_until_killed(url, n, n // 3, own_postgres)
    assert n // 3 <= len(acknowledged) < n
    own_postgres.start()
    check_what_is_left(own_postgres.address(name), n, acknowledged)
