"""A client that goes before its answers have come: nothing is written to it, and nothing is told as an error."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any

import pytest
import uvloop

from fordran.api.server.connection import ConnectionState, HttpConnection, connections_of
from fordran.api.server.server import HttpServer
from fordran.commands.api_process import server_config

REQUEST = b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n"


class Slow:
    """An application that answers when it is told to, and notes what it is asked and when its client is gone."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.goes_on = asyncio.Event()
        self.ended = asyncio.Event()
        self.last_message = ""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked.set()
        await receive()
        await self.goes_on.wait()
        self.last_message = (await asyncio.wait_for(receive(), 10))["type"]
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})
        self.ended.set()


async def leave_early(requests: int) -> str:
    """Send so many requests at once, and go while the first is under way; what its application then hears."""
    app, state = Slow(), ConnectionState(100, 10.0, 10.0)
    server = HttpServer(server_config(app, HttpConnection), state)
    server.config.lifespan = "off"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        running = asyncio.create_task(server._serve([taken]))
        _, writer = await asyncio.open_connection(*taken.getsockname())
        writer.write(REQUEST * requests)
        await asyncio.wait_for(app.asked.wait(), 20)
        await asyncio.sleep(0.05)
        writer.transport.abort()
        while connections_of(state):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        app.goes_on.set()
        try:
            await asyncio.wait_for(app.ended.wait(), 20)
        finally:
            server.should_exit = True
            await running
    return app.last_message


@pytest.mark.parametrize("requests", [1, 2, 3])
def test_who_is_gone_is_not_written_to_however_many_requests_it_had_sent(
    requests: int, caplog: pytest.LogCaptureFixture
) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner, caplog.at_level(logging.WARNING):
        assert runner.run(leave_early(requests)) == "http.disconnect"
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == []
