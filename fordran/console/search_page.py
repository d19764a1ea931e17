"""The search box: a number that is unique by nature goes straight there; all else is listed with what of each was found."""

from __future__ import annotations

from starlette.responses import Response

from fordran import clock
from fordran.store.reading.search import LONGEST, FoundKind, search
from fordran.web.visit import Visit

PATHS: dict[FoundKind, str] = {
    "customer": "/console/customers/",
    "case": "/console/cases/",
    "invoice": "/console/invoices/",
}
UNIQUE = frozenset({"id_number", "ocr", "case_number", "letter_number", "id"})
"""Fields whose number no other document has. An amount, a name or an invoice number may be another's too."""
RESOURCES: dict[FoundKind, str] = {"customer": "customers", "case": "cases", "invoice": "invoices"}


async def search_page(visit: Visit) -> Response:
    """The possible meanings of the text."""
    text = visit.query.get("q", "").strip()[:LONGEST]
    found = []
    if text:
        async with visit.database.connection() as connection:
            found = await search(connection, visit.signed_in, text, clock.stockholm_date(clock.now()))
    for kind, resource in RESOURCES.items():
        visit.note_reading(resource, [one["id"] for one in found if one["kind"] == kind])
    if len(found) == 1 and found[0]["by"] in UNIQUE:
        return visit.redirect(PATHS[found[0]["kind"]] + found[0]["id"])
    return visit.render("search.html", search_text=text, found=found, paths=PATHS)
