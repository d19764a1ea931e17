"""A message that came back: whatever it was goes the next way."""

from __future__ import annotations

import asyncio
from datetime import datetime

from fordran.actions.delivery.claimed import COLUMNS, ClaimedDeliveryRow
from fordran.actions.delivery.next_way import next_way
from fordran.actions.delivery.note_outcome import Counts
from fordran.formats.bounces import MOST_BYTES, Bounce, read_bounce
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account
from fordran.store.upkeep.installation import business_now

MOST_OF_MESSAGE = MOST_BYTES
"""How much of a message is looked at."""

_SENT = f"""
select {COLUMNS} from deliveries q
where q.message_id = $1 and q.channel = 'email' and q.status in ('queued', 'sent', 'shown', 'delivered')
  and {of_one_account("q")} for update
"""


async def bounce_in(content: bytes) -> Bounce | None:
    """The bounce that a message is; None where it is none. Looked for beside whatever else is due."""
    return await asyncio.to_thread(read_bounce, content)


async def take_back(tx: Connection, bounce: Bounce, now: datetime) -> None:
    """Act on a bounce. What is only late is not acted on."""
    if bounce.is_for_good:
        await bounced(tx, bounce.message_id, bounce.reason, now)


async def bounced(tx: Connection, message_id: str, reason: str, now: datetime) -> bool:
    """Mark a message as bounced; False if we sent no message with that id, or it is being handled already."""
    rows = await fetch_locked(tx, ClaimedDeliveryRow, _SENT, message_id)
    if not rows:
        return False
    counts = Counts()
    await next_way(tx, rows[0], f"it came back: {reason}", counts.happened, now, await business_now(tx, now))
    await counts.keep(tx, now)
    return True
