"""Advance cases: take every step that is due, customer by customer, any number of workers side by side."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from fordran.actions.cases.move_case import CASE_ROWS, flowing
from fordran.actions.flow.take_alone import resolve_failed, take_alone
from fordran.actions.flow.take_step import take_due_steps
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import everywhere
from fordran.store.connections.savepoints import Undone, part
from fordran.store.upkeep.installation import business_day

MOST_CUSTOMERS = 200
MOST_CASES = 8 * MOST_CUSTOMERS
"""How many due cases a worker looks at to find customers that no other has: enough for several workers."""


_DUE_ROWS = f"""
{CASE_ROWS} where k.account_id = $1 and k.next_step_date <= $2 and k.customer_id = any($3::text[])
order by k.next_step_date, k.id for update of k skip locked
"""


async def advance_cases(tx: Connection, now: datetime) -> int:
    """Take the due steps of some customers of one account; how many cases were looked at, 0 when nothing is due.

    A customer is one worker's at a time, so that all that it gets on a day comes in one envelope.
    """
    today = await business_day(tx, now)
    for account, customers in (await _due(tx, today)).items():
        mine = await _taken(tx, customers)
        if not mine:
            continue
        # What waits for a lock is read anew: another worker may have taken the step meanwhile.
        rows: list[Any] = await tx.fetch(
            everywhere(tx, _DUE_ROWS, 1),
            account,
            today,
            mine,
        )
        if rows:
            await _take_steps(tx, account, rows, now)
            return len(rows)
    return 0


async def _take_steps(tx: Connection, account: str, rows: Sequence[Any], now: datetime) -> None:
    """Take the due steps of all; where something fails, of each by itself, so that one case does not stop the others."""
    try:
        async with part(tx):
            await take_due_steps(tx, [await flowing(tx, row, now) for row in rows], now)
            await resolve_failed(tx, account, [row["id"] for row in rows], now)
    except Undone:
        for row in rows:
            await take_alone(tx, account, row["id"], now)


async def _due(tx: Connection, today: date) -> dict[str, list[str]]:
    """Account → customers of cases that are due, what has waited longest first."""
    rows = await tx.fetch(
        """select account_id, customer_id from cases where next_step_date <= $1
           order by next_step_date, account_id, customer_id limit $2""",
        today,
        MOST_CASES,
    )
    found: dict[str, dict[str, None]] = {}
    for row in rows:
        found.setdefault(row["account_id"], {})[row["customer_id"]] = None
    return {account: list(customers) for account, customers in found.items()}


async def _taken(tx: Connection, customers: Sequence[str]) -> list[str]:
    """Those of the customers that no other worker has; until the transaction ends they are this one's."""
    rows = await tx.fetch(
        """select id from unnest($1::text[]) id where pg_try_advisory_xact_lock(hashtextextended(id, 2)) limit $2""",
        customers,
        MOST_CUSTOMERS,
    )
    return [row["id"] for row in rows]
