"""Record in the audit log what changes no row of its own: that something was read, and that somebody signed in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from fordran.domain.audit import AuditBy, AuditKind
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
    lines = [_line(one) for one in noted]
    await copy_lines(connection, _TABLE, lines)
    await count_audited(connection, len(lines))


async def count_audited(connection: Connection, entries: int) -> None:
    """Note that the log has so many more entries, for `fordran verify` to miss one that is lost."""
    await connection.execute(
        "insert into tally_changes (resource, documents) values ('rows of audit_log', $1)", entries
    )


def _line(one: Noted) -> bytes:
    documents = None if one.documents is None else list(one.documents)
    return copy_line(
        (
            *(
                one.account or _NO_ACCOUNT,
                new_id(),
                one.at,
                one.by,
                one.user,
                None if one.address is None else str(one.address),
                one.request_id,
                one.act,
            ),
            *(one.kind, one.resource, one.document, documents),
        )
    )
