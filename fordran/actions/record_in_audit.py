"""Record in the audit log what changes no row of its own: that something was read, and that somebody signed in."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypedDict

from fordran.domain.service.audit import AuditBy, AuditKind
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.tables import Table, copy_line, copy_lines

# Of what is no account's; see the table.
_NO_ACCOUNT = "0" * 24

_WRITTEN_AT_ONCE = 25


class _AuditRow(TypedDict):
    account_id: str
    id: str
    created: datetime
    by: AuditBy
    user_id: str | None
    address: str | None
    request_id: str | None
    act: str
    kind: AuditKind
    resource: str
    document_id: str | None
    documents: list[str] | None


_TABLE = Table("audit_log", _AuditRow)


class Noted(NamedTuple):
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


async def record_in_audit(connection: Connection, noted: Iterable[Noted]) -> None:
    """Append all of it, in its order."""
    lines: list[bytes] = []
    for one in noted:
        lines.append(_line(one))
        if len(lines) % _WRITTEN_AT_ONCE == 0:
            # Readings come by the hundred, and whoever reads meanwhile would wait for all of them.
            await asyncio.sleep(0)
    await copy_lines(connection, _TABLE, lines)
    await count_audited(connection, len(lines))


async def count_audited(connection: Connection, entries: int) -> None:
    """Note that the log has so many more entries, for `fordran verify` to miss one that is lost."""
    await connection.execute(
        "insert into tally_changes (resource, documents) values ('rows of audit_log', $1)", entries
    )


def _line(one: Noted) -> bytes:
    row: _AuditRow = {
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
    }
    return copy_line(_TABLE.row(row))
