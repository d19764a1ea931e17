"""Lists: what is asked of one, and how its pages follow each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from fordran_client import models
from fordran_client.calls import Call
from fordran_client.flows import Flow, Session
from fordran_client.kinds import decoded
from fordran_client.operations import RESOURCES
from fordran_client.where import Condition, where_text

PAGE = 100
Where = Condition | Mapping[str, Any] | str | bool | None


@dataclass
class Listing:
    """A list that is being read. Each page begins where the one before ended: whatever comes or goes meanwhile, nothing that
    stays is left out or comes twice."""

    session: Session
    resource: str
    where: str | None
    sort: str | None
    projection: str | None
    search: Mapping[str, str]
    cursor: str | None = None
    is_over: bool = False

    def next_page(self) -> Flow[list[Any]]:
        """The documents of the next page; none where there is no more."""
        query = {name: text for name, text in self._query().items() if text is not None}
        reply = yield from self.session.ask(Call("GET", f"/{self.resource}", query))
        items = msgspec.json.decode(reply.content)["_items"]
        self.cursor = _next_cursor(reply.headers)
        self.is_over = self.cursor is None
        if self.projection:
            return list(items)
        kind = getattr(models, RESOURCES[self.resource] + "List")
        return list(decoded(reply.content, kind).items)

    def _query(self) -> dict[str, str | None]:
        asked = {"where": self.where, "sort": self.sort, "projection": self.projection}
        return {"max_results": str(PAGE), "cursor": self.cursor, **asked, **self.search}


def _next_cursor(headers: Mapping[str, str]) -> str | None:
    """The cursor of the next page, of a Link header; None on the last page."""
    link = next((value for name, value in headers.items() if name.lower() == "link"), "")
    address = link.partition("<")[2].partition(">")[0]
    return next(iter(parse_qs(urlsplit(address).query).get("cursor", ())), None)


def listing(
    session: Session,
    resource: str,
    where: Where,
    sort: str | None,
    projection: Mapping[str, int] | None,
    search: Mapping[str, str],
) -> Listing:
    """A list from its beginning."""
    chosen = msgspec.json.encode(projection).decode() if projection else None
    return Listing(session, resource, where_text(where), sort, chosen, search)


def count(session: Session, resource: str, where: Where) -> Flow[int]:
    """How many documents there are."""
    query = {"max_results": "1", "projection": '{"_etag": 1}'}
    text = where_text(where)
    reply = yield from session.ask(Call("GET", f"/{resource}", query | ({"where": text} if text else {})))
    return int(msgspec.json.decode(reply.content)["_meta"]["total"])


def events_after(session: Session, position: int, where: str | None) -> Flow[tuple[list[Any], int]]:
    """The events after a position, and the position to ask from next."""
    query = {"after": str(position), "max_results": str(PAGE)} | ({"where": where} if where else {})
    reply = yield from session.ask(Call("GET", "/events", query))
    page = decoded(reply.content, models.EventList)
    return list(page.items), page.meta.last or position
