"""One verb, post: a JSON body to a URL, with retries, and an end whatever the endpoint does."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from veriscope.errors import JudgeAPIError, MissingExtraError
from veriscope.judges.llm.pace import Pace
from veriscope.judges.llm.retry import Refusal, retry_after, wait_before

if TYPE_CHECKING:
    import httpx

LONGEST_REPLY = 8 * 2**20
_EXCERPT = 300


@dataclass
class _Session:
    """The connections of one event loop and how many callers need them just now.

    Each connection is a client of its own: one client for all of them looks through all of them at
    every request, which at a hundred takes longer than the request. The last one used is the next
    one, so that no more are opened than are needed.
    """

    slots: asyncio.Semaphore
    idle: list[httpx.AsyncClient] = field(default_factory=list)
    users: int = 0


class Transport:
    """Posts to one URL. Connections belong to an event loop and close with their last user."""

    def __init__(
        self,
        url: str,
        *,
        concurrency: int,
        timeout: float,
        retries: int,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.url = url
        self._concurrency = concurrency
        self._timeout = timeout
        self._retries = retries
        self._requests = Pace(requests_per_minute) if requests_per_minute else None
        self._tokens = Pace(tokens_per_minute) if tokens_per_minute else None
        self._sleep = sleep
        self._sessions: dict[asyncio.AbstractEventLoop, _Session] = {}

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[_Session]:
        """Keep the connections of this event loop until the last of those who asked has left."""
        loop = asyncio.get_running_loop()
        session = self._sessions.get(loop)
        if session is None:
            slots = asyncio.Semaphore(self._concurrency)
            session = self._sessions[loop] = _Session(slots)
        session.users += 1
        try:
            yield session
        finally:
            session.users -= 1
            if not session.users:
                del self._sessions[loop]
                for client in session.idle:
                    await client.aclose()

    async def post(
        self, body: Mapping[str, Any], headers: Mapping[str, str], tokens: float = 0.0
    ) -> str:
        """Return the text of the reply, or raise `JudgeAPIError` once no further try is due.

        `tokens` is what the request counts against a limit of tokens per minute.
        """
        content = json.dumps(body).encode()
        async with self.opened() as session:
            attempt = 0
            while True:
                await self._wait_turn(tokens)
                async with session.slots:
                    client = session.idle.pop() if session.idle else self._client()
                    try:
                        done = await self._once(client, content, headers)
                    finally:
                        session.idle.append(client)
                if isinstance(done, str):
                    return done
                wait = wait_before(attempt, done, self._retries)
                if wait is None:
                    cause = TimeoutError(done.message) if done.timed_out else None
                    raise JudgeAPIError(done.message, done.status) from cause
                attempt += 1
                await self._sleep(wait)

    async def _wait_turn(self, tokens: float) -> None:
        now = time.monotonic()
        waits = [
            pace.reserve(units, now)
            for pace, units in ((self._requests, 1.0), (self._tokens, tokens))
            if pace is not None
        ]
        longest = max(waits, default=0.0)
        if longest > 0:
            await self._sleep(longest)

    async def _once(
        self, client: httpx.AsyncClient, content: bytes, headers: Mapping[str, str]
    ) -> str | Refusal:
        library = _httpx()
        try:
            async with (
                asyncio.timeout(self._timeout),
                client.stream("POST", self.url, content=content, headers=headers) as response,
            ):
                body = await _read(response)
        except TimeoutError:
            return Refusal(f"no whole reply within {self._timeout:g} s", timed_out=True)
        except library.TransportError as error:
            return Refusal(f"connection broke: {type(error).__name__}: {error}".rstrip(": "))
        except library.DecodingError as error:
            return Refusal(f"reply could not be unpacked: {error}")
        if body is None:
            return Refusal(f"reply is longer than {LONGEST_REPLY} bytes", response.status_code)
        text = body.decode("utf-8", "replace")
        if response.is_success:
            return text
        excerpt = " ".join(text[:_EXCERPT].split())
        message = f"endpoint answered {response.status_code}: {excerpt}".rstrip(": ")
        return Refusal(message, response.status_code, retry_after(response.headers))

    def _client(self) -> httpx.AsyncClient:
        library = _httpx()
        client: httpx.AsyncClient = library.AsyncClient(
            timeout=None,
            verify=_certificates(),
            limits=library.Limits(max_connections=1, max_keepalive_connections=1),
            # A proxy of the environment is for hosts elsewhere.
            trust_env=not _is_this_machine(self.url),
            headers={"content-type": "application/json", "accept": "application/json"},
        )
        return client


async def _read(response: httpx.Response) -> bytes | None:
    """Return the body, or None when it grows past every sensible length."""
    parts = []
    size = 0
    async for part in response.aiter_bytes():
        size += len(part)
        if size > LONGEST_REPLY:
            return None
        parts.append(part)
    return b"".join(parts)


def _httpx() -> Any:
    try:
        return import_module("httpx")
    except ImportError:
        raise MissingExtraError("a judge behind an endpoint", "llm") from None


@cache
def _certificates() -> ssl.SSLContext:
    """Return the certificates to trust, read once: that takes longer than a request at home."""
    context: ssl.SSLContext = _httpx().create_ssl_context()
    return context


def _is_this_machine(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
