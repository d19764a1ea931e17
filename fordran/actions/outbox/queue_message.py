"""Queue a message about an application to the receiver of the authority's post (docs/enforcement-json.md)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from fordran.formats.enforcement import MessageKind
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import EnforcementRow
from fordran.store.upkeep.installation import business_now

_QUEUE = """
insert into enforcement_messages (account_id, id, created, updated, creditor_id, case_id, enforcement_id, kind, subject,
                                  message_key, made_on, content, status, next_attempt)
values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'queued', $12)
on conflict (account_id, enforcement_id, kind, subject) do nothing
"""
_CANCEL = """
update enforcement_messages set status = 'cancelled', next_attempt = null, revision = revision + 1, updated = $3
where account_id = $1 and enforcement_id = $2 and kind = 'application' and status = 'queued'
"""


async def queue_message(
    tx: Connection,
    row: EnforcementRow,
    case: str,
    kind: MessageKind,
    subject: str,
    made_on: date,
    content: Mapping[str, Any],
    now: datetime,
) -> None:
    """Queue a message about an application, of which `case` is the first; the same `subject` is queued once."""
    await tx.execute(
        _QUEUE,
        row["account_id"],
        new_id(),
        now,
        row["creditor_id"],
        case,
        row["id"],
        kind,
        subject,
        secrets.token_hex(16),
        made_on,
        dict(content),
        await business_now(tx, now),
    )


async def cancel_application(tx: Connection, account: str, enforcement: str, now: datetime) -> None:
    """Let an application that was not handed over not be sent as it is."""
    await tx.execute(_CANCEL, account, enforcement, now)
