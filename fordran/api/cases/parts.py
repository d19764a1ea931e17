"""Lists below a case that are parts of it and no nouns of their own: how they are read, and the form that they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fordran.api.http.errors import not_found
from fordran.api.http.request import Request
from fordran.resources.cases import CASES
from fordran.shape.fields import Shape
from fordran.shape.kinds import Integer
from fordran.store.connections.database import Connection
from fordran.store.reading.listing import Document
from fordran.store.rows.rows import find


class PartsMeta(Shape):
    """Which page of the parts it is, and how many there are on all pages."""

    page: Integer
    max_results: Integer
    total: Integer


async def case_of(connection: Connection, request: Request) -> Document:
    """The case that the path names, as the caller sees it; 404 where there is none."""
    item = await find(connection, CASES, request.signed_in, request.path["id"])
    if item is None:
        raise not_found()
    return item.document


def all_parts(case: str, parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The parts of a case, of which there are few, on one page."""
    meta = {"page": 1, "max_results": max(len(parts), 1), "total": len(parts)}
    return {"case": case, "_items": parts, "_meta": meta}
