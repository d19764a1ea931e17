"""Record in the audit log what changes no row of its own: that something was read, and that somebody signed in."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from fordran.domain.service.audit import AuditBy, AuditKind
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import AUDIT_LOG_TABLE, NewAuditLog
from fordran.store.rows.tables import NewRow, copy_rows

# Of what is no account's; see the table.
_NO_ACCOUNT = "0" * 24

_WRITTEN_AT_ONCE = 25


class AuditRecord(NamedTuple):
    """Something that happened; `document` is one, `documents` are those of a list."""

    at: datetime
    by: AuditBy
    kind: AuditKind
    act: str
    resource: str
    request_id: str | None
    address: Any  # whatever is the address as text
    user: str | None = None
    account: str | None = None
    document: str | None = None
    documents: Sequence[str] | None = None
    changes: Mapping[str, Sequence[Any]] | None = None
    """Of a change: field → the value before and after."""


async def record_in_audit(connection: Connection, noted: Iterable[AuditRecord]) -> None:
    """Append all of it, in its order."""
    rows: list[NewRow] = []
    for one in noted:
        rows.append(_row(one))
        if len(rows) % _WRITTEN_AT_ONCE == 0:
            # Readings come by the hundred, and other readers would wait for all of them.
            await asyncio.sleep(0)
    await copy_rows(connection, rows)
    await count_audited(connection, len(rows))


async def count_audited(connection: Connection, entries: int) -> None:
    """Note that the log has so many more entries, for `fordran verify` to miss one that is lost."""
    await connection.execute(
        "insert into tally_changes (resource, documents) values ('rows of audit_log', $1)", entries
    )


def _row(one: AuditRecord) -> NewRow:
    row: NewAuditLog = {
        "account_id": one.account or _NO_ACCOUNT,
        "id": new_id(),
        "created": one.at,
        "by": one.by,
        "user_id": one.user,
        "address": None if one.address is None else str(one.address),
        "request_id": one.request_id,
        "act": one.act,
        "kind": one.kind,
        "resource": one.resource,
        "document_id": one.document,
        "documents": None if one.documents is None else list(one.documents),
        "changes": one.changes,
    }
    return AUDIT_LOG_TABLE.row(row)
