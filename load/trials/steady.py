"""Reads and writes for as long as asked, and what the processes hold in memory meanwhile."""

from __future__ import annotations

import asyncio
import itertools

import orjson
import uvloop

from bench.invoices import registration
from load.ground import Ground, Installation, children, memory_bytes, serving
from load.hammer import Hammer, in_turn, new_account
from load.trials import Outcome

ABOUT = "Steady: invoices are registered and everything is read, for --minutes; memory must not grow."
CLIENTS = 8
WARM = 0.25
"""What is kept from the start (plans, templates, allocators' room) is there after this part of the time."""
MOST_GROWTH_MIB = 16


def run(ground: Ground) -> Outcome:
    installation = ground.installation("steady")
    with serving(installation.settings) as (process, port):
        pids = {name: pid for name in ("api_process", "worker") for pid in children(process, name)}
        return uvloop.run(_drive(ground.minutes * 60, installation, pids, port))


async def _drive(seconds: float, installation: Installation, pids: dict[str, int], port: int) -> Outcome:
    made = await new_account(installation, port)
    numbers = itertools.count(1)

    def register() -> bytes:
        number = next(numbers)
        body = registration(made["_id"], made["_creditor"], f"L-{number}", number)
        return installation.post("/invoice--registrations", orjson.dumps(body))

    paths = (
        "/cases?max_results=5",
        "/customers?max_results=5",
        "/invoices?max_results=1",
        "/events?max_results=5",
        "/users",
    )
    reads = in_turn(*(installation.get(path) for path in paths))
    held: dict[str, list[float]] = {name: [] for name in pids}

    async def watch() -> None:
        for _ in range(100):
            await asyncio.sleep(seconds / 100)
            for name, pid in pids.items():
                held[name].append(memory_bytes(pid) / 2**20)

    hammer = Hammer("127.0.0.1", port)
    await hammer.during(asyncio.create_task(watch()), [(register, 0.0), *[(reads, 0.0)] * (CLIENTS - 1)])
    figures = {"answered": f"{hammer.answers.total():,}", "invoices registered": f"{hammer.answers[201]:,}"}
    trouble = [*{*hammer.failed}, *(f"status {status}" for status in hammer.answers if status not in (200, 201))]
    for name, sizes in held.items():
        warm = max(sizes[: int(len(sizes) * WARM)])
        last = sizes[-1]
        figures[f"memory of the {name.replace('_', ' ')}, warm and at the end"] = f"{warm:,.0f} and {last:,.0f} MiB"
        if last - warm > MOST_GROWTH_MIB:
            trouble.append(f"the {name.replace('_', ' ')} grew by {last - warm:,.0f} MiB")
    return Outcome("Steady", figures, trouble)
