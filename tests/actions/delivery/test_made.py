"""What is to leave is looked for among what can: an invoice once its document is made, and nothing waits for anything else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any

from fordran.actions.delivery.claim import _QUEUED
from fordran.actions.delivery.find_made import find_made
from fordran.store.turns import accounts_with
from tests.actions.delivery.house import House
from tests.outside.post_office import PostOffice

_SECONDS = 20


async def _accounts(house: House) -> list[str]:
    """The accounts that are looked at for print."""
    async with house.app.database.transaction() as tx:
        return await accounts_with(tx, _QUEUED, "print", house.now)


async def _find_made(house: House) -> int:
    async with house.app.database.transaction() as tx:
        return await find_made(tx, house.now)


async def test_an_account_whose_invoices_wait_for_their_documents_is_not_looked_at(house: House) -> None:
    invoice = await house.invoice(customer={"customer_number": "M1"})
    assert await _accounts(house) == [], "nothing of it can leave"
    assert await _find_made(house) == 0
    await house.print()
    assert len(await _accounts(house)) == 1
    await house.work()
    assert [item["delivery"] for item in house.items("print")] == [invoice]
    assert await _accounts(house) == []


async def test_printing_waits_for_nobody_who_holds_a_delivery_and_it_leaves_all_the_same(house: House) -> None:
    invoice = await house.invoice(customer={"customer_number": "M3"})
    async with house.app.database.transaction() as tx:
        # Whoever shows or notes a delivery holds it first, and its invoice after it.
        held = "select 1 from deliveries where account_id = $1 and id = $2 for update"
        await tx.execute(held, house.office.account, invoice)
        await asyncio.wait_for(house.print(), _SECONDS)
    assert await _accounts(house) == []
    assert await _find_made(house) == 1
    await house.work()
    assert invoice in [item["delivery"] for item in house.items("print")]


async def test_what_an_older_version_made_is_found_and_leaves(house: House) -> None:
    invoice = await house.invoice(customer={"customer_number": "M2"})
    await house.print()
    async with house.app.database.transaction() as tx:
        await tx.execute("update deliveries set made = null where id = $1", invoice)
    await house.work()
    assert (await house.delivery(invoice))["status"] == "queued"
    assert await _find_made(house) == 1
    assert await _find_made(house) == 0
    await house.work()
    assert (await house.delivery(invoice))["status"] == "sent"


async def test_one_that_is_sent_again_after_it_was_printed_while_it_had_failed_can_leave(house: House) -> None:
    invoice = await house.invoice(customer={"customer_number": "M3"})
    async with house.app.database.transaction() as tx:
        await tx.execute("update deliveries set status = 'failed' where id = $1", invoice)
    await house.print()
    async with house.app.database.transaction() as tx:
        await tx.execute("update deliveries set status = 'queued' where id = $1", invoice)
    await house.work()
    assert (await house.delivery(invoice))["status"] == "sent"


class _Slow:
    """Somebody who reads a mailbox that never answers."""

    def __init__(self) -> None:
        self.is_reading = asyncio.Event()

    async def read(self, begin: Callable[[], AbstractAsyncContextManager[Any]], now: datetime) -> int:
        self.is_reading.set()
        await asyncio.Event().wait()
        return 0


async def test_messages_and_batches_leave_while_a_mailbox_does_not_answer(house: House, post: PostOffice) -> None:
    slow = _Slow()
    house.readers = [slow]
    async with house.post() as worker:
        stop = asyncio.Event()
        running = asyncio.create_task(worker.run(stop))
        await asyncio.wait_for(slow.is_reading.wait(), _SECONDS)
        mailed = await house.invoice(customer={"customer_number": "M4", "email": "a@kund.example"})
        printed = await house.invoice(customer={"customer_number": "M5"})
        await house.print()
        assert await _have_left(house, mailed, printed)
        running.cancel()
        await asyncio.wait([running], timeout=_SECONDS)
    assert [one.receivers for one in post.mailed] == [["a@kund.example"]]


async def _have_left(house: House, *invoices: str) -> bool:
    """Whether they have left, within a while."""
    for _ in range(_SECONDS * 20):
        if {(await house.delivery(one))["status"] for one in invoices} == {"sent"}:
            return True
        await asyncio.sleep(0.05)
    return False
