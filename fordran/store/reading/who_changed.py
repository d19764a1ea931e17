"""Who changed a document, as the audit log has it."""

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


class StatusChange(TypedDict):
    """A status that a case was moved to, by which edge, and the name of the user, if it was one."""

    status: str
    by: str
    name: str | None


async def status_changes_of(connection: Connection, case: str) -> list[StatusChange]:
    """Who moved a case to each of its statuses, the earliest first."""
    return await fetch_rows(
        connection,
        StatusChange,
        """select a.changes -> 'status' ->> 1 as status, a."by" as by, u.name as name
           from audit_log a left join users u on u.id = a.user_id
           where a.document_id = $1 and a.resource = 'cases' and a.changes ? 'status' order by a.id""",
        case,
    )
