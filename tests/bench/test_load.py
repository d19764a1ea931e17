"""The load generator sends by the clock: who waits behind a server that stands still is counted as waiting."""

from __future__ import annotations

import asyncio
import time

from tools.bench.load import pace
from tools.bench.waits import at_share

_ANSWER = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"


def test_a_share_of_the_waits_is_found_and_none_of_none() -> None:
    waits = [float(place) for place in range(1000)]
    assert [at_share(waits, share) for share in (0.5, 0.99, 0.999, 1.0)] == [500, 990, 999, 999]
    assert at_share([], 0.99) == 0


def test_who_comes_while_a_server_stands_still_waits_from_when_it_was_due() -> None:
    """Four connections that each wait for their answer would ask four times in the pause, and hide all others."""

    async def go() -> dict[str, float]:
        stands_still_until = time.perf_counter() + 1.0

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                while await reader.readline():
                    await reader.readline()
                    now = time.perf_counter()
                    if stands_still_until - 0.5 < now < stands_still_until:
                        await asyncio.sleep(stands_still_until - now)
                    writer.write(_ANSWER)
            except ConnectionResetError:
                return  # it has its answers
            finally:
                writer.transport.abort()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            told = await pace("127.0.0.1", port, 1.25, 4, [b"GET / HTTP/1.1\r\n\r\n"], 200)
            await asyncio.sleep(0.1)
        return told

    told = asyncio.run(go())
    assert told["refused"] == 0
    assert told["late"] == 0
    # Of 1.25 s that are counted, half a second stood still: two in five waited, a quarter of a second in the middle.
    assert told["per_second"] * 1.25 > 230
    assert told["p99_ms"] > 400
    assert told["median_ms"] < told["p99_ms"] / 2
