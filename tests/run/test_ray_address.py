"""Which cluster a run goes to, before there is one."""

import pytest

from veriscope import InputError, Record
from veriscope.model import CheckName
from veriscope.run.checks import CheckOptions
from veriscope.run.on_ray import run_ray

GIVEN = CheckOptions((CheckName.ABSTENTION,))


def test_nothing_to_do_needs_no_cluster(monkeypatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    assert list(run_ray([], GIVEN)) == []


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("127.0.0.1:1", "no cluster at 127.0.0.1:1: .*refused"),
        ("velm:high", "no cluster at velm:high: "),
        ("ray://127.0.0.1:1", "not one of Ray Client"),
        ("nonsense", "no cluster at nonsense: "),
    ],
)
def test_an_address_where_no_cluster_is(monkeypatch, address, message) -> None:
    monkeypatch.setenv("RAY_ADDRESS", address)
    with pytest.raises(InputError, match=f"RAY_ADDRESS: .*{message}"):
        list(run_ray([Record("x")], GIVEN))


def test_ray_reports_to_nobody() -> None:
    from ray._common.usage.usage_lib import usage_stats_enabled

    assert not usage_stats_enabled()
