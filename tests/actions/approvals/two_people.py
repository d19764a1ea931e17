"""A refund desk with two people of the finance role, and how they ask, approve, reject and export."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from fordran import clock
from fordran.actions.approving.decide import approve, reject
from fordran.actions.approving.to_approve import ApprovalDecision
from fordran.actions.approving.waiting import waiting
from fordran.actions.bank.order_refund import order_refund
from fordran.actions.books.close_period import Books
from fordran.actions.payouts.export_payouts import export_payouts
from fordran.actions.people.add_person import add_person
from fordran.api.app import Api
from fordran.domain.books.ledger_accounts import LedgerNumbers
from fordran.resources.refunds import RefundOrder
from fordran.shape.fields import read
from fordran.store.callers import load_caller
from fordran.store.reading.scope import Caller
from tests.actions.bank.refund_desk import ACCOUNT, RefundDesk, open_refund_desk
from tests.actions.payouts.payout_desk import noon

TO = "991-2346"
PAID_ON = date(2026, 4, 15)


@dataclass
class Desk:
    """A refund desk with two people of the finance role."""

    refunds: RefundDesk
    anna: Caller
    bo: Caller

    @property
    def database(self) -> Any:
        return self.refunds.desk.database

    async def ordered(self, caller: Caller | None = None, kronor: float = 200) -> str:
        """A refund that somebody ordered to an account of their choice; its id."""
        case, _ = await self.refunds.overpaid(kronor)
        async with self.database.transaction() as tx:
            given = read(RefundOrder, {"amount": kronor} | ACCOUNT)
            done = await order_refund(tx, caller or self.anna, case, given, clock.now())
        assert done is not None
        return done.refunds[0]

    async def approve(self, caller: Caller, id_: str, seen: str | None = None) -> bool:
        async with self.database.transaction() as tx:
            return await approve(tx, self.decision(caller), id_, seen) is not None

    async def reject(self, caller: Caller, id_: str, reason: str = "Fel konto.") -> bool:
        async with self.database.transaction() as tx:
            return await reject(tx, self.decision(caller, reason), id_) is not None

    def decision(self, caller: Caller, reason: str | None = None) -> ApprovalDecision:
        exporter = self.refunds.desk.exporter(self.refunds.desk.file())
        return ApprovalDecision(caller, clock.now(), Books(exporter.operator, LedgerNumbers()), reason)

    async def seen(self, id_: str) -> str:
        """What a person who looks at it now sees."""
        async with self.database.connection() as connection:
            return next(one.fingerprint for one in await waiting(connection) if one.id == id_)

    async def waits(self, id_: str) -> bool:
        async with self.database.connection() as connection:
            return id_ in [one.id for one in await waiting(connection)]

    async def exported(self, id_: str, **changes: Any) -> bool:
        """Export all that can be; whether that refund was in it."""
        desk = self.refunds.desk
        exporter = replace(desk.exporter(desk.file()), **changes)
        await export_payouts(self.database, exporter, noon(clock.stockholm_date(clock.now())))
        async with self.database.connection() as connection:
            return bool(
                await connection.fetchval(
                    """select exists (select from refunds where id = $1 and status = 'exported')
                       or exists (select from bank_refunds where id = $1 and exported is not null)""",
                    id_,
                )
            )


async def person(database: Any, name: str, role: Any = "finance") -> Caller:
    async with database.transaction() as tx:
        user = await add_person(tx, name, f"{name.lower()}.{clock.unix()}@operator.example", role, clock.now())
        caller = await load_caller(tx, user)
    assert caller is not None
    return caller


@pytest.fixture
async def desk(app: Api, tmp_path: Path) -> AsyncIterator[Desk]:
    refunds = await open_refund_desk(app, tmp_path)
    refunds.desk.four_eyes = "auto"
    database = refunds.desk.database
    yield Desk(refunds, await person(database, "Anna"), await person(database, "Bo"))
    async with database.transaction() as tx:
        await tx.execute("update users set is_enabled = false where email_oauth is not null")
