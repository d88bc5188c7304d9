"""Running a server until it is told to stop."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from veriscope.errors import InputError
from veriscope.web.settings import is_loopback

LOOPBACK = "127.0.0.1"
GRACE_SECONDS = 10
"""So long requests that are under way may take after the signal to stop."""


def safe_host(host: str, protected: bool) -> tuple[str, str | None]:
    """Return the address to listen on, and a warning when it is not the one asked for.

    Without a token everybody who reaches the server could decide, so that it then listens to
    this machine alone.
    """
    if protected or is_loopback(host):
        return host, None
    return LOOPBACK, (
        f"no token is configured, so that the server listens on {LOOPBACK} only, not on {host}: "
        "make one with `veriscope token add NAME`"
    )


def listen(host: str, port: int) -> socket.socket:
    """Open the socket; what prevents it is an `InputError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        opened = socket.create_server((host.strip("[]"), port), family=family, backlog=512)
    except (OSError, OverflowError) as error:
        raise InputError(f"cannot listen on {host}:{port}: {error}", field="port") from None
    # Accepted connections inherit it; without it every answer waits 40 ms for the client's ACK.
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return opened


def serve(app: FastAPI, opened: socket.socket, ready: Callable[[str], None]) -> None:
    """Answer requests until SIGTERM or SIGINT, then finish those that are under way."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    server = uvicorn.Server(config)

    def stop(*_: object) -> None:
        server.should_exit = True

    # Before uvicorn sets its own handlers, a signal must not be lost; afterwards it raises the
    # signal once more, and to stop when asked to is no failure.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    host, port = opened.getsockname()[:2]
    ready(f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}")
    server.run(sockets=[opened])
