"""Whether the server lives and can work, and its numbers."""

from __future__ import annotations

from fastapi import APIRouter, Response

from veriscope import __version__
from veriscope.web.context import AnyServer, Reader
from veriscope.web.problems import AsciiJson
from veriscope.web.schemas import problems

router = APIRouter(tags=["health"], default_response_class=AsciiJson)


@router.get("/healthz")
def healthz() -> dict[str, str]:
    """Say that the process answers."""
    return {"status": "ok", "version": __version__}


@router.get("/readyz", responses=problems())
def readyz(server: AnyServer) -> dict[str, str]:
    """Say that the store answers too; 503 if it does not."""
    server.queue.store.ping()
    return {"status": "ready"}


@router.get("/metrics", response_class=Response, responses=problems())
def metrics(server: AnyServer, _: Reader) -> Response:
    """Return the numbers for Prometheus."""
    media_type = "text/plain; version=0.0.4; charset=utf-8"
    return Response(server.metrics.text(server.queue), media_type=media_type)
