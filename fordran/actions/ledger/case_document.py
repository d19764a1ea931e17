"""A letter of a ledger's case, as the contract sends documents."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from fordran.actions.file_copies import CannotMask
from fordran.actions.ledger.ledger_cases import LedgerCase
from fordran.actions.ledger.refusals import LedgerRefusal
from fordran.store.connections.database import Connection

_FILE = """
select m.filename, m.content_type, m.is_protected from letters l
join media_files m on m.account_id = l.account_id and m.id = l.media_id
where l.account_id = $1 and l.case_id = $2 and m.id = $3 and l.status in ('sent', 'shown')
"""


async def case_document(tx: Connection, get: Callable[[str], bytes], one: LedgerCase, document: str) -> dict[str, Any]:
    """A letter that left about a case, without the debtor's code. A protected person's is not the creditor's to see."""
    row = await tx.fetchrow(_FILE, one.link["account_id"], one.link["case_id"], document)
    if row is None or row["is_protected"]:
        raise LedgerRefusal("BAD_REQUEST", "documentRef", 404)
    try:
        content = await asyncio.to_thread(get, document)
    except CannotMask:
        raise LedgerRefusal("BAD_REQUEST", "documentRef", 404) from None
    return {
        "filename": row["filename"],
        "contentType": row["content_type"],
        "base64": b64encode(content).decode(),
        "sha256": sha256(content).hexdigest(),
    }
