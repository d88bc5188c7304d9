"""Causes planted at known rates are found, and what was shifted comes back."""

import pytest

from bench.measure_aspects import RATES, found_rates, main, misjudged, plant, read, repairs
from tests.aspects.samples import at

PATTERNS = (
    "The {} was good, but the {} took forever.",
    "{}은 정말 좋았고 {}도 괜찮았어요 😊",
    "Das {} war kalt, der {} dafür heiß.",
)
THINGS = ("waiter", "파스타", "dessert menu", "조식", "Frühstück", "화장실", "wine list", "café")


@pytest.fixture(scope="module")
def entries():
    out = []
    for number in range(1500):
        first, second = THINGS[number % 8], THINGS[(number // 8 + 1 + number) % 8]
        if first == second:
            continue
        text = PATTERNS[number % 3].format(first, second)
        out.append({"text": text, "aspects": [at(text, first), at(text, second)]})
    return out


def test_the_check_finds_what_was_planted_and_nothing_else(entries) -> None:
    planted = plant(entries, RATES, seed=1)
    assert misjudged(planted) == 0
    for cause, (rate, low, high) in found_rates(planted).items():
        assert low <= RATES[cause] <= high, cause
        assert rate > 0


def test_without_planting_the_rates_are_zero(entries) -> None:
    planted = plant(entries, dict.fromkeys(RATES, 0.0), seed=1)
    assert {rate for rate, _, _ in found_rates(planted).values()} == {0.0}


def test_repair_restores_all_that_occur_once_and_none_wrongly(entries) -> None:
    fates = repairs(plant(entries, RATES, seed=2))
    assert fates["once: restored"] > 100
    assert set(fates) <= {"untouched", "once: restored", "often: left"}


def test_the_script_says_what_it_needs(monkeypatch, capsys, tmp_path) -> None:
    monkeypatch.delenv("VERISCOPE_DATA", raising=False)
    assert main() == 2
    assert "VERISCOPE_DATA" in capsys.readouterr().out
    monkeypatch.setenv("VERISCOPE_DATA", str(tmp_path))
    assert main() == 2
    assert read(tmp_path) == {}
