"""The user that an e-mail address or an id means: to somebody who signs in, and on the command line."""

from __future__ import annotations

from fordran.actions.accounts.user_emails import PersonRow, people_with_email
from fordran.actions.refusals import ActRefusal
from fordran.domain.service.email_address import folded_email
from fordran.resources.users import OauthType
from fordran.store.callers import load_caller
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import Caller
from fordran.store.rows.schema_rows import UserRow


class NoSuchPerson(ActRefusal):
    """Nobody who may sign in is called so."""


async def person_named(tx: Connection, user_or_email: str) -> str:
    """The id of the person with that id or e-mail address, who may sign in; raises `NoSuchPerson`."""
    found = await fetch_rows(
        tx,
        UserRow,
        """select id, is_enabled, "system_user" from users where id = $1
           union all
           select id, is_enabled, "system_user" from users where folded_email(email_oauth) = $2""",
        user_or_email,
        folded_email(user_or_email),
    )
    people = [row for row in found if not row["system_user"]]
    if found and not people:
        raise NoSuchPerson("error.person_client")
    if len(people) > 1:
        # Of several with the address, who sees most: a narrower claim to it keeps nobody out.
        able = await people_to_sign_in(tx, user_or_email)
        people = [row for row in able if row["width"] == able[0]["width"]] or people
    if len(people) != 1:
        raise NoSuchPerson("error.person_several" if people else "error.person_nobody", user=user_or_email)
    if not people[0]["is_enabled"]:
        raise NoSuchPerson("error.person_disabled")
    return people[0]["id"]


async def caller_named(tx: Connection, user_or_email: str) -> Caller:
    """The same person as a caller, for commands in somebody's name."""
    user = await person_named(tx, user_or_email)
    caller = await load_caller(tx, user)
    assert caller is not None, "the person may sign in"
    return caller


async def people_to_sign_in(connection: Connection, email: str) -> list[PersonRow]:
    """Those with the address who may sign in. Where some are confirmed, only these: a claim alone keeps nobody out."""
    found = [person for person in await people_with_email(connection, email) if person["is_enabled"]]
    return [person for person in found if person["is_confirmed"]] or found


async def person_by_email(tx: Connection, email: str, kind: OauthType) -> str | None:
    """The person with an address that a provider has verified, who signs in by that kind of provider; None if there is none."""
    people = [person for person in await people_to_sign_in(tx, email) if person["oauth_type"] == kind]
    if not people:
        return None
    await confirm_email(tx, people[0]["id"], folded_email(email))
    return people[0]["id"]


async def confirm_email(tx: Connection, user: str, address: str) -> None:
    """Note that who signs in as the user reads the mail of the address, if it is the user's."""
    await tx.execute(
        """update users set confirmed_email = $2
           where id = $1 and folded_email(email_oauth) = $2 and confirmed_email is distinct from $2""",
        user,
        address,
    )
