"""Saved views: save a list of the console with its filters, and delete one."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from fordran.actions.cases.registering import created
from fordran.actions.refusals import Conflict, EtagDiffers
from fordran.domain.message import Message
from fordran.resources.saved_views import SAVED_PAGES, SavedViewInput
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import OPERATOR, Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, insert

MOST_VIEWS = 50
"""Of one user: each is a link above the list."""


async def save_view(tx: Connection, caller: Caller, given: SavedViewInput, now: datetime) -> dict[str, Any]:
    """Save a view of the caller's; its four fields."""
    address = _address(given.address)
    if address is None:
        raise Refused({"address": Message("issue.no_saved_page")})
    count: int = await tx.fetchval("select count(*) from saved_views where user_id = $1", caller.user)
    if count >= MOST_VIEWS:
        raise Conflict("error.too_many_saved_views", count=MOST_VIEWS)
    id_ = new_id()
    row = {
        "id": id_,
        "created": now,
        "updated": now,
        "name": given.name,
        "address": address,
        "shared": given.shared,
        "user_id": caller.user,
    }
    await insert(tx, "saved_views", row)
    return created(id_, now)


async def remove_view(tx: Connection, caller: Caller, id_: str, etag: str, now: datetime) -> None:
    """Delete a view; another's only as an administrator."""
    user = await tx.fetchval("select user_id from saved_views where id = $1 for update", id_)
    if user != caller.user and OPERATOR not in caller.roles:
        raise Conflict("error.saved_view_of_another")
    if not await change(tx, "saved_views", {"id": id_}, {}, now, etag):
        raise EtagDiffers
    await tx.execute("delete from saved_views where id = $1", id_)


def _address(text: str) -> str | None:
    """The address without what belongs to one page of the list; None if no list has it."""
    try:
        parts = urlsplit(text)
        asked = parse_qsl(parts.query, max_num_fields=20)
    except ValueError:
        return None
    known = SAVED_PAGES.get(parts.path)
    if known is None or parts.scheme or parts.netloc or parts.fragment:
        return None
    if not {name for name, _ in asked} <= known:
        return None
    return f"{parts.path}?{urlencode(asked)}" if asked else parts.path
