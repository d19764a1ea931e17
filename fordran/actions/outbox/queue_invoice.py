"""Queue an invoice: the row that says how it leaves, made in the transaction that registers it."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import NamedTuple

from fordran import clock
from fordran.domain.kinds.channels import ContactDetails, Distribution
from fordran.domain.service.delivery import choose
from fordran.resources.invoices import InvoiceType
from fordran.store.rows.schema_rows import DELIVERIES_TABLE
from fordran.store.rows.tables import NewRow


class ToDeliver(NamedTuple):
    """An invoice that is registered, as far as its delivery depends on it and its creditor alone."""

    account: str
    creditor: str
    case: str
    invoice: str
    kind: InvoiceType
    preferred: str | None
    creditors: Distribution | None
    invoice_day: date
    business_now: datetime
    is_held: bool = False
    """Whether it waits until somebody releases it."""
    delay_minutes: int = 0
    """How long it can be voided before it leaves."""


def queued_invoice(
    invoice: ToDeliver, customer: str, reach: ContactDetails, customers: Distribution | None, now: datetime
) -> NewRow:
    """The row of its delivery: by what it leaves, and when: after the creditor's delay, and not before its invoice date."""
    chosen = choose(invoice.preferred, customers, invoice.creditors, reach)
    leaves = max(
        invoice.business_now + timedelta(minutes=invoice.delay_minutes), clock.start_of_day(invoice.invoice_day)
    )
    return DELIVERIES_TABLE.row(
        {
            "account_id": invoice.account,
            "id": invoice.invoice,
            "created": now,
            "updated": now,
            "creditor_id": invoice.creditor,
            "customer_id": customer,
            "case_id": invoice.case,
            "kind": invoice.kind,
            "invoice_id": invoice.invoice,
            "envelope_id": None,
            "channel": chosen.ways[0] if chosen.ways else "none",
            "ways": list(chosen.ways[1:]),
            "status": "not_ours" if not chosen.ways else "held" if invoice.is_held else "queued",
            "first_attempt": None,
            "next_attempt": leaves,
            "queued": invoice.business_now,
            "reason": chosen.remark,
            "made": None,
        }
    )
