"""One moment: a report shows the data from when it begins, however long it takes, and changes nothing."""

from __future__ import annotations

from datetime import date, datetime

from fordran.store.connections.database import Connection
from fordran.store.upkeep.installation import business_day


async def look(tx: Connection, now: datetime) -> date:
    """Let the transaction see one moment and change nothing; its business day."""
    await tx.execute("set transaction isolation level repeatable read, read only")
    return await business_day(tx, now)
