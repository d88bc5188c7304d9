"""One server put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI, Request, Response

from veriscope import __version__
from veriscope.model import CheckName
from veriscope.review import ReviewQueue
from veriscope.web import api, api_check, api_tokens, health, pages
from veriscope.web.checks import Assess, installed_checks
from veriscope.web.context import Server
from veriscope.web.guards import Guard
from veriscope.web.metrics import Metrics
from veriscope.web.problems import HANDLED, problem_of
from veriscope.web.settings import Settings

THREADS = 8
"""Requests that are worked on at once. More would take turns at one interpreter and one writer,
and only wait in a less fair place."""


def create_app(
    queue: ReviewQueue,
    settings: Settings = Settings(),  # noqa: B008 - a frozen value
    checks: Mapping[CheckName, Assess] | None = None,
) -> FastAPI:
    """Return the application: the API, the pages and what guards them.

    `checks` are those that `POST /v1/check` runs; the installed ones by default. The description
    of the API is at `/v1/openapi.json`.
    """

    @asynccontextmanager
    async def few_threads(_: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = THREADS
        yield

    app = FastAPI(
        lifespan=few_threads,
        title="Veriscope",
        version=__version__,
        description="Checks what machines wrote, and lets people decide on what was flagged.",
        openapi_url="/v1/openapi.json",
        # The usual viewers load their script from another host.
        docs_url=None,
        redoc_url=None,
    )
    known = installed_checks() if checks is None else dict(checks)
    server = Server(queue, known, settings, Metrics())
    app.state.server = server
    for kind in HANDLED:
        app.add_exception_handler(kind, _answer)
    for room in (health, api_check, api, api_tokens, pages):
        app.include_router(room.router)
    app.add_middleware(Guard, server=server)
    return app


async def _answer(request: Request, error: Exception) -> Response:
    """Answer an error in the form that the asker reads: a page or a problem document."""
    return pages.error_page(request, error) if pages.is_page(request) else problem_of(error)
