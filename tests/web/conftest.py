from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.http import client_of
from tests.support.stores import postgres, store_url
from veriscope.review import ReviewQueue
from veriscope.web import Scope, Settings, TokenStore, create_app

__all__ = ["postgres", "store_url"]


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[ReviewQueue]:
    with ReviewQueue(tmp_path / "reviews.db") as made:
        yield made


@pytest.fixture
def tokens(queue: ReviewQueue) -> dict[str, str]:
    store = TokenStore(queue.store)
    return {scope.value: store.add(f"{scope.value}er", scope) for scope in Scope}


@pytest.fixture
def local(queue: ReviewQueue) -> Iterator[httpx.Client]:
    """A client of a server without tokens, on the same machine."""
    with client_of(create_app(queue, Settings(open_to_local=True), {})) as client:
        yield client


@pytest.fixture
def api(queue: ReviewQueue, tokens: dict[str, str]) -> Iterator[httpx.Client]:
    """A client with a token that may decide."""
    with client_of(create_app(queue, Settings(), {}), tokens["review"]) as client:
        yield client
