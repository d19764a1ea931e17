"""Invoices of the operator to creditors: a list with their documents, for staff and for those who are billed."""

from __future__ import annotations

from starlette.responses import Response

from fordran.console.listing import listed
from fordran.console.payouts import creditor_names
from fordran.resources.operator_invoices import OPERATOR_INVOICES
from fordran.web.visit import Visit


async def operator_invoices_page(visit: Visit) -> Response:
    """All that the visitor may see, the newest first."""
    async with visit.database.connection() as connection:
        found, pager = await listed(visit, connection, OPERATOR_INVOICES, None)
        names = await creditor_names(visit, connection, found)
    return visit.render("operator_invoices.html", invoices=found, names=names, pager=pager)
