"""Give an API client a new code, and let the old one work for a while yet, or no more."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from fordran.actions.accounts.sign_in import hash_code, new_api_code
from fordran.actions.refusals import EtagDiffers
from fordran.resources.api_clients import RotationInput
from fordran.shape.moments import rfc_1123
from fordran.store.connections.database import Connection
from fordran.store.rows.rows import change, insert


async def rotate_code(tx: Connection, client: str, given: RotationInput, now: datetime) -> dict[str, Any]:
    """A new code, which is not shown again, and until when the old one works.

    Only the last of the earlier codes can work, however long an earlier rotation allowed another. A caller that rotates
    at once, because a code was exposed, has ended every code that could have been exposed.
    """
    before = await tx.fetchval('select api_code_hash from users where id = $1 and "system_user" for update', client)
    code = await new_api_code(tx)
    if not await change(tx, "users", {"id": client}, {"api_code_hash": hash_code(code)}, now):
        raise EtagDiffers
    await tx.execute("delete from previous_codes where user_id = $1", client)
    if before is None or not given.grace_hours:
        return {"api_code": code}
    until = now + timedelta(hours=given.grace_hours)
    await insert(tx, "previous_codes", {"user_id": client, "code_hash": before, "until": until})
    return {"api_code": code, "previous_code_until": rfc_1123(until)}
