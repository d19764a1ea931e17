"""From what a verb returns to what a create answers: `_id`, `_created`, `_updated`, `_etag` and the fields of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from fordran.actions.accounts.create_account import NewAccount
from fordran.api.writing import Create, Created
from fordran.shape.resource import META, Resource
from fordran.store.database import Connection
from fordran.store.listing import read_item
from fordran.store.scope import SYSTEM, Caller


def creating(
    resource: Resource, create: Callable[[Connection, Caller, Any, datetime], Awaitable[str | NewAccount]]
) -> Create:
    """A verb that returns an id, as one that returns what is answered."""

    async def act(tx: Connection, caller: Caller, given: Any, now: datetime) -> Created:
        made = await create(tx, caller, given, now)
        id_, more = (made.id, {"_creditor": made.creditor}) if isinstance(made, NewAccount) else (made, {})
        # Read as the service, since a caller may create what it is not in the groups to see.
        item = await read_item(tx, resource, SYSTEM, id_, {"_id": True})
        assert item is not None
        return {name: item.document[name] for name in META} | more

    return act
