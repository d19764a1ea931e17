"""People of the operator's, as they act over the interface."""

from __future__ import annotations

import httpx

from fordran import clock
from fordran.actions.accounts.access_token import issue
from fordran.actions.accounts.add_client import add_client
from fordran.api.app import Api
from fordran.store.callers import token_key
from tests.api.world import HERE, client_of


async def person(app: Api, name: str, **scope: object) -> tuple[str, httpx.AsyncClient]:
    """A user who is no API client: the id, and a client with a token. The operator's unless told otherwise."""
    async with app.database.transaction() as tx:
        made = await add_client(tx, name=name, networks=[HERE], now=clock.now(), **(scope or {"operator": True}))  # type: ignore[arg-type]
        await tx.execute('update users set "system_user" = false, api_code_hash = null where id = $1', made.user)
        # Got without an API code, which a person has none of.
        token = issue(made.user, await token_key(tx), clock.unix(), 60)
    return made.user, client_of(app, token)
