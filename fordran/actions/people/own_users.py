"""A person with several users, such as somebody who works for several accounts: to go on as another of them."""

from __future__ import annotations

from fordran.actions.people.find_person import confirm_email
from fordran.actions.people.sessions import ProvenUser
from fordran.domain.service.signing_in import SignInWay
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import UserRow


class OwnUserRow(UserRow):
    """Another user of the same person, and how the person signed in."""

    account_name: str | None
    way: SignInWay


_OTHERS = """
select o.id, o.name, u.confirmed_email, a.name as account_name, s.way
from sessions s join users u on u.id = s.user_id
join users o on folded_email(o.email_oauth) = u.confirmed_email and o.id <> u.id
left join accounts a on a.id = o.account_id
where s.id = $1 and s.ended is null and s.way <> 'passkey' and s.let_in_by is null
  and u.confirmed_email = folded_email(u.email_oauth) and o.is_enabled and not o."system_user"
  and (s.way <> 'oidc' or o.oauth_type = u.oauth_type)
order by o.id limit 50
"""


async def own_users(connection: Connection, session: str) -> list[OwnUserRow]:
    """The other users of somebody who has shown in this session, by mail or by a provider, that the address is theirs."""
    return await fetch_rows(connection, OwnUserRow, _OTHERS, session)


async def go_on_as(tx: Connection, session: str, user: str) -> tuple[ProvenUser, SignInWay] | None:
    """Another of the person's users, which is confirmed by being chosen; None where it is none of theirs."""
    for other in await own_users(tx, session):
        if other["id"] == user:
            assert other["confirmed_email"] is not None
            await confirm_email(tx, user, other["confirmed_email"])
            return ProvenUser(user), other["way"]
    return None
