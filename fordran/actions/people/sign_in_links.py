"""One-time links: a person who has one signs in by it, once, within fifteen minutes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from fordran.actions.people.find_person import confirm_email, person_named
from fordran.actions.people.secrets_kept import hash_of, new_token
from fordran.actions.people.sessions import ProvenUser
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import SignInLinkRow

VALID = timedelta(minutes=15)
CONFIRMING = timedelta(days=1)
"""How long a link works that confirms an address: none other is sent to it on that day."""


async def make_link(tx: Connection, user_or_email: str, now: datetime, made_by: Iterable[str] = ()) -> str:
    """A token for a new link of the user with that id or e-mail address; raises `NoSuchPerson`.

    `made_by` are those who see it first: an administrator who hands it over, and those who let the administrator in.
    """
    user = await person_named(tx, user_or_email)
    return await keep_link(tx, user, now, now + VALID, made_by=[maker for maker in made_by if maker != user])


async def keep_link(
    tx: Connection,
    user: str,
    now: datetime,
    expires: datetime,
    *,
    made_by: Sequence[str] = (),
    mailed_to: str | None = None,
) -> str:
    """A token for a new link of that user. `mailed_to` is the folded address that it is sent to, and to nobody else."""
    token = new_token()
    row = {
        "token_hash": hash_of(token),
        "user_id": user,
        "created": now,
        "expires": expires,
        "made_by": list(made_by) or None,
        "mailed_to": mailed_to,
    }
    await insert(tx, "sign_in_links", row)
    return token


async def use_link(tx: Connection, token: str, now: datetime) -> ProvenUser | None:
    """The user whose link it is, which works no more; None where it never did, did once, or its time is over."""
    used = await fetch_row(
        tx,
        SignInLinkRow,
        """update sign_in_links l set used = $2
           from users u
           where l.token_hash = $1 and l.used is null and l.expires > $2 and u.id = l.user_id
             and u.is_enabled and not u."system_user"
           returning l.user_id, l.made_by, l.mailed_to""",
        hash_of(token),
        now,
    )
    if used is None:
        return None
    if used["mailed_to"] is not None:
        await confirm_email(tx, used["user_id"], used["mailed_to"])
    return ProvenUser(used["user_id"], tuple(used["made_by"] or ()))


async def forget_links(tx: Connection, now: datetime) -> int:
    """Forget links that have been over for a day; return how many."""
    done: str = await tx.execute("delete from sign_in_links where expires < $1", now - timedelta(days=1))
    return int(done.split()[-1])
