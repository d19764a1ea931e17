"""A stand-in at an address of this machine, for commands, which are processes of their own."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount, Route

START_SECONDS = 30.0


@contextmanager
def served(name: str, routes: list[Route]) -> Iterator[str]:
    """Serve the routes below a name until the block ends; the address of the name."""
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    application = Starlette(routes=[Mount(f"/{name}", routes=routes)])
    server = uvicorn.Server(uvicorn.Config(application, log_config=None, lifespan="off", access_log=False))
    began = threading.Event()
    own_startup = server.startup

    async def startup(sockets: list[socket.socket] | None = None) -> None:
        await own_startup(sockets)
        began.set()

    server.startup = startup  # type: ignore[method-assign]
    thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
    thread.start()
    try:
        assert began.wait(START_SECONDS)
        yield f"http://127.0.0.1:{taken.getsockname()[1]}/{name}"
    finally:
        server.should_exit = True
        thread.join(START_SECONDS)
        taken.close()
