"""The search box: a single hit goes straight there; several are listed with what of each was found."""

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
    # An invoice and the case about it have one number: a search for it means the case.
    targets = [one for one in found if one["kind"] != "invoice"] or found
    if len(targets) == 1:
        return visit.redirect(PATHS[targets[0]["kind"]] + targets[0]["id"])
    return visit.render("search.html", search_text=text, found=found, paths=PATHS)
