"""Invoices: what was invoiced, how it was sent, and what has become of it."""

from __future__ import annotations

from typing import Any, get_args

from starlette.responses import Response

from fordran import clock
from fordran.actions.delivery.send_again import send_again
from fordran.actions.printing.print_invoice import print_invoice
from fordran.console.form_acts import ShownChange, confirmed
from fordran.console.listing import read_list
from fordran.console.sending import chosen_way, delivery_text
from fordran.console.who import STAFF_AND_ADMINS
from fordran.domain.kinds.channels import InvoiceChannel
from fordran.outside.media import media_of
from fordran.resources.invoices import INVOICES
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Values
from fordran.web.troubles import NoSuchPage
from fordran.web.visit import Visit


async def invoices_page(visit: Visit) -> Response:
    """The latest first, of one creditor or of all."""
    where: dict[str, Any] = {name: visit.query[name] for name in ("creditor", "customer") if visit.query.get(name)}
    invoices, pager = await read_list(visit, INVOICES, where or None)
    return visit.render(
        "invoices.html",
        invoices=[_with_file(invoice) for invoice in invoices],
        pager=pager,
    )


async def invoice_page(visit: Visit) -> Response:
    """An invoice, which is printed where it has not been yet, as it is when the interface is asked for it."""
    invoice = await visit.look_up(INVOICES)
    if "print" not in invoice:
        media = media_of(visit.settings)
        async with visit.database.transaction() as tx:
            await print_invoice(tx, media.put, visit.settings.operator, invoice["_id"], clock.now())
        invoice = await visit.look_up(INVOICES)
    visit.note_reading(INVOICES.name, invoice["_id"])
    return visit.render(
        "invoice.html",
        invoice=_with_file(invoice),
        rows=invoice.get("matrix") or [],
        ways=visit.t.options("distribution", get_args(InvoiceChannel)),
        may_send=bool(visit.signed_in.roles & STAFF_AND_ADMINS),
        done=visit.query.get("done"),
    )


async def send_invoice_again(visit: Visit) -> Response:
    """Send an invoice once more, by a channel that was chosen, once it has been shown what follows."""
    invoice = await visit.look_up(INVOICES)
    way = chosen_way(visit)
    here = f"/console/invoices/{invoice['_id']}"

    async def work(tx: Connection) -> str:
        if not await send_again(tx, invoice["_id"], way, clock.now()):
            raise NoSuchPage
        return f"{here}?done=sent"

    async def changes(tx: Connection) -> list[ShownChange]:
        after = await visit.find(tx, INVOICES)
        return [(visit.t("console.delivery"), delivery_text(visit, invoice), delivery_text(visit, after))]

    remark = visit.t("console.invoice.another_copy")
    return await confirmed(visit, "page.send_again", here, "send", work, changes, {"channel": way}, remark=remark)


def _with_file(invoice: Values) -> Values:
    return invoice | {"file": invoice.get("print_document", {}).get("id"), "left": invoice.get("delivery")}
