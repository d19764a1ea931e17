"""People of the operator's, as they act over the interface."""

from __future__ import annotations

import httpx

from fordran import clock
from fordran.actions.accounts.add_client import add_client
from fordran.api.app import Api
from tests.api.world import HERE, sign_in


async def person(app: Api, name: str, **scope: object) -> tuple[str, httpx.AsyncClient]:
    """A user who is no API client: the id, and a client with a token. The operator's unless told otherwise."""
    async with app.database.transaction() as tx:
        made = await add_client(tx, name=name, networks=[HERE], now=clock.now(), **(scope or {"operator": True}))  # type: ignore[arg-type]
    client = await sign_in(app, made.api_code)
    async with app.database.transaction() as tx:
        await tx.execute('update users set "system_user" = false, api_code_hash = null where id = $1', made.user)
    return made.user, client
