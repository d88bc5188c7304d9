"""Grounding: claims found by rule, what the runner adds to a call, a cached second run."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.endpoint import endpoint
from bench.rows import Row, best_of
from veriscope.grounding import HallucinationEvaluator, RAGTestCase, run_batch
from veriscope.judges import LLMOptions, OpenAIJudge, ReplyCache
from veriscope.text.statements import claim_statements

CONCURRENT = 100
CASES = 400
CALLS_A_CASE = 3


def answer(number: int) -> str:
    """Return an answer as a model writes them: prose, a list, a greeting, abbreviations."""
    return (
        f"Great question! Town {number} lies on the river Orla, about {number + 3} km from the "
        f"sea, and was founded in {1200 + number % 700} by Dr. A. B. Clark. The old town was "
        "rebuilt after the fire, but the cathedral was never finished; its tower is 87.5 metres "
        f"tall, i.e. the third tallest of the U.S. style. It has {number * 37:,} inhabitants.\n\n"
        "The main sights are:\n- **the castle**, opened in 1887 [1]\n- the harbour, which was "
        "closed in Jan. 1990. It is a museum today.\n\nI hope this helps! Let me know if you have "
        "any other questions.\n\n"
    )


def bench_claims() -> list[Row]:
    """Return the throughput of claim extraction and that of nupunkt's sentences alone."""
    import nupunkt

    answers = [answer(number) for number in range(1000)]
    size = sum(len(text.encode()) for text in answers) / 1e6

    def split() -> None:
        for text in answers:
            nupunkt.sent_tokenize(text)

    def extract() -> None:
        for text in answers:
            claim_statements(text)

    split()
    ours, theirs = size / best_of(extract), size / best_of(split)
    return [
        Row("grounding", "claims found by rule", ours, "MB/s", f"nupunkt alone {theirs:.2f} MB/s"),
        Row("grounding", "… as a ratio", ours / theirs, "x", "nupunkt's sentences alone"),
    ]


def cases(count: int) -> list[RAGTestCase]:
    """Return cases of two claims each, all different."""
    return [
        RAGTestCase(
            "q", f"Town {i} lies on the river. It is old.", [f"Town {i} lies on the river."]
        )
        for i in range(count)
    ]


async def bare(url: str, bodies: int) -> None:
    """Post as often with httpx alone: the same bodies, the same number at once."""
    import httpx

    prompt = "You check whether a claim is borne out by a context. " * 40
    body = {"model": "m", "messages": [{"role": "user", "content": prompt}]}
    limits = httpx.Limits(max_connections=CONCURRENT, max_keepalive_connections=CONCURRENT)
    slots = asyncio.Semaphore(CONCURRENT)
    async with httpx.AsyncClient(limits=limits, timeout=60, trust_env=False) as client:

        async def one() -> None:
            async with slots:
                (await client.post(f"{url}/chat/completions", json=body)).json()

        await asyncio.gather(*(one() for _ in range(bodies)))


def run_all(url: str, options: LLMOptions, count: int = CASES) -> None:
    """Evaluate all cases with a fresh judge."""
    results = run_batch(
        cases(count), HallucinationEvaluator(), OpenAIJudge("m", url, options=options)
    )
    assert all(result.score is not None for result in results), results[0].error


def timed(work: Callable[[], object]) -> float:
    """Return the seconds of one run."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def bench_runner() -> list[Row]:
    """Return what the runner adds to each call of an endpoint that answers at once."""
    calls = CASES * CALLS_A_CASE
    options = LLMOptions(concurrency=CONCURRENT)
    with endpoint(0) as url:
        alone = best_of(lambda: asyncio.run(bare(url, calls))) / calls * 1000
        whole = best_of(lambda: run_all(url, options)) / calls * 1000
    what = f"runner, per call at {CONCURRENT} at once"
    against = f"bare httpx {alone:.2f} ms a call"
    # One client with a hundred connections is slower than the runner, so that a difference would
    # be negative: the whole time, HTTP included, is held under the goal instead.
    return [
        Row("grounding", f"{what}, HTTP included", whole, "ms", against, "< 2 ms", whole < 2),
        Row("grounding", "… as a ratio", whole / alone, "x", "one bare httpx client"),
    ]


def cached_ratio(concurrency: int, count: int) -> tuple[float, float]:
    """Return the seconds of a first run at 20 ms a call, and of one that finds it all on disk."""
    with endpoint(20) as url, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "replies.sqlite"

        def once() -> None:
            run_all(url, LLMOptions(concurrency=concurrency, cache=ReplyCache(path)), count)

        return timed(once), best_of(once)


def bench_cache() -> list[Row]:
    """Return how much faster a second run is, after one call at a time and after sixteen."""
    first, second = cached_ratio(1, 60)
    many, again = cached_ratio(16, CASES)
    ratio = first / second
    alone = f"first run {first:.2f} s, one call of 20 ms at a time"
    side = f"first run {many:.2f} s, 16 calls of 20 ms at once"
    return [
        Row("grounding", "cached second run", ratio, "x", alone, ">= 50 x", ratio >= 50),
        Row("grounding", "cached second run", many / again, "x", side),
    ]


def run() -> list[Row]:
    """Run the benches of the grounding check."""
    return [*bench_claims(), *bench_runner(), *bench_cache()]
