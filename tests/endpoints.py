"""A real HTTP server on 127.0.0.1 that answers like a language model, or misbehaves on order."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Request:
    path: str
    headers: dict[str, str]
    body: Any

    @property
    def user(self) -> str:
        """The first message of the user."""
        return next(m["content"] for m in self.body["messages"] if m["role"] == "user")

    @property
    def system(self) -> str:
        """The system's message, in either API."""
        if "system" in self.body:
            return self.body["system"]
        return next(m["content"] for m in self.body["messages"] if m["role"] == "system")


@dataclass
class Answer:
    """What goes over the wire. `cut` closes after that many bytes; `drip` never ends.

    `until` holds the answer back until so many requests have come.
    """

    body: str | bytes = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: int | None = None
    drip: bool = False
    delay: float = 0.0
    until: int = 0


def chat(content: Any, usage: dict[str, int] | None = None, **more: Any) -> Answer:
    """A chat completion; what is no string is written as JSON."""
    text = content if isinstance(content, str) else json.dumps(content)
    body = {"choices": [{"message": {"role": "assistant", "content": text}}], **more}
    body["usage"] = usage or {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
    return Answer(json.dumps(body))


def verdict(label: str = "SUPPORTED", **more: Any) -> Answer:
    return chat({"verdict": label, **more})


def claims(*texts: str) -> Answer:
    return chat({"claims": list(texts)})


class Endpoint:
    """Answers the requests in turn by `script`, then by `default`; keeps what was asked.

    An entry is an `Answer`, or a function from the request to one.
    """

    def __init__(self, default: Answer | Callable[[Request], Answer] | None = None) -> None:
        self.default = default or verdict()
        self.script: list[Any] = []
        self.requests: list[Request] = []
        self.connections = 0
        self.busiest = self.busy = 0
        self._loop = asyncio.new_event_loop()
        self._writers: list[asyncio.StreamWriter] = []
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(
            asyncio.start_server(self._serve, "127.0.0.1", 0, limit=2**24)
        )
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        self._loop.run_forever()
        self._loop.run_until_complete(self._stop(server))
        self._loop.close()

    async def _stop(self, server: asyncio.Server) -> None:
        """Leave nothing open: what was just accepted gets its turn to start, and then ends."""
        server.close()
        await asyncio.sleep(0.01)
        while tasks := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.sleep(0.01)
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.sleep(0.01)

    def wait_for(self, count: int) -> None:
        """Return once so many requests have come, or after ten seconds."""
        end = time.monotonic() + 10
        while len(self.requests) < count and time.monotonic() < end:
            time.sleep(0.005)

    def close(self) -> None:
        if self._loop.is_closed():
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        self.connections += 1
        try:
            while await self._exchange(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {
            name.lower(): value.strip()
            for name, _, value in (line.partition(":") for line in head[1:] if line)
        }
        raw = await reader.readexactly(int(headers.get("content-length", "0")))
        request = Request(head[0].split()[1], headers, json.loads(raw or b"null"))
        self.requests.append(request)
        answer = self.script.pop(0) if self.script else self.default
        self.busy += 1
        self.busiest = max(self.busiest, self.busy)
        try:
            return await self._answer(writer, answer(request) if callable(answer) else answer)
        finally:
            self.busy -= 1

    async def _answer(self, writer: asyncio.StreamWriter, answer: Answer) -> bool:
        if answer.delay:
            await asyncio.sleep(answer.delay)
        while len(self.requests) < answer.until:  # noqa: ASYNC110 - a test may set it any time
            await asyncio.sleep(0.002)
        body = answer.body.encode() if isinstance(answer.body, str) else answer.body
        length = 10**9 if answer.drip else len(body)
        lines = [f"HTTP/1.1 {answer.status} X", f"content-length: {length}"]
        lines += [f"{name}: {value}" for name, value in answer.headers.items()]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body[: answer.cut])
        await writer.drain()
        while answer.drip:
            await asyncio.sleep(0.01)
            writer.write(b" ")
            await writer.drain()
        return answer.cut is None
