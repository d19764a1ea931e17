"""The user that an identity provider means: by its verified address, and by the provider."""

from __future__ import annotations

from fordran.resources.users import OauthType
from fordran.store.connections.database import Connection


async def person_by_email(tx: Connection, email: str, kind: OauthType) -> str | None:
    """The one enabled person with that address who signs in by that kind of provider; None where there is not just one."""
    if not email:
        return None
    rows = await tx.fetch(
        """select id from users where lower(email_oauth) = $1 and oauth_type = $2 and is_enabled and not "system_user" limit 2""",
        email,
        kind,
    )
    return str(rows[0]["id"]) if len(rows) == 1 else None
