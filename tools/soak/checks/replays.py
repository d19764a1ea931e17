"""Every key still answers what it answered first, byte for byte, and does nothing by it."""

from __future__ import annotations

import asyncio

import orjson

from tools.soak.checks.ground import Ground
from tools.soak.records import Sent

AT_ONCE = 4
WRITTEN = (
    "cases",
    "bookings",
    "invoices",
    "creditor_payments",
    "creditor_creditings",
    "creditor_cancellations",
    "events",
)


async def check_replays(ground: Ground) -> None:
    """Send everything that was acknowledged once more."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def check(sent: Sent) -> None:
        async with turn:
            answer = await ground.clients[sent.owner].ask(
                "POST",
                sent.path,
                sent.key,
                content=orjson.dumps(sent.body),
                headers={"content-type": "application/json"},
            )
        if (answer.status_code, answer.content) != (sent.status, sent.answer):
            ground.counts.other(f"{sent.path} {sent.key} was answered {sent.answer!r}, and now {answer.content!r}")
        if answer.headers.get("idempotency-replayed") != "true":
            ground.counts.doubled(f"{sent.path} {sent.key} was done once more")

    before = await _rows(ground)
    acknowledged = [sent for sent in ground.records.sent if sent.is_acknowledged]
    await asyncio.gather(*(check(sent) for sent in acknowledged))
    ground.counts.checked["replays"] = len(acknowledged)
    after = await _rows(ground)
    if after != before:
        ground.counts.doubled(f"replaying has written: {before} rows were there, and {after} are")


async def _rows(ground: Ground) -> dict[str, int]:
    return {table: (await ground.rows(f"select count(*) from {table}"))[0][0] for table in WRITTEN}
