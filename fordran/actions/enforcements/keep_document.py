"""Keep a file of the enforcement authority with its application."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.keep_file import KeptFile, Put, keep_file
from fordran.resources.enforcements import ENFORCEMENTS
from fordran.shape.moments import midnight, rfc_1123
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find
from fordran.store.upkeep.installation import business_day

_KEEP = """
update enforcements set documents = coalesce(documents, '[]') || $3, revision = revision + 1, updated = $4
where account_id = $1 and id = $2
"""


async def keep_document(
    tx: Connection,
    caller: Caller,
    put: Put,
    enforcement: str,
    filename: str,
    content_type: str,
    content: bytes,
    now: datetime,
) -> KeptFile | None:
    """Keep a decision or another paper of the authority; None where the application is not the caller's."""
    found = await find(tx, ENFORCEMENTS, caller, enforcement)
    if found is None:
        return None
    kept = await keep_file(
        tx,
        put,
        account=found.document["account"],
        creditor=found.document["creditor"],
        filename=filename,
        content_type=content_type,
        content=content,
        now=now,
        about=found.document["customer"],
    )
    shown = {
        "id": kept.id,
        "date": rfc_1123(midnight(await business_day(tx, now))),
        "filename": kept.filename,
        "content_type": kept.content_type,
        "size": kept.size,
    }
    await tx.execute(_KEEP, found.document["account"], enforcement, [shown], now)
    return kept
