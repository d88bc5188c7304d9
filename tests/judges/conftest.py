"""An endpoint for each test that asks for one, and no keys from outside."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.endpoints import Endpoint
from veriscope.judges.calibration import Calibration
from veriscope.judges.embedded.spec import ModelSpec, find_model

TINY = Path(__file__).parents[2] / "examples" / "data" / "tiny-judge"


@pytest.fixture
def endpoint():
    server = Endpoint()
    yield server
    server.close()


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)


@pytest.fixture
def spec() -> ModelSpec:
    """How the tiny model of the examples is read, with nothing but its logit."""
    return replace(find_model(TINY), calibration=Calibration())
