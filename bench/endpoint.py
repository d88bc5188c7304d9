"""`python -m bench.endpoint MILLISECONDS`: a chat endpoint that answers after so long.

It runs in a process of its own, so that it takes no time from what is measured.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


def _reply(words: object) -> bytes:
    body = {
        "choices": [{"message": {"content": json.dumps(words)}}],
        "usage": {"prompt_tokens": 400, "completion_tokens": 20},
    }
    text = json.dumps(body).encode()
    return b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(text) + text


VERDICT = _reply({"verdict": "SUPPORTED", "evidence": "lies on the river", "confidence": 0.9})
CLAIMS = _reply({"claims": ["Town 1 lies on the river", "It was founded in 1201"]})


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay: float) -> None:
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
            body = await reader.readexactly(length)
            if delay:
                await asyncio.sleep(delay)
            writer.write(CLAIMS if b'"name": "extract"' in body else VERDICT)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def _main(delay: float) -> None:
    server = await asyncio.start_server(
        lambda reader, writer: _serve(reader, writer, delay), "127.0.0.1", 0, limit=2**22
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


@contextmanager
def endpoint(milliseconds: float) -> Iterator[str]:
    """Run an endpoint for a while; gives its base address."""
    program = [sys.executable, "-m", "bench.endpoint", str(milliseconds)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}/v1"
        process.terminate()


if __name__ == "__main__":
    asyncio.run(_main(float(sys.argv[1]) / 1000))
