"""End all access of a person: sessions, passkeys, and links that are not used yet.."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.people.sessions import end_sessions
from fordran.store.connections.database import Connection


async def end_access(tx: Connection, user: str, now: datetime) -> int:
    """End what there is; return how many passkeys were removed, of which the person is told."""
    await end_sessions(tx, user, now)
    await tx.execute("delete from sign_in_links where user_id = $1 and used is null", user)
    removed: str = await tx.execute("delete from passkeys where user_id = $1", user)
    return int(removed.split()[-1])


async def address_to_tell(connection: Connection, user: str) -> str | None:
    """The address at which a person is told what happens to their access; None where they have confirmed none."""
    address: str | None = await connection.fetchval(
        "select email_oauth from users where id = $1 and confirmed_email = folded_email(email_oauth)", user
    )
    return address
