"""Base measures of transcriptions against the rules as they read: one core, two, a whole book."""

from __future__ import annotations

import random
import tracemalloc
from functools import lru_cache

from bench import plain_transcription as plain
from bench.rows import Row, best_of
from veriscope.transcription import compute_hallucination_metrics, measure_pages

PAGES = 10_000
WORDS = 300
BOOK = 1_000_000
NAME = "transcription"
Page = tuple[str, str]


def make_page(words: int, seed: int) -> Page:
    """Return a page of a language with 50,000 words, and an output with one word in ten misread."""
    rng = random.Random(seed)
    weights = _weights()
    reference = rng.choices(_vocabulary(), cum_weights=weights, k=words)
    output = [word if rng.random() > 0.1 else f"{word}x{rng.randint(0, 9)}" for word in reference]
    return " ".join(reference), " ".join(output)


@lru_cache
def _vocabulary() -> list[str]:
    rng = random.Random(0)
    letters = "abcdefghijklmnopqrstuvwxyzé"
    return ["".join(rng.choices(letters, k=rng.randint(1, 9))) for _ in range(50_000)]


@lru_cache
def _weights() -> list[float]:
    total, out = 0.0, []
    for rank in range(1, 50_001):
        total += 1 / rank
        out.append(total)
    return out


def run() -> list[Row]:
    """Measure and compare."""
    pages = [make_page(WORDS, seed) for seed in range(PAGES)]
    one = best_of(lambda: measure_pages(pages), times=4)
    return [*_against_plain(pages, one), _on_two_cores(pages, one), _a_book(one), *_memory()]


def _against_plain(pages: list[Page], one: float) -> list[Row]:
    rules = best_of(lambda: _all(pages), times=2)
    read_once = plain.tokens
    plain.tokens = lru_cache(maxsize=4)(read_once)
    try:
        shared = best_of(lambda: _all(pages), times=2)
    finally:
        plain.tokens = read_once
    what = f"{PAGES:,} pages of {WORDS} words, one core"
    return [
        _row(what, rules / one, "the rules as they read, one by one", goal=3.0),
        _row(what, shared / one, "the same, words read once a page"),
    ]


def _all(pages: list[Page]) -> None:
    for reference, output in pages:
        plain.compute(reference, output)


def _on_two_cores(pages: list[Page], one: float) -> Row:
    two = best_of(lambda: measure_pages(pages, workers=2), times=4)
    return _row("the same on two cores, start included", one / two, "one core", goal=1.7)


def _a_book(one: float) -> Row:
    book = make_page(BOOK, 1)
    seconds = best_of(lambda: compute_hallucination_metrics(*book), times=3)
    ratio = (seconds / BOOK) / (one / (PAGES * WORDS))
    what = f"cost of a word, one page of {BOOK:,} words"
    baseline = f"of a page of {WORDS} words"
    return Row(NAME, what, ratio, "x", baseline, "at most 2", ratio <= 2)


def _memory() -> list[Row]:
    sizes = (250_000, 1_000_000)
    small, large = (_peak(make_page(size, 2)) / size for size in sizes)
    what = f"memory of a word, a page of {sizes[1]:,} words"
    baseline = f"{small:.0f} bytes at {sizes[0]:,}"
    return [Row(NAME, what, large, "bytes", baseline, "at most 1.2 x", large <= 1.2 * small)]


def _peak(page: Page) -> int:
    tracemalloc.start()
    compute_hallucination_metrics(*page)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def _row(what: str, ratio: float, baseline: str, goal: float | None = None) -> Row:
    met = None if goal is None else ratio >= goal
    return Row(NAME, what, ratio, "x", baseline, "" if goal is None else f"at least {goal}", met)
