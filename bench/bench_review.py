"""The review queue: does its length matter, and what do 32 people at once cost?

On SQLite and on a real PostgreSQL, over HTTP for the load. `VERISCOPE_BENCH_ITEMS` sets the length
of the long queue (1,000,000).
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import text
from sqlalchemy.dialects import postgresql, sqlite

from bench.review_fill import fill
from bench.review_load import CLIENTS, Load, percentile, run_load
from bench.rows import Row
from tests.support.browser import Served
from tests.support.stores import Postgres
from veriscope.review import ReviewFilter, ReviewQueue, ReviewStatus
from veriscope.review.filter import Cursor
from veriscope.review.statements import page_of_ids

SHORT = 1_000
LONG = int(os.environ.get("VERISCOPE_BENCH_ITEMS", "1000000"))
DECISIONS = 1_600
PENDING = ReviewFilter(status=ReviewStatus.PENDING)
NAME = "review"


@contextmanager
def databases() -> Iterator[Callable[[str, str], str]]:
    """Give a maker of new databases: by store and name, an address."""
    server = Postgres()
    with tempfile.TemporaryDirectory() as folder:

        def make(store: str, name: str) -> str:
            return server.new_database() if store == "PostgreSQL" else f"{folder}/{name}.db"

        try:
            yield make
        finally:
            server.close()


def run() -> list[Row]:
    """Measure both stores."""
    rows: list[Row] = []
    with databases() as make:
        for store in ("SQLite", "PostgreSQL"):
            rows += bench_length(store, make)
            rows += bench_load(store, make)
    return rows


def bench_length(store: str, make: Callable[[str, str], str]) -> list[Row]:
    """Compare pages of a long queue with those of a short one, turn by turn."""
    with (
        ReviewQueue(make(store, "short")) as short,
        ReviewQueue(make(store, "long")) as long,
    ):
        fill(short, SHORT)
        fill(long, LONG)
        _print_plan(store, long)
        return [_compared(store, what, page, short, long) for what, page in PAGES.items()]


OF_A_MODEL = ReviewFilter(status=ReviewStatus.PENDING, model="m3")
PAGES: dict[str, Callable[[ReviewQueue], object]] = {
    "first page": lambda queue: queue.summaries(PENDING),
    "a page in the middle": lambda queue: queue.summaries(PENDING, after=Cursor(0.5, 1)),
    "first page in every state": lambda queue: queue.summaries(),
    "first page of a model": lambda queue: queue.summaries(OF_A_MODEL),
}


def _compared(
    store: str,
    what: str,
    page: Callable[[ReviewQueue], object],
    short: ReviewQueue,
    long: ReviewQueue,
    times: int = 100,
) -> Row:
    seconds: dict[ReviewQueue, list[float]] = {short: [], long: []}
    for _ in range(times):
        for queue, taken in seconds.items():
            began = time.perf_counter()
            page(queue)
            taken.append(time.perf_counter() - began)
    base, found = statistics.median(seconds[short]), statistics.median(seconds[long])
    title = f"{store}: {what} of {LONG:,}, {1000 * found:.2f} ms"
    baseline = f"the same of {SHORT:,}, {1000 * base:.2f} ms"
    ratio = found / base
    return Row(NAME, title, ratio, "×", baseline, "≤ 1.5", ratio <= 1.5)


def _print_plan(store: str, queue: ReviewQueue) -> None:
    """Print how the database finds the first page: by the index, without sorting."""
    dialect = sqlite.dialect() if store == "SQLite" else postgresql.dialect()  # type: ignore[no-untyped-call]
    statement = page_of_ids(PENDING, 50)
    compiled = statement.compile(dialect=dialect, compile_kwargs={"literal_binds": True})
    explain = "EXPLAIN QUERY PLAN " if store == "SQLite" else "EXPLAIN "
    with queue.store.read() as connection:
        plan = connection.execute(text(explain + str(compiled))).all()
    print(f"{store}: plan of the first page of {LONG:,}")
    for line in plan:
        print("   ", line[-1])


def bench_load(store: str, make: Callable[[str, str], str]) -> list[Row]:
    """Let 32 clients list and decide over HTTP."""
    url = make(store, "load")
    with ReviewQueue(url) as queue:
        fill(queue, SHORT + DECISIONS)
        bare = _bare_commits(queue)
    served = Served(url, "--rate", "0")
    load = run_load(served.port, list(range(1, DECISIONS + 1)))
    served.stop()
    return _load_rows(store, load, bare)


def _load_rows(store: str, load: Load, bare: float) -> list[Row]:
    rate = load.decided / load.seconds
    who = f"{store}, {CLIENTS} clients over HTTP, each listing before it decides"
    commits = f"{bare:,.0f} bare one-row commits/s of one writer"
    rows = [
        Row(NAME, f"{who}: decisions", rate, "/s", commits),
        Row(NAME, f"{who}: decisions", rate / bare, "×", commits),
    ]
    for what, seconds in (("list", load.list_seconds), ("decide", load.decide_seconds)):
        median = 1000 * percentile(seconds, 0.5)
        p99 = 1000 * percentile(seconds, 0.99)
        rows.append(Row(NAME, f"{who}: p99 of {what}", p99, "ms", f"median {median:.0f} ms"))
    return rows


def _bare_commits(queue: ReviewQueue, times: int = 200) -> float:
    """Return how many transactions of one row this store confirms in a second."""
    with queue.store.write() as connection:
        connection.execute(text("CREATE TABLE bench_bare (n INTEGER)"))
    began = time.perf_counter()
    for n in range(times):
        with queue.store.write() as connection:
            connection.execute(text("INSERT INTO bench_bare VALUES (:n)"), {"n": n})
    return times / (time.perf_counter() - began)
