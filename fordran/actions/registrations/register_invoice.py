"""Register an invoice: customer, invoice, payment reference and case; or a credit invoice, which credits the case of another.

What the body refers to is looked up in look_up.py; what is made of it is in new_invoice.py and credit_invoice.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.registrations.credit_invoice import credit_invoice
from fordran.actions.registrations.customer_data import customer_data
from fordran.actions.registrations.customer_details import reach_of, stored
from fordran.actions.registrations.customers import match_or_make
from fordran.actions.registrations.look_up import customer_in, look_up
from fordran.actions.registrations.new_invoice import new_invoice
from fordran.actions.registrations.sent_invoice import sent_invoice
from fordran.actions.violations import refusing
from fordran.resources.invoice_registrations import InvoiceRegistrationInput
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.tables import NewRow, insert_rows


async def register_invoice(
    tx: Connection, caller: Caller, given: InvoiceRegistrationInput, now: datetime, report: dict[str, Any] | None = None
) -> Mapping[str, Any]:
    """Register what a creditor's system sent. `report` is the file import that it came with, if any."""
    data = customer_data(given.customer, given.invoice_date, clock.stockholm_date(now))
    sent = sent_invoice(given, report)
    row = await look_up(tx, caller, given.account, given.creditor, data)
    made: list[NewRow] = []
    if given.invoice_type == "credit_invoice":
        new, customer, details = await credit_invoice(tx, sent, row, now)
    else:
        found = customer_in(row)
        details = stored(found["told"]) if found else None
        customer, made = await match_or_make(tx, given.account, row["partner_id"], given.creditor, data, found, now)
        new = new_invoice(sent, row, row["serial"], customer, data.is_business_of(found), now)
    with refusing({"invoice_number": sent.number}):
        queued = new.delivery(customer, reach_of(data, details), details, now)
        await insert_rows(tx, [*made, *new.rows, *queued])
    return new.answer
