"""Note that a creditor paid an operator invoice to the operator's own account."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.payouts.invoice_journal import INVOICE_COLUMNS, book_invoice
from fordran.actions.payouts.net_invoices import open_amount
from fordran.actions.payouts.payout_rows import lock_payouts
from fordran.actions.refusals import Conflict
from fordran.domain.message import Amount, Message
from fordran.resources.operator_invoices import PaidInput
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_the_row
from fordran.store.rows.schema_rows import OperatorInvoiceRow
from fordran.store.upkeep.installation import business_day


async def pay_invoice(tx: Connection, account: str, id_: str, given: PaidInput, now: datetime) -> None:
    """Book the payment of an invoice of an account."""
    today = await business_day(tx, now)
    day = day_of(given.date)
    if day > today:
        raise Refused({"date": Message("issue.known_in_future")})
    # Netting takes the same lock.
    await lock_payouts(tx, account)
    invoice = await fetch_the_row(
        tx,
        OperatorInvoiceRow,
        f"select {INVOICE_COLUMNS} from operator_invoices where account_id = $1 and id = $2 for update",
        account,
        id_,
    )
    if given.amount > (most := open_amount(invoice)):
        raise Conflict("error.operator_invoice_overpaid", open=Amount(max(most, 0)))
    await book_invoice(tx, invoice, "paid", given.amount, day, today, now)
