"""Ten thousand clients that are connected and ask nothing."""

from __future__ import annotations

import asyncio
import time

import uvloop

from tools.harness.processes import children, memory_bytes, processor_seconds
from tools.load.ground import Ground, Installation, allow_many_files, serving
from tools.load.hammer import answer_on
from tools.load.trials import Outcome

ABOUT = "Many idle connections: what each costs, and whether others are answered beside them."
HEALTH = b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n"
AT_ONCE = 200


def run(ground: Ground) -> Outcome:
    installation = ground.installation("idle")
    with serving(installation.settings) as (process, port):
        (pid,) = children(process, "api_process")
        return uvloop.run(_connect(ground.connections, installation, pid, port))


async def _connect(count: int, installation: Installation, pid: int, port: int) -> Outcome:
    allow_many_files()
    alone = await _wait_ms(installation, port)
    before = memory_bytes(pid)
    opened: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    while len(opened) < count:
        some = (asyncio.open_connection("127.0.0.1", port) for _ in range(min(AT_ONCE, count - len(opened))))
        opened += await asyncio.gather(*some)
    await asyncio.sleep(1)
    each = (memory_bytes(pid) - before) / count
    used = processor_seconds(pid)
    await asyncio.sleep(5)
    share = (processor_seconds(pid) - used) / 5
    beside = await _wait_ms(installation, port)
    lost = 0
    for start in range(0, count, AT_ONCE):
        asking = [_ask(*one) for one in opened[start : start + AT_ONCE]]
        lost += sum(status != 200 for status in await asyncio.gather(*asking))
    figures = {
        "connections": f"{count:,}",
        "memory for each": f"{each / 1024:.1f} KiB",
        "processor while nothing is asked": f"{share:.1%}",
        "a read, median, without them": f"{alone:.2f} ms",
        "a read, median, beside them": f"{beside:.2f} ms",
        "of them asked once, not answered": f"{lost:,}",
    }
    for _, writer in opened:
        writer.transport.abort()
    return Outcome("Idle connections", figures, ["connections were lost"] if lost else [])


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
    try:
        writer.write(HEALTH)
        return (await answer_on(reader))[0]
    except (OSError, EOFError, TimeoutError):
        return 0


async def _wait_ms(installation: Installation, port: int) -> float:
    """The median time of a read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    waits = []
    for _ in range(200):
        began = time.perf_counter()
        writer.write(installation.get("/users"))
        await answer_on(reader)
        waits.append(time.perf_counter() - began)
    writer.transport.abort()
    return sorted(waits)[100] * 1000
