"""The debtor's cases, as pages need them: the case of a path, its position, and why an act cannot be done now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, get_args

import orjson

from fordran import clock
from fordran.actions.cases.state_case import state_seen_cases
from fordran.actions.locale_texts import locale_text
from fordran.domain.flow.case_flow import NotATransition, require
from fordran.domain.kinds.case_states import CasePosition, Hold
from fordran.resources.cases import CASES
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Document
from fordran.store.reading.listing import Query, read_page
from fordran.store.rows.rows import find
from fordran.store.upkeep.installation import business_day
from fordran.web.formatting import ore_in
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit


@dataclass(frozen=True)
class OwnCase:
    """A case of the debtor's with what is owed on it today, in öre."""

    document: Document
    etag: str
    owed: int
    lines: list[dict[str, Any]]

    @property
    def id(self) -> str:
        return str(self.document["_id"])

    @property
    def is_closed(self) -> bool:
        return bool(self.document["state"] == "closed")

    @property
    def status_name(self) -> str:
        """Its status as the list `my.status` names it."""
        if self.is_closed:
            return "closed"
        return str(self.document["status"]) if self.document["status"] in get_args(Hold) else "open"

    @property
    def status_kind(self) -> str:
        """How that looks."""
        looks = {"respite": "good", "disputed": "warn", "amortization": "good"}
        return "" if self.is_closed else looks.get(self.document["status"], "info")

    def why_not(self, act: str) -> str | None:
        """Why an act of the flow cannot be done now, as the list `my.not_now` names it; None where it can."""
        try:
            require(CasePosition(self.document["state"], self.document["status"]), act)
        except NotATransition:
            where = "closed" if self.is_closed else self.document["status"]
            return where if where in ("closed", *get_args(Hold)) else "other"
        return None


async def own_case(visit: Visit, connection: Connection, id_: str) -> OwnCase:
    """The case with that id, if it is one that the code opens."""
    item = await find(connection, CASES, visit.signed_in, id_)
    if item is None:
        raise NoSuchPage
    return (await _with_what_is_owed(visit, connection, [item.document]))[0]


async def _with_what_is_owed(visit: Visit, connection: Connection, documents: list[Document]) -> list[OwnCase]:
    """The cases, each with its statement: one question for all of them."""
    stated = await state_seen_cases(connection, [document["_id"] for document in documents], clock.now())
    found = []
    for document in documents:
        of_case = stated[document["_id"]]
        lines = [line | {"said": line_text(line, visit)} for line in of_case["lines"]]
        owed = ore_in(of_case["total_remaining_transaction_amount"])
        found.append(OwnCase(plain(document), document["_etag"], owed, lines))
    return found


def plain(document: Document) -> Document:
    """A document whose parts can be looked into."""
    return {name: parsed(value) if isinstance(value, orjson.Fragment) else value for name, value in document.items()}


def line_text(line: dict[str, Any], visit: Visit) -> str:
    """The text of a statement line in the visitor's language."""
    return locale_text(line["description_locale_tag"], visit.t.language)


async def own_cases(visit: Visit, connection: Connection) -> list[OwnCase]:
    """Every case that the visitor has opened: those that are open first, and the oldest of each first."""
    query = Query(max_results=len(visit.signed_in.cases), sort=(("_id", False),))
    documents = (await read_page(connection, CASES, visit.signed_in, query)).items
    found = await _with_what_is_owed(visit, connection, documents)
    return sorted(found, key=lambda case: (case.is_closed, case.id))


async def today_of(connection: Connection) -> date:
    """The business day."""
    return await business_day(connection, clock.now())
