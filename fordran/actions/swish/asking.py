"""Which payment requests Swish is to be asked about now: by their time, or because a callback named one."""

from __future__ import annotations

from datetime import datetime, timedelta

from fordran.domain.bank.swish import ASKED_ABOUT
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import SwishPaymentRow

CLAIMED_FOR = timedelta(seconds=60)


async def claim_to_ask(tx: Connection, most: int, now: datetime) -> list[SwishPaymentRow]:
    """Payments to ask about, which no other worker asks about for a minute."""
    return await fetch_rows(
        tx,
        SwishPaymentRow,
        """update swish_payments s set ask_at = $2
           from (select account_id, id from swish_payments where ask_at <= $1
                 order by ask_at limit $3 for update skip locked) g
           where s.account_id = g.account_id and s.id = g.id
           returning s.account_id, s.id, s.request_id, s.amount, s.state""",
        now,
        now + CLAIMED_FOR,
        most,
    )


async def ask_soon(tx: Connection, callback_identifier: str, now: datetime) -> bool:
    """Let Swish be asked about the payment that a callback names; whether there is one.

    The callback itself is believed in nothing. One about a payment that has ended changes nothing.
    """
    await tx.execute(
        "update swish_payments set ask_at = $2 where callback_identifier = $1 and state = any($3::text[])",
        callback_identifier,
        now,
        list(ASKED_ABOUT),
    )
    found: bool = await tx.fetchval(
        "select exists (select 1 from swish_payments where callback_identifier = $1)", callback_identifier
    )
    return found
