"""Restarts amid traffic, by clients who try nothing twice."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import replace

from tools.harness.processes import children
from tools.load.ground import Ground, Installation, serving
from tools.load.hammer import Hammer, in_turn
from tools.load.trials import Outcome

ABOUT = "Rolling restarts: two processes replaced one at a time, three times over, while clients ask."
TIMES = 3
PROCESSES = 2


def run(ground: Ground) -> Outcome:
    installation = ground.installation("restarts")
    with serving(replace(installation.settings, workers=PROCESSES)) as (process, port):
        return asyncio.run(_restart(process, installation, port))


async def _restart(process: int, installation: Installation, port: int) -> Outcome:
    async def work() -> None:
        for _ in range(TIMES):
            there = children(process, "api_process")
            os.kill(process, signal.SIGHUP)
            async with asyncio.timeout(120):
                while len(children(process, "api_process") - there) < PROCESSES:
                    await asyncio.sleep(0.1)

    kept, closed = installation.get("/users"), installation.get("/users", "connection: close\r\n")
    clients = [(in_turn(kept), 0.005)] * 8 + [(in_turn(kept), 0.5)] * 16 + [(in_turn(closed), 0.02)] * 8
    hammer = Hammer("127.0.0.1", port)
    await hammer.during(asyncio.create_task(work()), clients)
    figures = {
        "restarts": str(TIMES),
        "answered": f"{hammer.answers[200]:,}",
        "other answers": f"{hammer.answers.total() - hammer.answers[200]:,}",
        "lost": f"{len(hammer.failed):,}",
    }
    other = [f"status {status}" for status in hammer.answers if status != 200]
    return Outcome("Rolling restarts", figures, [*{*hammer.failed}, *other])
