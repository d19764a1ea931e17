"""Reads and writes for as long as asked: what the processes hold in memory meanwhile, and how long answers take."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping, Sequence

import orjson
import uvloop

from tools.bench.invoices import registration
from tools.bench.waits import at_share
from tools.harness.processes import children, memory_bytes
from tools.load.ground import Ground, Installation, serving
from tools.load.hammer import Hammer, in_turn, new_account
from tools.load.trials import Outcome

ABOUT = "Steady: invoices are registered and everything is read, for --minutes; memory and waits must not grow."
CLIENTS = 8
LOOKS = 100
WARM = 0.25
"""What is kept from the start (plans, templates, allocators' room) is there after this part of the time."""
MOST_GROWTH_MIB = 16
MOST_GROWTH_OF_WAITS = 2.0
"""Of the middle of the looks' own 99th hundredths: a machine that has other work for a minute moves it little."""

_READ = (
    "/cases?max_results=5",
    "/customers?max_results=5",
    "/invoices?max_results=1",
    "/events?max_results=5",
    "/users",
)


def run(ground: Ground) -> Outcome:
    installation = ground.installation("steady")
    with serving(installation.settings) as (process, port):
        pids = {name: pid for name in ("api_process", "worker") for pid in children(process, name)}
        return uvloop.run(_drive(ground, installation, pids, port))


async def _drive(ground: Ground, installation: Installation, pids: dict[str, int], port: int) -> Outcome:
    made = await new_account(installation, port)
    numbers = itertools.count(1)

    def register() -> bytes:
        number = next(numbers)
        body = registration(made["_id"], made["_creditor"], f"L-{number}", number)
        return installation.post("/invoice--registrations", orjson.dumps(body))

    reads = in_turn(*(installation.get(path) for path in _READ))
    held: dict[str, list[float]] = {name: [] for name in pids}
    looks: list[list[float]] = []
    hammer = Hammer("127.0.0.1", port)

    async def watch() -> None:
        for _ in range(LOOKS):
            await asyncio.sleep(ground.minutes * 60 / LOOKS)
            waits, hammer.waits = sorted(hammer.waits), []
            looks.append([at_share(waits, share) * 1000 for share in (0.5, 0.99)])
            for name, pid in pids.items():
                held[name].append(memory_bytes(pid) / 2**20)

    pause = CLIENTS / ground.per_second if ground.per_second else 0.0
    await hammer.during(asyncio.create_task(watch()), [(register, pause), *[(reads, pause)] * (CLIENTS - 1)])
    figures = {"answered": f"{hammer.answers.total():,}", "invoices registered": f"{hammer.answers[201]:,}"}
    trouble = [*{*hammer.failed}, *(f"status {status}" for status in hammer.answers if status not in (200, 201))]
    return Outcome("Steady", figures | _memory(held, trouble) | _waits(looks, trouble), trouble)


def _memory(held: Mapping[str, Sequence[float]], trouble: list[str]) -> dict[str, str]:
    figures = {}
    for name, sizes in held.items():
        warm = max(sizes[: int(len(sizes) * WARM)])
        last = sizes[-1]
        figures[f"memory of the {name.replace('_', ' ')}, warm and at the end"] = f"{warm:,.0f} and {last:,.0f} MiB"
        if last - warm > MOST_GROWTH_MIB:
            trouble.append(f"the {name.replace('_', ' ')} grew by {last - warm:,.0f} MiB")
    return figures


def _waits(looks: Sequence[Sequence[float]], trouble: list[str]) -> dict[str, str]:
    """The middle of what was seen in the first quarter of the time and in the last."""
    quarter = len(looks) // 4
    first, last = (
        [sorted(of)[quarter // 2] for of in zip(*part, strict=True)] for part in (looks[:quarter], looks[-quarter:])
    )
    if last[1] > first[1] * MOST_GROWTH_OF_WAITS:
        trouble.append(f"the 99th hundredth of waits grew from {first[1]:,.0f} to {last[1]:,.0f} ms")
    return {
        f"ms that {name} wait at most, in the first quarter and in the last": f"{one:,.1f} and {other:,.1f}"
        for name, one, other in zip(("half", "99 of 100"), first, last, strict=True)
    }
