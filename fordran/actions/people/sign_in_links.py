"""One-time links: a person who has one signs in by it, once, within fifteen minutes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from fordran.actions.people.secrets_kept import hash_of, new_token
from fordran.actions.people.sessions import ProvenUser
from fordran.actions.refusals import ActRefusal
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import SignInLinkRow, UserRow

VALID = timedelta(minutes=15)


class NoSuchPerson(ActRefusal):
    """Nobody who may sign in is called so."""


async def make_link(tx: Connection, user_or_email: str, now: datetime, made_by: Iterable[str] = ()) -> str:
    """A token for a new link of the user with that id or e-mail address; raises `NoSuchPerson`.

    `made_by` are those who see it first: an administrator who hands it over, and those who let the administrator in.
    """
    found = await fetch_rows(
        tx,
        UserRow,
        """select id, is_enabled, "system_user" from users where id = $1
           union all
           select id, is_enabled, "system_user" from users where lower(email_oauth) = lower($1::text collate "C")""",
        user_or_email,
    )
    people = [row for row in found if not row["system_user"]]
    if found and not people:
        raise NoSuchPerson("error.link_for_client")
    if len(people) != 1:
        raise NoSuchPerson("error.link_for_several" if people else "error.link_for_nobody", user=user_or_email)
    if not people[0]["is_enabled"]:
        raise NoSuchPerson("error.link_for_disabled")
    token = new_token()
    user = people[0]["id"]
    others = [maker for maker in made_by if maker != user]
    row = {
        "token_hash": hash_of(token),
        "user_id": user,
        "created": now,
        "expires": now + VALID,
        "made_by": others or None,
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
           returning l.user_id, l.made_by""",
        hash_of(token),
        now,
    )
    return None if used is None else ProvenUser(used["user_id"], tuple(used["made_by"] or ()))


async def forget_links(tx: Connection, now: datetime) -> int:
    """Forget links that have been over for a day; return how many."""
    done: str = await tx.execute("delete from sign_in_links where expires < $1", now - timedelta(days=1))
    return int(done.split()[-1])
