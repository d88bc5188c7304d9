"""A server over real HTTP inside the test's process, so that it can be given its checks."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import uvicorn
from fastapi import FastAPI

from veriscope.web.server import listen


@contextmanager
def running(app: FastAPI) -> Iterator[str]:
    """Serve an application on a free port and give its address."""
    config = uvicorn.Config(app, log_level="critical", access_log=False, server_header=False)
    server = uvicorn.Server(config)
    with listen("127.0.0.1", 0) as opened:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.005)
            yield f"http://127.0.0.1:{opened.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def client_of(app: FastAPI, token: str | None = None) -> Iterator[httpx.Client]:
    """Give an HTTP client of an application."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with running(app) as base, httpx.Client(base_url=base, headers=headers) as client:
        yield client
