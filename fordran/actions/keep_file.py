"""Keep a file: its row, and the field of a document that names it. Its bytes are put in place before the row is."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from fordran.resources.cases import CASES
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.scope import Caller
from fordran.store.rows.erased_rows import erase_from_audit
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, find, insert
from fordran.store.rows.schema_rows import MediaFileRow

Put = Callable[[str, bytes], None]

# The kinds of files we take, by how their bytes begin.
SIGNATURES = (
    (b"%PDF-", "application/pdf"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"BM", "image/bmp"),
)
MOST_FILE_BYTES = 25 * 1024 * 1024
DOMAINS = ("media--files", "cases", "creditors", "enforcements")
DOTTED_PATHS = ("original_invoice", "logo", "enforcement_mandate", "documents")


def content_type_of(content: bytes) -> str | None:
    """The content type of the bytes, whatever the sender calls them; None if it is not accepted."""
    return next((name for signature, name in SIGNATURES if content.startswith(signature)), None)


@dataclass(frozen=True)
class KeptFile:
    id: str
    filename: str
    content_type: str
    size: int
    is_protected: bool = False
    """Whether it may say how a protected person is reached."""


async def keep_file(
    tx: Connection,
    put: Put,
    *,
    account: str,
    creditor: str,
    filename: str,
    content_type: str,
    content: bytes,
    now: datetime,
    dispute: str | None = None,
    about: str | None = None,
) -> KeptFile:
    """Put the bytes, then insert the row: a row never lacks its bytes. `about` is the customer whom a sent paper is about."""
    id_ = new_id()
    is_protected = await tx.fetchval(
        "select true from protected_details where account_id = $1 and id = $2", account, about
    )
    await asyncio.to_thread(put, id_, content)
    await insert(
        tx,
        "media_files",
        {
            "account_id": account,
            "id": id_,
            "created": now,
            "creditor_id": creditor,
            "filename": filename,
            "content_type": content_type,
            "size": len(content),
            "sha256": hashlib.sha256(content).digest(),
            "dispute_id": dispute,
            "is_protected": is_protected,
        },
    )
    return KeptFile(id_, filename, content_type, len(content))


async def keep_original_invoice(
    tx: Connection, caller: Caller, put: Put, case: str, filename: str, content_type: str, content: bytes, now: datetime
) -> KeptFile | None:
    """The original invoice of a case, in place of the one that it had; None where the case is not the caller's."""
    found = await find(tx, CASES, caller, case)
    if found is None:
        return None
    account, creditor = found.document["account"], found.document["creditor"]
    kept = await keep_file(
        tx,
        put,
        account=account,
        creditor=creditor,
        filename=filename,
        content_type=content_type,
        content=content,
        now=now,
        about=found.document["customer"],
    )
    # Two simultaneous uploads pass here one by one, and each removes the other's file.
    before = await tx.fetchval(
        "select original_invoice_id from cases where account_id = $1 and id = $2 for update", account, case
    )
    await change(tx, "cases", {"account_id": account, "id": case}, {"original_invoice_id": kept.id}, now)
    if before is not None:
        await let_go(tx, account, before, now)
    return kept


async def let_go(tx: Connection, account: str, file: str, now: datetime) -> None:
    """Delete a file's row. Its bytes are removed once we are done, by the worker, as those of what was erased.

    Nothing leads from its case to it any more, so that what the audit log says of it would outlive the debtor's erasure.
    """
    await tx.execute("delete from media_files where account_id = $1 and id = $2", account, file)
    await erase_from_audit(tx, [file], now)
    await insert(tx, "files_to_remove", {"id": file, "kind": "media", "created": now}, "on conflict do nothing")


class _FileRow(MediaFileRow):
    partner_id: str | None


async def find_file(connection: Connection, id_: str) -> tuple[KeptFile, str | None, str, str] | None:
    """A file and its owner: its partner, account and creditor."""
    row = await fetch_row(
        connection,
        _FileRow,
        """select m.id, m.filename, m.content_type, m.size, m.account_id, m.creditor_id, m.is_protected,
                  a.partner_id
           from media_files m join accounts a on a.id = m.account_id where m.id = $1""",
        id_,
    )
    if row is None:
        return None
    kept = KeptFile(row["id"], row["filename"], row["content_type"], row["size"], row["is_protected"] is True)
    return kept, row["partner_id"], row["account_id"], row["creditor_id"]
