"""What stands before every request: limits, the right host and origin, headers, counting."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from veriscope.web.context import Server
from veriscope.web.problems import problem
from veriscope.web.settings import is_loopback

LOG = logging.getLogger("veriscope.web")
MAX_CLIENTS = 10_000
"""So many clients are remembered; the one that was silent longest is forgotten."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not "no-referrer": browsers would then send `Origin: null` with our own forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Buckets:
    """Token buckets: each client may do `burst` at once and `rate` a second after that."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """Take one and return 0, or return after how many seconds there will be one."""
        if self._rate <= 0:
            return 0.0
        now = self._clock()
        left, then = self._left.pop(client, (float(self._burst), now))
        left = min(float(self._burst), left + (now - then) * self._rate)
        granted = left >= 1
        self._left[client] = (left - 1 if granted else left, now)
        if len(self._left) > MAX_CLIENTS:
            self._left.popitem(last=False)
        return 0.0 if granted else (1 - left) / self._rate


@dataclass
class _Seen:
    """What a request has shown so far."""

    status: int = 500
    started: bool = False
    received: int = 0
    too_large: bool = False


class _TooLargeError(Exception):
    pass


class Guard:
    """One layer around the application: refuses early, counts, and adds the headers."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self._app, self._server = app, server
        self._buckets = Buckets(server.settings.rate, server.settings.burst)
        self._logins = Buckets(
            server.settings.logins_per_minute / 60, server.settings.logins_per_minute
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, seen = time.perf_counter(), _Seen()

        async def limited() -> Message:
            message = await receive()
            seen.received += len(message.get("body", b""))
            if seen.received > self._server.settings.max_body:
                seen.too_large = True
                raise _TooLargeError
            return message

        async def watched(message: Message) -> None:
            # Whatever the application makes of the broken off body, the client is told the cause.
            if seen.too_large and not seen.started:
                raise _TooLargeError
            if message["type"] == "http.response.start":
                seen.status, seen.started = message["status"], True
                _add_headers(message)
            await send(message)

        refusal = self._refusal(scope)
        try:
            await (refusal or self._app)(scope, limited, watched)
        except _TooLargeError:
            seen.too_large = False
            await self._too_large()(scope, receive, watched)
        except Exception:  # the edge: nothing leaves without an answer
            LOG.exception("%s %s broke", scope["method"], scope["path"])
            if seen.started:
                raise
            await problem(500, "something broke in the server; it was logged")(
                scope, receive, watched
            )
        self._count(scope, seen.status, time.perf_counter() - began)

    def _refusal(self, scope: Scope) -> ASGIApp | None:
        headers = Headers(scope=scope)
        client = (scope.get("client") or ("unknown", 0))[0]
        login = scope["method"] == "POST" and scope["path"] == "/login"
        wait = self._buckets.wait(client) or (self._logins.wait(client) if login else 0.0)
        if wait:
            seconds = str(int(wait) + 1)
            return problem(429, "slow down", headers={"Retry-After": seconds})
        if self._server.settings.open_to_local and not is_loopback(_hostname(headers)):
            # Another site's name that points to this machine must not open it.
            return problem(421, "without a token this server is for this machine only")
        if scope["method"] not in _SAFE and _is_foreign(headers):
            return problem(403, "requests from other sites are refused")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > self._server.settings.max_body:
            return self._too_large()
        return None

    def _too_large(self) -> ASGIApp:
        most = f"{self._server.settings.max_body:,} bytes at most"
        return problem(413, most, headers={"Connection": "close"})

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        metrics = self._server.metrics
        # Anybody may invent a method; the numbers must not grow with it.
        method = scope["method"] if scope["method"] in _METHODS else "other"
        metrics.requests.labels(method, route, str(status)).inc()
        metrics.seconds.labels(route).observe(seconds)


def _hostname(headers: Headers) -> str:
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def _is_foreign(headers: Headers) -> bool:
    """Whether a browser says that another site's page made this request."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc != headers.get("host")
    except ValueError:
        return True


def _add_headers(message: MutableMapping[str, Any]) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
