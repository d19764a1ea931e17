"""Five times as many requests at once as the service takes on: each is answered or refused, and what is answered is done."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import replace

import orjson
import uvloop

from tools.harness.processes import children, memory_bytes
from tools.load.ground import Ground, Installation, allow_many_files, serving
from tools.load.hammer import Hammer, Next, answer_on, in_turn, new_account
from tools.load.trials import Outcome

ABOUT = "Overload: five times as many clients as requests that may be under way, who ask without a pause."
UNDER_WAY = 100
TIMES = 5


def run(ground: Ground) -> Outcome:
    installation = ground.installation("overload")
    settings = replace(installation.settings, max_requests=UNDER_WAY, pool_wait_seconds=2.0)
    with serving(settings) as (process, port):
        (pid,) = children(process, "api_process")
        return uvloop.run(_ask(ground.seconds, installation, pid, port))


async def _ask(seconds: float, installation: Installation, pid: int, port: int) -> Outcome:
    allow_many_files()
    read, write = installation.get("/users"), await _create(installation, port)
    able = await _drive(port, seconds, [(in_turn(read, write), 0.0)] * 16)
    before = await installation.count("users")
    waits: list[float] = []
    asking = asyncio.create_task(_probe(port, waits))
    hammer = await _drive(port, seconds, [(in_turn(read, write), 0.0)] * (UNDER_WAY * TIMES))
    asking.cancel()
    made = await installation.count("users") - before
    done = hammer.answers[200] + hammer.answers[201]
    other = Counter({status: count for status, count in hammer.answers.items() if status not in (200, 201, 503)})
    figures = {
        "answered a second by 16 clients": f"{(able.answers[200] + able.answers[201]) / seconds:,.0f}",
        f"answered a second of {UNDER_WAY * TIMES} clients": f"{done / seconds:,.0f}",
        "refused with 503": f"{hammer.answers[503]:,}",
        "other answers": f"{other.total():,}",
        "lost": f"{len(hammer.failed):,}",
        "created by answers / in the database": f"{hammer.answers[201]:,} / {made:,}",
        "/ready meanwhile, median and worst": f"{sorted(waits)[len(waits) // 2]:.0f} and {max(waits):.0f} ms of {len(waits)}",
        "memory of the process": f"{memory_bytes(pid) / 2**20:,.0f} MiB",
    }
    trouble = [*{*hammer.failed}, *(f"status {status}" for status in other)]
    if made != hammer.answers[201]:
        trouble.append("what was answered is not what is there")
    return Outcome("Overload", figures, trouble)


async def _create(installation: Installation, port: int) -> bytes:
    """The request that makes a user, of an account made for it."""
    made = await new_account(installation, port)
    return installation.post("/users", orjson.dumps({"account": made["_id"], "name": "Load"}))


async def _drive(port: int, seconds: float, clients: list[tuple[Next, float]]) -> Hammer:
    hammer = Hammer("127.0.0.1", port)
    await hammer.during(asyncio.create_task(asyncio.sleep(seconds)), clients)
    return hammer


async def _probe(port: int, waits: list[float]) -> None:
    """Ask four times a second whether the service is ready; milliseconds of each."""
    while True:
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /ready HTTP/1.1\r\nhost: x\r\n\r\n")
        status, _, _ = await answer_on(reader)
        writer.transport.abort()
        assert status == 200
        waits.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(0.25)
