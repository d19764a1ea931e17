"""Changing a document by a form, as PATCH does: by the same verb, on the document as it was seen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.shape.fields import read
from fordran.shape.merging import merged
from fordran.shape.resource import Resource
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Document
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find
from fordran.web.troubles import NoSuchPage, OutOfDate
from fordran.web.visit import Visit

ChangeVerb = Callable[[Connection, Caller, str, str, Any, datetime], Awaitable[None]]


async def change_document(
    visit: Visit, tx: Connection, resource: Resource, verb: ChangeVerb, changes: dict[str, Any]
) -> Document:
    """Change the document that the path names; what it was before."""
    assert resource.change is not None
    item = await find(tx, resource, visit.signed_in, visit.path["id"])
    if item is None:
        raise NoSuchPage
    if visit.form.text("_etag") != item.etag:
        raise OutOfDate
    given = read(resource.change, merged(resource.change, item.document, changes))
    await verb(tx, visit.signed_in, visit.path["id"], item.etag, given, clock.now())
    return item.document
