"""Metrics: kappa against a formula by hand, intervals against a loop, import in a fresh process."""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
import time
import tracemalloc

import numpy as np
import numpy.typing as npt

from bench.rows import Row, best_of
from veriscope import Verdict, VerdictLabel
from veriscope.metrics import HallucinationMetricsCalculator, bootstrap_interval
from veriscope.metrics.rates import MaHR, MiHR

ITEMS, JUDGES = 1_000_000, 5
RESPONSES, CLAIMS = 100_000, 10
RESAMPLES = 1000
LOOP_RESAMPLES = 2
"""How many resamples the loop is measured on; the rest is scaled."""


def kappa_by_hand(ratings: npt.NDArray[np.int64]) -> float:
    """Compute Fleiss' kappa as one would type it in a notebook."""
    n = ratings.sum(axis=1)[0]
    agreement = (ratings * (ratings - 1)).sum(axis=1) / (n * (n - 1))
    shares = ratings.sum(axis=0) / ratings.sum()
    chance = (shares**2).sum()
    return float((agreement.mean() - chance) / (1 - chance))


def kappa_rows() -> list[Row]:
    """Fleiss' kappa over a million items."""
    generator = np.random.default_rng(0)
    ratings = generator.multinomial(JUDGES, [0.7, 0.2, 0.1], size=ITEMS)
    calculator = HallucinationMetricsCalculator()
    ours = best_of(lambda: calculator.compute_fleiss_kappa(ratings, 3), 5)
    hand = best_of(lambda: kappa_by_hand(ratings), 5)
    same = calculator.compute_fleiss_kappa(ratings, 3).kappa
    assert same is not None
    assert abs(same - kappa_by_hand(ratings)) < 1e-9
    what = f"Fleiss' kappa, {ITEMS:,} items, {JUDGES} judges"
    against = f"numpy formula by hand ({1000 * hand:.0f} ms)"
    return [Row("metrics", what, ours / hand, "x time", against, "<= 3", ours / hand <= 3)]


def responses() -> list[list[Verdict]]:
    """Return the verdicts of many responses, a different share of them unsupported in each."""
    source = random.Random(0)
    labels = list(VerdictLabel)
    made = []
    for _ in range(RESPONSES):
        good = source.choice([0.6, 0.9, 1.0])
        weights = (good, (1 - good) / 2, (1 - good) / 2)
        picked = source.choices(labels, weights, k=CLAIMS)
        made.append([Verdict(label, 0.9) for label in picked])
    return made


def loop(answers: list[list[Verdict]], resamples: int) -> None:
    """Resample the verdict objects and count both rates, as one would write it plainly."""
    source = random.Random(0)
    for _ in range(resamples):
        drawn = source.choices(answers, k=len(answers))
        unsupported = claims = bad = 0
        for response in drawn:
            wrong = sum(verdict.label != VerdictLabel.SUPPORTED for verdict in response)
            unsupported += wrong
            claims += len(response)
            bad += wrong > 0
        assert unsupported / claims <= 1 >= bad / len(drawn)


def interval_rows() -> list[Row]:
    """MiHR and MaHR with intervals, against the loop scaled up from a few resamples."""
    answers = responses()

    def ours() -> None:
        for metric in (MiHR(), MaHR()):
            tallies = metric.tallies(answers)
            assert bootstrap_interval(tallies, metric.value, resamples=RESAMPLES)

    fast = best_of(ours, 3)
    start = time.perf_counter()
    loop(answers, LOOP_RESAMPLES)
    slow = (time.perf_counter() - start) / LOOP_RESAMPLES * RESAMPLES
    what = f"MiHR and MaHR, {RESAMPLES:,} resamples, {RESPONSES * CLAIMS:,} claims"
    against = f"loop over verdicts ({slow:.0f} s, scaled from {LOOP_RESAMPLES} resamples)"
    ratio = slow / fast
    tallies = MiHR().tallies(answers)
    few, many = (peak(tallies, n) for n in (RESAMPLES, 10 * RESAMPLES))
    each = (many - few) / (9 * RESAMPLES)
    kept = f"the one number that it yields; {few / 1024:.0f} KiB in all for {RESAMPLES:,}"
    return [
        Row("metrics", what, ratio, "x faster", against, ">= 100", ratio >= 100),
        Row("metrics", "memory of each further resample", each, "bytes", kept, "<= 32", each <= 32),
    ]


def peak(tallies: dict[tuple[int, ...], int], resamples: int) -> int:
    """Return the most memory that an interval takes, in bytes."""
    tracemalloc.start()
    bootstrap_interval(tallies, MiHR().value, resamples=resamples)
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found


def import_rows() -> list[Row]:
    """Import in a fresh process, less the bare interpreter."""

    def fresh(code: str) -> float:
        return best_of(lambda: subprocess.run([sys.executable, "-c", code], check=True), 5)

    bare = fresh("")
    ours = fresh("import veriscope") - bare
    rows = [Row("metrics", "import veriscope", 1000 * ours, "ms", "", "< 200", ours < 0.2)]
    if importlib.util.find_spec("deepeval") is not None:
        theirs = fresh("import deepeval") - bare
        against = f"import deepeval ({1000 * theirs:.0f} ms)"
        rows.append(Row("metrics", "import veriscope", theirs / ours, "x faster", against))
    return rows


def run() -> list[Row]:
    """Return all rows."""
    return [*kappa_rows(), *interval_rows(), *import_rows()]
