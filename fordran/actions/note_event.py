"""Note events: what a client would want to hear of, in the transaction that it happens in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import orjson

from fordran.actions.book import LockedCase
from fordran.store.database import Connection
from fordran.store.ids import new_id

Event = tuple[LockedCase, str, dict[str, Any]]
"""The case, what happened, and what belongs to it."""


async def note_event(tx: Connection, case: LockedCase, type_: str, data: dict[str, Any], now: datetime) -> None:
    """An event about a case."""
    await note_events(tx, [(case, type_, data)], now)


async def note_events(tx: Connection, events: Sequence[Event], now: datetime) -> None:
    """Events about cases."""
    if not events:
        return
    rows = [
        (case.account, new_id(), case.creditor, type_, case.id, orjson.dumps(data).decode())
        for case, type_, data in events
    ]
    await tx.execute(
        """insert into events (account_id, id, created, creditor_id, type, case_id, data)
           select account_id, id, $1::timestamptz, creditor_id, type, case_id, data::jsonb
           from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
                as given (account_id, id, creditor_id, type, case_id, data)""",
        now,
        *zip(*rows, strict=True),
    )
