"""Invoices of the operator to creditors: a list with their documents, and how each leaves, for staff and for those billed."""

from __future__ import annotations

import asyncio

from starlette.responses import Response

from fordran import clock
from fordran.actions.delivery.send_again import send_to_creditor
from fordran.actions.outbox.queue_to_creditor import CreditorDocument, ToCreditor
from fordran.actions.payouts.pay_invoice import OwnPayments, pay_from_file
from fordran.console.form_acts import ShownChange, confirmed
from fordran.console.listing import listed
from fordran.console.payouts import creditor_names
from fordran.console.sending import chosen_way, delivery_text
from fordran.console.who import FINANCE, STAFF
from fordran.domain.kinds.channels import TO_CREDITORS
from fordran.formats.bank import BadBankFile
from fordran.formats.recognise import read_bank_file
from fordran.resources.operator_invoices import OPERATOR_INVOICES
from fordran.store.connections.database import Connection
from fordran.store.upkeep.installation import read_installation
from fordran.web.visit import Visit

WAYS = tuple(way for way in TO_CREDITORS if way != "none")
"""The channels that reach creditors."""


async def operator_invoices_page(visit: Visit) -> Response:
    """All that the visitor may see, the newest first."""
    return await shown_invoices(visit)


async def shown_invoices(visit: Visit, wrong: str = "", read: OwnPayments | None = None, status: int = 200) -> Response:
    """The list, with what became of a bank file, or what is wrong with it."""
    async with visit.database.connection() as connection:
        found, pager = await listed(visit, connection, OPERATOR_INVOICES, None)
        names = await creditor_names(visit, connection, found)
    return visit.render(
        "operator_invoices.html",
        status,
        invoices=found,
        names=names,
        pager=pager,
        may_read=bool(visit.signed_in.roles & FINANCE),
        wrong=wrong,
        read=read,
    )


async def read_own_payments(visit: Visit) -> Response:
    """Note which invoices are paid, by a bank file of the operator's own account. The same file may come again."""
    file = visit.form.files.get("file")
    if file is None:
        return await shown_invoices(visit, visit.t("console.bank.choose_file"), status=422)
    async with visit.database.connection() as connection:
        sandbox = (await read_installation(connection)).sandbox
    try:
        # The whole file, before anything of it counts.
        payments = await asyncio.to_thread(lambda: list(read_bank_file(file.file, sandbox=sandbox)))
    except BadBankFile as bad:
        return await shown_invoices(visit, str(bad), status=422)
    async with visit.database.transaction() as tx:
        done = await pay_from_file(tx, payments, visit.settings.operator.own_account, clock.now())
    return await shown_invoices(visit, read=done)


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
