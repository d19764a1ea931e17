"""The load generator: `python -m bench.load HOST PORT SECONDS CONNECTIONS`, with the requests on standard input.

It keeps some connections busy, each with one request at a time, and prints how many were answered. It knows as little of
HTTP as will do, so that on a small machine it takes little from those it measures.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from collections.abc import Iterator
from typing import cast

import orjson
import uvloop

_LENGTH = b"\r\ncontent-length: "


class Connection(asyncio.Protocol):
    """One connection: sends the next request as soon as the answer to the last is whole."""

    def __init__(self, requests: Iterator[bytes]) -> None:
        self.requests = requests
        self.answered = 0
        self.refused = 0
        self.seconds: list[float] = []
        self.is_counting = False
        self.lost = False
        self._missing = 0
        self._held = b""
        self._sent = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, _error: Exception | None) -> None:
        self.lost = True

    def send(self) -> None:
        self._sent = time.perf_counter()
        self.transport.write(next(self.requests))

    def data_received(self, data: bytes) -> None:
        if self._missing:
            self._missing -= len(data)
        else:
            data = self._held + data
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._held = data
                return
            self._held = b""
            at = data.index(_LENGTH) + len(_LENGTH)
            self._missing = end + 4 + int(data[at : data.index(b"\r\n", at)]) - len(data)
            if not data.startswith(b"HTTP/1.1 2"):
                self.refused += 1
        if self._missing == 0:
            if self.is_counting:
                self.answered += 1
                self.seconds.append(time.perf_counter() - self._sent)
            self.send()


async def drive(host: str, port: int, seconds: float, connections: int, requests: list[bytes]) -> dict[str, float]:
    """Send the requests round and round; what came of it. The first fifth of the time warms up and is not counted."""
    loop = asyncio.get_running_loop()
    endless = itertools.cycle(requests)
    opened = []
    for _ in range(connections):
        _, connection = await loop.create_connection(lambda: Connection(endless), host, port)
        opened.append(connection)
    for connection in opened:
        connection.send()
    await asyncio.sleep(seconds / 5)
    began = time.perf_counter()
    for connection in opened:
        connection.is_counting = True
    await asyncio.sleep(seconds)
    # Of answers that take long, at least one for each connection is waited for: none at all would be no measure.
    patience = 10 * seconds
    while sum(connection.answered for connection in opened) < connections and patience > 0:
        await asyncio.sleep(seconds / 10)
        patience -= seconds / 10
    took = time.perf_counter() - began
    waits = sorted(wait for connection in opened for wait in connection.seconds)
    lost = sum(connection.lost for connection in opened)
    for connection in opened:
        connection.transport.abort()
    return {
        "per_second": len(waits) / took,
        "median_ms": waits[len(waits) // 2] * 1000 if waits else 0.0,
        "p99_ms": waits[len(waits) * 99 // 100] * 1000 if waits else 0.0,
        "refused": sum(connection.refused for connection in opened) + lost,
    }


def main() -> None:
    host, port, seconds, connections = sys.argv[1:]
    requests = [request.encode() for request in orjson.loads(sys.stdin.buffer.read())]
    done = uvloop.run(drive(host, int(port), float(seconds), int(connections), requests))
    sys.stdout.buffer.write(orjson.dumps(done))


if __name__ == "__main__":
    main()
