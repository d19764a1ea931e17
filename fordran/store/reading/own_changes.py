"""Whether what changed since somebody saw a document was done by nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict

from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows


class OwnChange(TypedDict):
    """An act of the visitor's own, by its name in the audit log, and when it was done."""

    act: str
    created: datetime


class _Changed(TypedDict):
    user_id: str | None
    act: str | None
    created: datetime


async def own_changes_since(
    connection: Connection, documents: Sequence[str], users: Sequence[str], since: datetime
) -> list[OwnChange] | None:
    """The changes of the documents since then, the latest first; None if one of them is another's, or if there are none.

    A change in the second in which the document was shown counts, since the log has whole seconds.
    """
    rows = await fetch_rows(
        connection,
        _Changed,
        """select user_id, act, created from audit_log
           where document_id = any($1::text[]) and created >= date_trunc('second', $2::timestamptz)
             and kind in ('created', 'changed', 'deleted')
           order by id desc limit 100""",
        list(documents),
        since,
    )
    if not rows or any(row["user_id"] not in users or not row["act"] for row in rows):
        return None
    return [{"act": row["act"] or "", "created": row["created"]} for row in rows]
