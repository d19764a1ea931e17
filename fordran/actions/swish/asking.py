"""Which payment requests Swish is to be asked about now: by their time, or because a callback named one."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TypedDict

from fordran.domain.bank.swish import ASKED_ABOUT
from fordran.domain.bank.swish_refunds import LIVE
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import change_found, fetch_locked, of_one_account
from fordran.store.rows.recordset import recordset
from fordran.store.rows.schema_rows import SwishPaymentRow

CLAIMED_FOR = timedelta(seconds=60)


class _KeyRow(TypedDict):
    account_id: str
    id: str


_DUE = f"""
select s.account_id, s.id, s.request_id, s.amount, s.state from swish_payments s
where s.ask_at <= $1 and {of_one_account("s")} order by s.ask_at limit $2 for update of s skip locked
"""
_CLAIM = f"""
update swish_payments s set ask_at = $1 from {recordset(_KeyRow, 2, "g")} where s.account_id = g.account_id and s.id = g.id
"""


async def claim_to_ask(tx: Connection, most: int, now: datetime) -> list[SwishPaymentRow]:
    """Payments to ask about, which no other worker asks about for a minute."""
    rows = await fetch_locked(tx, SwishPaymentRow, _DUE, now, most)
    keys = [_KeyRow(account_id=row["account_id"], id=row["id"]) for row in rows]
    await change_found(tx, _CLAIM, keys, now + CLAIMED_FOR)
    return rows


async def ask_soon(tx: Connection, callback_identifier: str, now: datetime) -> bool:
    """Let Swish be asked about the payment or refund that a callback names; whether there is one.

    The callback itself is believed in nothing. One about a payment that has ended changes nothing.
    """
    await tx.execute(
        "update swish_payments set ask_at = $2 where callback_identifier = $1 and state = any($3::text[])",
        callback_identifier,
        now,
        list(ASKED_ABOUT),
    )
    await tx.execute(
        "update swish_refunds set ask_at = $2 where callback_identifier = $1 and state = any($3::text[])",
        callback_identifier,
        now,
        list(LIVE),
    )
    found: bool = await tx.fetchval(
        """select exists (select 1 from swish_payments where callback_identifier = $1)
               or exists (select 1 from swish_refunds where callback_identifier = $1)""",
        callback_identifier,
    )
    return found
