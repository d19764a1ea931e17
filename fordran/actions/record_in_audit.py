"""Record in the audit log what changes no row of its own: that something was read, and that somebody signed in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from fordran.store.database import Connection
from fordran.store.ids import new_id
from fordran.store.tables import Table, copy_line, copy_lines

# Of what is no account's; see the table.
_NO_ACCOUNT = "0" * 24
_TABLE = Table(
    "audit_log",
    (
        *("account_id", "id", "created", "by", "user_id", "address", "request_id", "act", "kind", "resource"),
        *("document_id", "documents"),
    ),
)


class Noted(NamedTuple):
    """Something that happened; `document` is one, `documents` are those of a list."""

    at: datetime
    by: str
    kind: str
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
    lines = [_copied(entry) for entry in noted]
    await copy_lines(connection, _TABLE, lines)
    await count_audited(connection, len(lines))


async def count_audited(connection: Connection, entries: int) -> None:
    """Note that the log has so many more entries, for `fordran verify` to miss one that is lost."""
    await connection.execute(
        "insert into tally_changes (resource, documents) values ('rows of audit_log', $1)", entries
    )


def _copied(entry: Noted) -> bytes:
    row = {
        "account_id": entry.account or _NO_ACCOUNT,
        "id": new_id(),
        "created": entry.at,
        "by": entry.by,
        "user_id": entry.user,
        "address": None if entry.address is None else str(entry.address),
        "request_id": entry.request_id,
        "act": entry.act,
        "kind": entry.kind,
        "resource": entry.resource,
        "document_id": entry.document,
        "documents": None if entry.documents is None else list(entry.documents),
    }
    return copy_line([row[name] for name in _TABLE.columns])
