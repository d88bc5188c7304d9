"""Requests made up from the API's own description: none breaks the server."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.http import running
from tests.support.reviews import review
from tests.web.test_web_check import CHECKS
from veriscope.review import ReviewQueue
from veriscope.web import Scope, Settings, TokenStore, create_app

HOLDS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


OPERATIONS = [
    ("/healthz", "GET"), ("/readyz", "GET"), ("/metrics", "GET"), ("/v1/check", "POST"),
    ("/v1/reviews", "GET"), ("/v1/reviews/{number}", "GET"),
    ("/v1/reviews/{number}/decision", "POST"), ("/v1/reviews/{number}/notes", "POST"),
    ("/v1/reviews/{number}/assignee", "PUT"), ("/v1/tokens", "GET"), ("/v1/tokens", "POST"),
    ("/v1/tokens/{name}", "DELETE"),
]  # fmt: skip


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, dict[str, str]]]:
    with ReviewQueue(tmp_path_factory.mktemp("fuzz") / "reviews.db") as queue:
        for n in range(20):
            queue.add(review(priority=n / 20))
        token = TokenStore(queue.store).add("fuzz", Scope.ADMIN)
        with running(create_app(queue, Settings(rate=0), CHECKS)) as base:
            schema = schemathesis.openapi.from_url(f"{base}/v1/openapi.json")
            yield schema, {"Authorization": f"Bearer {token}"}


def test_the_list_is_complete(served: tuple[Any, dict[str, str]]) -> None:
    found = [result.ok() for result in served[0].get_all_operations()]
    assert {(operation.path, operation.method.upper()) for operation in found} == set(OPERATIONS)


FIXED = ("/healthz", "/readyz", "/metrics")
"""Nothing of these can be made wrong: they take no input."""
CASES = [
    (path, method, mode)
    for path, method in OPERATIONS
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or path not in FIXED
]


@pytest.mark.parametrize(("path", "method", "mode"), CASES)
def test_no_request_breaks_the_server(
    served: tuple[Any, dict[str, str]], path: str, method: str, mode: GenerationMode
) -> None:
    schema, headers = served
    operation = schema[path][method]

    @settings(max_examples=12, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(case=operation.as_strategy(generation_mode=mode))
    def asked(case: schemathesis.Case) -> None:
        case.call_and_validate(headers=headers, checks=HOLDS)

    asked()
