"""Handlers: the people who can be given cases."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypedDict

from fordran.domain.message import Message
from fordran.resources.users import USERS
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find, no_such


class Handler(TypedDict):
    """A person who can be given cases."""

    id: str
    name: str


# $1 is the ids that are asked about; null asks about everybody.
_HANDLERS = """
select u.id, u.name from users u
where u.is_enabled and not u."system_user" and ($1::text[] is null or u.id = any($1))
  and exists (select 1 from user_groups m join access_groups g on g.id = m.access_group_id
              where m.user_id = u.id and g.type in ('operator', 'handler', 'finance'))
order by u.name, u.id
"""


async def handlers(connection: Connection) -> list[Handler]:
    """Everybody who can be given cases, by name."""
    return await fetch_rows(connection, Handler, _HANDLERS, None)


async def handlers_among(connection: Connection, users: Collection[str]) -> frozenset[str]:
    """Those of the users who can be given cases."""
    return frozenset(row["id"] for row in await fetch_rows(connection, Handler, _HANDLERS, list(users)))


async def handler_issue(connection: Connection, caller: Caller, user: str) -> Message | None:
    """The issue with a user as a handler, if there is one."""
    if await find(connection, USERS, caller, user) is None:
        return no_such(USERS, user)
    return None if await handlers_among(connection, [user]) else Message("issue.not_a_handler")
