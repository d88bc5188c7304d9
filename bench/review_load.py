"""Clients that list and decide over HTTP, and the times that their requests took."""

from __future__ import annotations

import http.client
import json
import threading
import time
from dataclasses import dataclass, field

CLIENTS = 32


@dataclass
class Load:
    """Seconds of every request, and of the whole."""

    list_seconds: list[float] = field(default_factory=list)
    decide_seconds: list[float] = field(default_factory=list)
    seconds: float = 0.0
    decided: int = 0


def percentile(values: list[float], share: float) -> float:
    """Return the value below which `share` of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def run_load(port: int, numbers: list[int]) -> Load:
    """Decide on every item, each client by listing a page and deciding on the next in its part."""
    load, lock = Load(), threading.Lock()

    def work(part: list[int]) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for number in part:
            listed = _timed(connection, "GET", "/v1/reviews?status=pending&limit=50")
            body = json.dumps({"status": "rejected", "notes": "bench"})
            decided = _timed(connection, "POST", f"/v1/reviews/{number}/decision", body)
            with lock:
                load.list_seconds.append(listed)
                load.decide_seconds.append(decided)
                load.decided += 1
        connection.close()

    parts = [numbers[i::CLIENTS] for i in range(CLIENTS)]
    threads = [threading.Thread(target=work, args=(part,)) for part in parts]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    load.seconds = time.perf_counter() - began
    return load


def _timed(
    connection: http.client.HTTPConnection, method: str, path: str, body: str | None = None
) -> float:
    began = time.perf_counter()
    connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{method} {path}: {answer.status} {content[:200]!r}")
    return time.perf_counter() - began
