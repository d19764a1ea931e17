"""The load generator: `python -m tools.bench.load HOST PORT SECONDS CONNECTIONS [PER_SECOND]`, requests on standard input.

It keeps some connections busy, each with one request at a time, and prints how many were answered. Told how many a second, it
sends them by the clock instead, and each is late from the moment at which it should have been sent: a server that stands
still for a while makes all wait who would have come meanwhile. It knows as little of HTTP as will do, so that on a small
machine it takes little from those it measures.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import cast

import orjson
import uvloop

from tools.bench.waits import at_share

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
            self.go_on()

    def go_on(self) -> None:
        """The answer is whole."""
        self.send()


class Paced(Connection):
    """One connection that waits to be told when to send, and says when it is free."""

    def __init__(self, requests: Iterator[bytes], free: deque[Paced], late: deque[float]) -> None:
        super().__init__(requests)
        self._free, self._late = free, late

    def send_due(self, due: float) -> None:
        """Send a request that was due at that moment."""
        self.transport.write(next(self.requests))
        self._sent = due

    def go_on(self) -> None:
        if self._late:
            self.send_due(self._late.popleft())
        else:
            self._free.append(self)


async def pace(
    host: str, port: int, seconds: float, connections: int, requests: list[bytes], per_second: float
) -> dict[str, float]:
    """Send so many a second, whatever becomes of them; what came of it. The first fifth of the time is not counted."""
    loop = asyncio.get_running_loop()
    endless, free, late = itertools.cycle(requests), deque[Paced](), deque[float]()
    opened = []
    for _ in range(connections):
        _, connection = await loop.create_connection(lambda: Paced(endless, free, late), host, port)
        opened.append(connection)
    free.extend(opened)
    began = time.perf_counter()
    for number in range(int(seconds * 1.2 * per_second)):
        due = began + number / per_second
        if (early := due - time.perf_counter()) > 0:
            await asyncio.sleep(early)
        elif number % connections == 0:
            await asyncio.sleep(0)  # those who answer are heard also when we are late
        if due - began > seconds / 5 and not opened[0].is_counting:
            for connection in opened:
                connection.is_counting = True
        if free:
            free.popleft().send_due(due)
        else:
            late.append(due)
    for _ in range(100):
        if len(free) < connections:
            await asyncio.sleep(seconds / 100)
    return _told(opened, seconds) | {"late": float(len(late) + connections - len(free))}


def _told(opened: Sequence[Connection], took: float) -> dict[str, float]:
    """What came of it, over all connections, which are closed."""
    waits = sorted(wait for connection in opened for wait in connection.seconds)
    lost = sum(connection.lost for connection in opened)
    for connection in opened:
        connection.transport.abort()
    return {
        "per_second": len(waits) / took,
        "median_ms": at_share(waits, 0.5) * 1000,
        "p99_ms": at_share(waits, 0.99) * 1000,
        "p999_ms": at_share(waits, 0.999) * 1000,
        "refused": sum(connection.refused for connection in opened) + lost,
    }


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
    return _told(opened, took)


def main() -> None:
    host, port, seconds, connections, *per_second = sys.argv[1:]
    requests = [request.encode() for request in orjson.loads(sys.stdin.buffer.read())]
    if not requests:
        sys.exit("Nothing is left to send: the measure was given too few rows for its rounds.")
    driven = (host, int(port), float(seconds), int(connections), requests)
    done = uvloop.run(pace(*driven, float(per_second[0])) if per_second else drive(*driven))
    sys.stdout.buffer.write(orjson.dumps(done))


if __name__ == "__main__":
    main()
