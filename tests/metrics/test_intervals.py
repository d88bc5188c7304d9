"""Wilson's interval and the resampled one."""

from collections import Counter

import pytest
from statsmodels.stats.proportion import proportion_confint

from veriscope.metrics import bootstrap_interval, wilson_interval
from veriscope.metrics.metric import total


@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (0, 30), (30, 30), (3, 17), (500, 1000)])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
def test_wilson_equals_statsmodels(k, n, level) -> None:
    expected = proportion_confint(k, n, alpha=1 - level, method="wilson")
    assert wilson_interval(k, n, level) == pytest.approx(expected, abs=1e-12)


def test_wilson_touches_the_ends_exactly() -> None:
    assert wilson_interval(0, 7)[0] == 0.0
    assert wilson_interval(7, 7)[1] == 1.0


@pytest.mark.parametrize(("k", "n"), [(1, 0), (-1, 3), (4, 3)])
def test_wilson_of_no_share_is_an_error(k, n) -> None:
    with pytest.raises(ValueError, match=r"must lie|needs at least"):
        wilson_interval(k, n)


def share(counts) -> float | None:
    return counts[0] / counts[1] if counts[1] else None


def test_resampling_distinct_tallies_is_resampling_units() -> None:
    # Against a plain loop over the units, which is what the multinomial stands for.
    import random

    units = [(0, 3), (1, 3), (3, 3), (0, 1), (2, 4)] * 12
    source = random.Random(3)
    means = sorted(share(total(Counter(source.choices(units, k=60)))) for _ in range(4000))
    plain = (means[100], means[3899])
    assert bootstrap_interval(Counter(units), share, 0.95, resamples=4000) == pytest.approx(
        plain, abs=0.01
    )


def test_the_order_of_units_and_the_run_do_not_matter() -> None:
    units = [(0, 3), (1, 3), (3, 3), (0, 1)] * 5
    first = bootstrap_interval(Counter(units), share)
    assert first == bootstrap_interval(Counter(reversed(units)), share)
    assert first != bootstrap_interval(Counter(units), share, seed=1)


def test_nothing_to_vary_gives_no_interval() -> None:
    assert bootstrap_interval({(1, 2): 1}, share) is None
    assert bootstrap_interval({(1, 2): 9}, share) is None
    assert bootstrap_interval({(0, 0): 9}, share) is None


def test_memory_does_not_grow_with_the_resamples() -> None:
    import tracemalloc

    units = {(i % 7, 7 + i): 1 for i in range(2000)}

    def peak(resamples: int) -> int:
        tracemalloc.start()
        bootstrap_interval(units, share, resamples=resamples)
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    assert peak(2000) < 1.3 * peak(500)
