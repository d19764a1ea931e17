"""Receivers of webhooks on this machine: one answers as it is told, others misbehave each in its own way."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

Answer = Callable[["Received", asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Received:
    """A request as it came."""

    line: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A server, and what it has received."""

    port: int
    received: list[Received] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    """What to answer next; 200 when it is empty."""
    seconds: float = 0.0
    """How long to take over each answer."""
    may_answer: asyncio.Event | None = None
    """Until it is set, nothing is answered."""
    at_once: int = 0
    most_at_once: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    @property
    def ids(self) -> list[str]:
        return [request.headers["webhook-id"] for request in self.received]

    async def answer(self, _request: Received, writer: asyncio.StreamWriter) -> None:
        status = self.statuses.pop(0) if self.statuses else 200
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(self.seconds)
        if self.may_answer is not None:
            await self.may_answer.wait()
        self.at_once -= 1
        writer.write(f"HTTP/1.1 {status} Said\r\ncontent-length: 2\r\nx-said: so\r\n\r\nok".encode())
        await writer.drain()


@asynccontextmanager
async def receiver(answer: Answer | None = None, tls: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
    """A receiver that answers as it is told, or by the function given."""
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            while (request := await _read(reader)) is not None:
                told.received.append(request)
                await (answer or Receiver.answer.__get__(told))(request, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            return
        finally:
            tasks.discard(task)
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    told = Receiver(server.sockets[0].getsockname()[1])
    try:
        yield told
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _read(reader: asyncio.StreamReader) -> Received | None:
    head = await reader.readuntil(b"\r\n\r\n")
    line, *lines = head.decode("latin-1").strip().split("\r\n")
    headers = {name.lower(): value for name, _, value in (one.partition(": ") for one in lines)}
    return Received(line, headers, await reader.readexactly(int(headers.get("content-length", "0"))))
