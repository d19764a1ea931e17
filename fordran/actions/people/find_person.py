"""The user that an e-mail address means to somebody who signs in."""

from __future__ import annotations

from fordran.actions.accounts.user_emails import PersonRow, people_with_email
from fordran.domain.service.email_address import folded_email
from fordran.resources.users import OauthType
from fordran.store.connections.database import Connection


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
