"""A person of the demo who signs and posts every application that waits for it."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.enforcements.post_application import post_application
from fordran.resources.enforcements import ENFORCEMENTS, PostedInput
from fordran.shape.fields import read
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import SYSTEM
from fordran.store.rows.rows import find
from fordran.store.upkeep.installation import business_day

SIGNED_BY = "Eva Lind"


async def sign_applications(tx: Connection, now: datetime) -> int:
    """Sign and post all applications that wait to be signed; return how many."""
    rows = await tx.fetch(
        """select e.id from enforcements e where e.status = 'to_sign' and not exists (
               select 1 from letters l where l.account_id = e.account_id and l.kind = 'enforcement' and l.status = 'queued'
                   and e.case_ids @> jsonb_build_array(l.case_id))
           order by e.id"""
    )
    given = read(PostedInput, {"date": (await business_day(tx, now)).isoformat(), "signed_by": SIGNED_BY})
    for row in rows:
        found = await find(tx, ENFORCEMENTS, SYSTEM, row["id"])
        assert found is not None
        await post_application(tx, found.document, given, now)
    return len(rows)
