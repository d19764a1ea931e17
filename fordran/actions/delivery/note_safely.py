"""Note outcomes so that one that cannot be noted keeps no other waiting: it is put off for an hour, and a person sees it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from fordran.actions.delivery.note_outcome import DeliveryAttempt, note_outcomes
from fordran.actions.delivery.work import put_on_list
from fordran.actions.letters.retry_letters import put_off
from fordran.store.connections.database import Connection
from fordran.store.connections.savepoints import SavepointRolledBack, part

LATER = timedelta(hours=1)


async def note_safely(tx: Connection, handed: Sequence[DeliveryAttempt], now: datetime, business_now: datetime) -> None:
    """Note outcomes together; where that fails, each by itself."""
    try:
        async with part(tx):
            await note_outcomes(tx, handed, now, business_now)
    except SavepointRolledBack as undone:
        if len(handed) > 1:
            for one in handed:
                await note_safely(tx, [one], now, business_now)
        else:
            await _put_off(tx, handed[0], f"cannot leave: {undone}", now, business_now)


async def _put_off(tx: Connection, one: DeliveryAttempt, reason: str, now: datetime, business_now: datetime) -> None:
    """Try again in an hour. What was handed over stays claimed till then, and is not made again."""
    row = one.row
    await tx.execute(
        """update deliveries set next_attempt = $3, updated = $4, revision = revision + 1,
               claimed_until = case when claimed_until is not null then $3::timestamptz end
           where account_id = $1 and id = $2""",
        row["account_id"],
        row["id"],
        business_now + LATER,
        now,
    )
    if row["envelope_id"] is not None:
        await put_off(tx, row["account_id"], row["envelope_id"], reason, now)
    else:
        await put_on_list(tx, row, reason, now)
