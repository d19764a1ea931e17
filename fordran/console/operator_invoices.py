"""Invoices of the operator to creditors: a list with their documents, and how each leaves, for staff and for those billed."""

from __future__ import annotations

from typing import get_args

from starlette.responses import Response

from fordran import clock
from fordran.actions.delivery.send_again import send_to_creditor
from fordran.actions.outbox.queue_to_creditor import CreditorDocument, ToCreditor
from fordran.console.form_acts import ShownChange, confirmed
from fordran.console.listing import listed
from fordran.console.payouts import creditor_names
from fordran.console.sending import chosen_way, delivery_text
from fordran.console.who import STAFF
from fordran.domain.kinds.channels import InvoiceChannel
from fordran.resources.operator_invoices import OPERATOR_INVOICES
from fordran.store.connections.database import Connection
from fordran.web.visit import Visit

WAYS = tuple(way for way in get_args(InvoiceChannel) if way != "kivra")
"""The channels that reach creditors."""


async def operator_invoices_page(visit: Visit) -> Response:
    """All that the visitor may see, the newest first."""
    async with visit.database.connection() as connection:
        found, pager = await listed(visit, connection, OPERATOR_INVOICES, None)
        names = await creditor_names(visit, connection, found)
    return visit.render("operator_invoices.html", invoices=found, names=names, pager=pager)


async def operator_invoice_page(visit: Visit) -> Response:
    """An invoice: its lines and sums, how it is settled, and how it leaves."""
    async with visit.database.connection() as connection:
        invoice = await visit.find(connection, OPERATOR_INVOICES)
        names = await creditor_names(visit, connection, [invoice])
    return visit.render(
        "operator_invoice.html",
        invoice=invoice,
        left=invoice.get("delivery"),
        name=names.get(invoice["creditor"], invoice["creditor"]),
        ways=visit.t.options("distribution", WAYS),
        may_send=bool(visit.signed_in.roles & STAFF) and "document" in invoice,
        done=visit.query.get("done"),
    )


async def send_operator_invoice(visit: Visit) -> Response:
    """Send an invoice once more, by a channel that was chosen, once it has been shown what follows."""
    invoice = await visit.look_up(OPERATOR_INVOICES)
    way = chosen_way(visit)
    here = f"/console/operator-invoices/{invoice['_id']}"
    kind: CreditorDocument = "operator_credit_invoice" if invoice["total_amount"] < 0 else "operator_invoice"
    sent = ToCreditor(invoice["account"], invoice["creditor"], invoice["_id"], kind, "ubl" in invoice, way=way)

    async def work(tx: Connection) -> str:
        await send_to_creditor(tx, sent, clock.now())
        return f"{here}?done=sent"

    async def changes(tx: Connection) -> list[ShownChange]:
        after = await visit.find(tx, OPERATOR_INVOICES)
        return [(visit.t("console.delivery"), delivery_text(visit, invoice), delivery_text(visit, after))]

    remark = visit.t("console.operator_invoice.another_copy")
    return await confirmed(visit, "page.send_again", here, "send", work, changes, {"channel": way}, remark=remark)
