"""An upgrade amid traffic: an earlier version serves while this one's migrations run, and afterwards."""

from __future__ import annotations

import asyncio
import subprocess
import time
from dataclasses import replace
from pathlib import Path

from fordran.store.upkeep.migrate import migrate
from tools.harness.database import operator_token
from tools.harness.machine import ROOT
from tools.load.ground import Ground, Installation, serving
from tools.load.hammer import Hammer, in_turn
from tools.load.trials import Outcome

ABOUT = "An upgrade: the version before serves, while its database is brought to this one's schema."
PATHS = ("users", "creditors", "cases", "invoices", "customers", "accounts")


def run(ground: Ground) -> Outcome:
    earlier = ground.folder / "earlier"
    earlier.mkdir()
    packed = subprocess.run(["git", "archive", ground.before], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(earlier)], input=packed, check=True)
    installation = ground.installation("upgrade", prepared=False)
    with serving(replace(installation.settings, sandbox=True), Path(earlier)) as (_, port):
        return asyncio.run(_upgrade(installation, port, ground.before))


async def _upgrade(empty: Installation, port: int, before: str) -> Outcome:
    url = empty.settings.database_url or ""
    installation = replace(empty, token=await operator_token(url, "load"))
    applied: list[str] = []
    took = 0.0

    async def work() -> None:
        nonlocal took
        await asyncio.sleep(1)
        began = time.perf_counter()
        applied.extend(await migrate(url))
        took = time.perf_counter() - began
        await asyncio.sleep(2)

    reads = [installation.get(f"/{path}") for path in PATHS]
    hammer = Hammer("127.0.0.1", port)
    await hammer.during(asyncio.create_task(work()), [(in_turn(*reads), 0.005)] * 16)
    figures = {
        "from": before,
        "applied": ", ".join(applied) or "nothing",
        "took": f"{took:.1f} s",
        "answered": f"{hammer.answers[200]:,}",
        "other answers": f"{hammer.answers.total() - hammer.answers[200]:,}",
        "lost": f"{len(hammer.failed):,}",
    }
    other = [f"status {status}" for status in hammer.answers if status != 200]
    return Outcome("Upgrade", figures, [*{*hammer.failed}, *other])
