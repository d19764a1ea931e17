"""The search box: a number that is unique by nature goes straight there; all else is listed with what of each was found."""

from __future__ import annotations

from starlette.responses import Response

from fordran import clock
from fordran.actions.work.search_everything import search_everything
from fordran.console.cases import OWED, owing_today
from fordran.resources.cases import CASES
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.store.reading.search import LONGEST, FoundKind, SearchHit
from fordran.web.visit import Visit

PATHS: dict[FoundKind, str] = {
    "customer": "/console/customers/",
    "case": "/console/cases/",
    "invoice": "/console/invoices/",
}
UNIQUE = frozenset({"id_number", "ocr", "case_number", "letter_number", "id"})
"""Fields whose number no other document has. An amount, a name or an invoice number may be another's too."""
MOST_SHOWN = 100
RESOURCES: dict[FoundKind, str] = {"customer": "customers", "case": "cases", "invoice": "invoices"}


async def search_page(visit: Visit) -> Response:
    """The possible meanings of the text."""
    text = visit.query.get("q", "").strip()[:LONGEST]
    found: list[SearchHit] = []
    about: dict[str, Values] = {}
    if text:
        async with visit.database.connection() as connection:
            found = await search_everything(connection, visit.signed_in, text, clock.now())
            about = await _about(visit, connection, found)
    for kind, resource in RESOURCES.items():
        visit.note_reading(resource, [one["id"] for one in found if one["kind"] == kind])
    if len(found) == 1 and found[0]["by"] in UNIQUE:
        return visit.redirect(PATHS[found[0]["kind"]] + found[0]["id"])
    return visit.render("search.html", search_text=text, found=found, about=about, paths=PATHS)


async def _about(visit: Visit, connection: Connection, found: list[SearchHit]) -> dict[str, Values]:
    """Of each hit, what tells it from others: debt, status and creditor of a case; of a customer, its open cases together."""
    cases = [one["id"] for one in found if one["kind"] == "case"]
    customers = [one["id"] for one in found if one["kind"] == "customer"]
    if not cases and not customers:
        return {}
    where = {"$or": [{"_id": {"$in": cases}}, {"customer": {"$in": customers}, "state": {"$ne": "closed"}}]}
    read = await owing_today(connection, await visit.read(connection, CASES, where, MOST_SHOWN))
    about = {case["_id"]: case | {"owed": case[OWED]} for case in read if case["_id"] in cases}
    for customer in customers:
        own = [case for case in read if case["customer"] == customer and case["state"] != "closed"]
        about[customer] = {"owed": sum(case[OWED] for case in own), "cases": len(own)}
        if len({case["creditor_name"] for case in own}) == 1:
            about[customer]["creditor_name"] = own[0]["creditor_name"]
    return about
