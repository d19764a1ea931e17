"""Keep a creditor's power of attorney for applications to the enforcement authority."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from fordran.actions.keep_file import KeptFile, Put, keep_file
from fordran.actions.note_event import DomainEvent, note_events
from fordran.resources.creditors import CREDITORS
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import change, find
from fordran.store.upkeep.installation import business_day


async def keep_mandate(
    tx: Connection,
    caller: Caller,
    put: Put,
    creditor: str,
    filename: str,
    content_type: str,
    content: bytes,
    now: datetime,
    days: dict[str, Any] | None = None,
) -> KeptFile | None:
    """The power of attorney of a creditor, perhaps with its days; None where the creditor is not the caller's.

    An earlier one is kept as a file: applications rested on it.
    """
    found = await find(tx, CREDITORS, caller, creditor)
    if found is None:
        return None
    account = found.document["account"]
    kept = await keep_file(
        tx,
        put,
        account=account,
        creditor=creditor,
        filename=filename,
        content_type=content_type,
        content=content,
        now=now,
    )
    await change(
        tx,
        "creditors",
        {"account_id": account, "id": creditor},
        {"mandate_id": kept.id} | ({} if days is None else {"enforcement_mandate": days}),
        now,
    )
    await look_at_waiting(tx, account, creditor, await business_day(tx, now), now)
    await note_events(tx, [DomainEvent("creditor.changed", account, creditor)], now)
    return kept


async def look_at_waiting(tx: Connection, account: str, creditor: str, today: date, now: datetime) -> None:
    """Let the creditor's cases whose application waits for something be looked at today."""
    await tx.execute(
        """update cases set revision = revision + 1, updated = greatest(updated, $4), next_step_date = $3
           where account_id = $1 and creditor_id = $2 and waits_for <> '[]' and closed is null""",
        account,
        creditor,
        today,
        now,
    )
