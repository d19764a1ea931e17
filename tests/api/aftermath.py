"""What follows in a world by itself or by hand: a letter, something that waits for a person, deliveries, an imported file."""

from __future__ import annotations

import asyncio
import json
import tempfile
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from fordran import clock
from fordran.actions.cases.locked_case import lock_case
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.webhooks.queue_deliveries import queue_deliveries
from fordran.actions.webhooks.sequence_events import sequence_events
from fordran.commands.import_run import import_file, look_through
from fordran.domain.message import Message
from tests.api.world import World


async def let_things_follow(world: World, owner: dict[str, str], case: str, invoice: dict[str, Any]) -> None:
    """Let each kind of document come about that no create of the interface makes, about a case of the creditor."""
    await _respite(world, case)
    await _work(world, owner, case)
    await _deliveries(world)
    await _import(world, invoice)


async def _respite(world: World, case: str) -> None:
    """A respite that is given and lifted again: its confirmation is a letter, and the case is where it was."""
    today = (await world.operator.get(f"/cases/{case}/statement")).json()["at"]
    until = date.fromisoformat(today) + timedelta(days=30)
    given = await world.operator.post(f"/cases/{case}/respite", json={"until": until.isoformat()})
    assert given.status_code == 201, given.text
    lifted = await world.operator.delete(f"/cases/{case}/respite", headers={"If-Match": given.json()["_etag"]})
    assert lifted.status_code == 204, lifted.text


async def _work(world: World, owner: dict[str, str], case: str) -> None:
    now = clock.now()
    async with world.database.transaction() as tx:
        locked = await lock_case(tx, case, owner["creditor"], owner["account"], now)
        assert locked is not None
        moved = Message("work.technical", text="the debtor has moved, and nobody knows where to")
        await put_on_work_list(tx, locked, "stopped", moved, now)


async def _deliveries(world: World) -> None:
    """What has happened is numbered, and due to the webhooks that want it."""
    while not await _all_are_told(world):
        async with world.database.transaction() as tx:
            await sequence_events(tx)
    rounds, queued = 0, 1
    while queued:
        # A cluster queues what is one account's.
        async with world.database.transaction() as tx:
            queued = await queue_deliveries(tx, clock.now())
        rounds += 1
    assert rounds > 1, "something was due"


async def _all_are_told(world: World) -> bool:
    """Whether all that has happened is numbered, and told of: a cluster tells of it when every node shows it."""
    async with world.database.transaction() as tx:
        last = await tx.fetchval("select last_position from event_stream")
        return not await tx.fetchval(
            "select exists (select 1 from events where position is null or position > $1)", last
        )


async def _import(world: World, invoice: dict[str, Any]) -> None:
    """A file with an invoice, and with one that is refused."""
    wrong = {**invoice, "currency": "EUR"}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "invoices.jsonl"
        file.write_text("".join(json.dumps(one) + "\n" for one in (invoice, wrong)))
        found = await asyncio.to_thread(look_through, file, "invoices", {})
        done = await import_file(world.database.url, found, lambda _: None)
    assert (done.registered, len(done.refused)) == (1, 1), done
    for one in await world.some("invoices"):
        # Reading it for the first time prints it.
        await world.operator.get(f"/invoices/{one['_id']}")
