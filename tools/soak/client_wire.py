"""The wire between clients and the service: it loses requests, it loses answers, and it delivers requests twice."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from random import Random

from tools.soak.counts import Counts

BEFORE, AFTER, AMID, TWICE = 0.02, 0.03, 0.01, 0.10
"""How often a request is lost, its answer is lost, it is cut amid the two, and it comes twice at once."""
SECONDS = 30.0
KEYED = b"\r\nidempotency-key:"


class ClientWire:
    """Listens on a port of its own, and leads to one of several services. Each connection carries one request."""

    def __init__(self, ports: Sequence[int], chance: Random, counts: Counts) -> None:
        self.ports = ports
        self.chance = chance
        self.counts = counts
        self.breaks = False
        self.port = 0
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        await asyncio.sleep(0)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError, TimeoutError):
            async with asyncio.timeout(SECONDS):
                answer = await self._carried(await _message(reader))
                if answer:
                    writer.write(answer)
                    await writer.drain()
                    writer.close()
        if not writer.is_closing():
            writer.transport.abort()

    async def _carried(self, request: bytes) -> bytes:
        """What comes back for a request; nothing where it, or what came back, is lost."""
        drawn = self.chance.random() if self.breaks else 1.0
        if drawn < BEFORE:
            self.counts.cuts["client, before the request"] += 1
            return b""
        if drawn < BEFORE + AFTER:
            self.counts.cuts["client, before the answer"] += 1
            await self._ask(request)
            return b""
        if drawn < BEFORE + AFTER + AMID:
            self.counts.cuts["client, amid the request"] += 1
            await self._ask(request, hears=False)
            return b""
        if drawn < BEFORE + AFTER + AMID + TWICE:
            self.counts.clients["delivered twice"] += 1
            answers = await asyncio.gather(self._ask(request), self._ask(request), return_exceptions=True)
            heard = [answer for answer in answers if isinstance(answer, bytes) and _is_whole(answer)]
            self._compare(request, heard)
            return self.chance.choice(heard) if heard else b""
        return await self._ask(request)

    async def _ask(self, request: bytes, *, hears: bool = True) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.chance.choice(self.ports))
        try:
            writer.write(request)
            await writer.drain()
            return await reader.read() if hears else b""
        finally:
            writer.transport.abort()

    def _compare(self, request: bytes, heard: list[bytes]) -> None:
        """Of one keyed request, everybody who is told that it is done is told the same."""
        bodies = {_body(answer) for answer in heard if _status(answer) in (200, 201)}
        if KEYED in request.lower() and len(bodies) > 1:
            self.counts.doubled(f"one request got two answers: {bodies}")


async def _message(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    return head + await reader.readexactly(_length(head))


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.partition(b":")[2])
    return 0


def _is_whole(answer: bytes) -> bool:
    head, found, body = answer.partition(b"\r\n\r\n")
    return bool(found) and len(body) == _length(head)


def _status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def _body(answer: bytes) -> bytes:
    return answer.partition(b"\r\n\r\n")[2]
