"""A case that was paid too much by Swish, two people, and the worker before a stand-in of Swish."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from fordran import clock
from fordran.actions.bank.order_refund import order_refund
from fordran.domain.bank.swish import SwishRequest
from fordran.outside.stand_ins.swish import SwishStandIn
from fordran.outside.swish import Swish
from fordran.resources.refunds import RefundOrder
from fordran.sections import SwishSection
from fordran.shape.fields import read
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.worker.swish import SwishWorker
from tests.actions.approvals.two_people import Desk
from tests.outside.swish_hall import PAYEE

CALLBACK = "http://127.0.0.1:9/callbacks/swish"


class Lossy(httpx.AsyncBaseTransport):
    """The way to Swish. What is to be lost of the next requests is named: `before` or `after` Swish has them."""

    def __init__(self, application: Starlette) -> None:
        self.inner = httpx.ASGITransport(application)
        self.lost: list[str] = []
        self.asked: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(f"{request.method} {request.url.path.rpartition('/swish/')[2].rpartition('/')[0]}")
        how = self.lost.pop(0) if self.lost and request.method == "PUT" else ""
        if how == "before":
            raise httpx.ConnectError("away")
        answer = await self.inner.handle_async_request(request)
        if how == "after":
            await answer.aread()
            raise httpx.ReadTimeout("lost")
        return answer


@dataclass
class Refunding:
    """The desk, the stand-in and the worker."""

    desk: Desk
    stand_in: SwishStandIn
    swish: Swish
    way: Lossy
    worker: SwishWorker

    async def overpaid(self, kronor: float = 200) -> str:
        """A case that was paid so much too much by Swish, as the bank's file has it."""
        refunds = self.desk.refunds
        case, ocr = await refunds.debt()
        amount = round((1000 + kronor) * 100)
        request = SwishRequest(new_id().upper() + "0" * 8, amount, ocr, CALLBACK, "c" * 32, "46701234567")
        assert await self.swish.create(request) is not None
        await asyncio.sleep(0)
        answer = await self.swish.read(request.id, amount)
        assert answer is not None
        assert answer.state == "paid"
        await refunds.pay(ocr, 1000 + kronor, end_to_end_id=answer.payment_reference)
        async with self.desk.database.transaction() as tx:
            await tx.execute(
                """insert into swish_payments (account_id, id, created, updated, creditor_id, case_id, amount, state, request_id,
                                               callback_identifier, payment_reference, payment_id)
                   select account_id, $2, $3, $3, creditor_id, case_id, $4, 'arrived', $5, $6, $7, id
                   from bank_payments where case_id = $1""",
                case,
                new_id(),
                clock.now(),
                amount,
                request.id,
                "d" * 32,
                answer.payment_reference,
            )
        return case

    async def ordered(self, case: str, kronor: Decimal | int = 200, by: Caller | None = None) -> str:
        """A refund by Swish that somebody ordered; its id."""
        async with self.desk.database.transaction() as tx:
            given = read(RefundOrder, {"amount": kronor, "swish": True})
            done = await order_refund(tx, by or self.desk.anna, case, given, clock.now())
        assert done is not None
        return done.refunds[0]

    async def approved(self, case: str, kronor: Decimal | int = 200) -> str:
        """One that a second person has approved."""
        id_ = await self.ordered(case, kronor)
        assert await self.desk.approve(self.desk.bo, id_)
        return id_

    async def step(self, minutes: float = 0) -> int:
        """Let the worker do what is due after so many minutes."""
        self.worker.now = lambda: clock.now() + timedelta(minutes=minutes)
        return await self.worker.step_refunds()

    async def state(self, id_: str) -> tuple[str, str, str | None]:
        """The state of the refund, and what Swish says of it."""
        async with self.desk.database.connection() as connection:
            row = await connection.fetchrow(
                """select r.status, s.state, s.error from refunds r
                   left join swish_refunds s on s.account_id = r.account_id and s.id = r.id where r.id = $1""",
                id_,
            )
        return (row["status"], row["state"], row["error"])

    @property
    def sent_back(self) -> float:
        """What Swish has paid back, in kronor."""
        return float(sum(one.refunded for one in self.stand_in._payments.values()))


@pytest.fixture
async def refunding(desk: Desk) -> AsyncIterator[Refunding]:
    stand_in = SwishStandIn(clock.now, 0.0, 0.02, httpx.MockTransport(lambda _: httpx.Response(200)))
    way = Lossy(Starlette(routes=[Mount("/swish", routes=stand_in.routes())]))
    swish = Swish(SwishSection(PAYEE, url="http://127.0.0.1:8100/swish"), way)
    yield Refunding(desk, stand_in, swish, way, SwishWorker(desk.database, swish, callback_url=CALLBACK))
    await asyncio.sleep(0.05)
