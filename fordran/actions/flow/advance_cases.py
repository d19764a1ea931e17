"""Advance cases: take every step that is due, account by account in turn, any number of workers side by side."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from fordran.actions.cases.move_case import CASE_ROWS, flowing
from fordran.actions.flow.take_alone import resolve_failed, take_alone
from fordran.actions.flow.take_step import take_due_steps
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import everywhere
from fordran.store.connections.savepoints import SavepointRolledBack, part
from fordran.store.turns import AccountRound, WaitingRows, accounts_with
from fordran.store.upkeep.installation import business_day

MOST_CUSTOMERS = 200
MOST_CASES = 8 * MOST_CUSTOMERS
"""How many due cases of an account a worker looks at to find customers that no other has: enough for several workers."""


_DUE_ROWS = f"""
{CASE_ROWS} where k.account_id = $1 and k.next_step_date <= $2 and k.customer_id = any($3::text[])
order by k.next_step_date, k.id for update of k skip locked
"""


_DUE = WaitingRows("cases", "w.next_step_date is not null", "next_step_date", "w.next_step_date <= $1")


async def advance_cases(tx: Connection, now: datetime, turn: AccountRound | None = None) -> int:
    """Take the due steps of some customers of the account in turn; return how many cases were examined, 0 when none is due.

    A customer is one worker's at a time, so that all that it gets on a day comes in one envelope.
    """
    today = await business_day(tx, now)

    async def advance(account: str) -> int:
        mine = await _taken(tx, await _customers_due(tx, account, today))
        if not mine:
            return 0
        # A row that waited for a lock is read again: another worker may have taken the step meanwhile.
        rows: list[Any] = await tx.fetch(everywhere(tx, _DUE_ROWS, 1), account, today, mine)
        if rows:
            await _take_steps(tx, account, rows, now)
        return len(rows)

    return await (turn or AccountRound()).one(lambda: accounts_with(tx, _DUE, today), advance)


async def _take_steps(tx: Connection, account: str, rows: Sequence[Any], now: datetime) -> None:
    """Take the due steps of all; where something fails, of each by itself, so that one case does not stop the others."""
    try:
        async with part(tx):
            await take_due_steps(tx, [await flowing(tx, row, now) for row in rows], now)
            await resolve_failed(tx, account, [row["id"] for row in rows], now)
    except SavepointRolledBack:
        for row in rows:
            await take_alone(tx, account, row["id"], now)


async def _customers_due(tx: Connection, account: str, today: date) -> list[str]:
    """Customers of the account's cases that are due, who has waited longest first."""
    rows = await tx.fetch(
        """select customer_id from cases where account_id = $1 and next_step_date <= $2
           order by next_step_date, customer_id limit $3""",
        account,
        today,
        MOST_CASES,
    )
    return list(dict.fromkeys(row["customer_id"] for row in rows))


async def _taken(tx: Connection, customers: Sequence[str]) -> list[str]:
    """Those of the customers that no other worker has; until the transaction ends they are this one's."""
    rows = await tx.fetch(
        """select id from unnest($1::text[]) id where pg_try_advisory_xact_lock(hashtextextended(id, 2)) limit $2""",
        customers,
        MOST_CUSTOMERS,
    )
    return [row["id"] for row in rows]
