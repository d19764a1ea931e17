"""Operator invoices over HTTP: noting that a creditor paid one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran.actions.payouts.pay_invoice import pay_invoice
from fordran.api.serving.acting import acts_on
from fordran.resources.operator_invoices import OPERATOR_INVOICES, PaidInput
from fordran.store.connections.database import Connection
from fordran.store.reading.listing import Item
from fordran.store.reading.scope import Caller


async def _pay(tx: Connection, _: Caller, invoice: Item, given: PaidInput, now: datetime) -> None:
    await pay_invoice(tx, invoice.document["account"], invoice.document["_id"], given, now)


def _shown(invoice: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: invoice[name] for name in ("settled_amount", "status")}


note_paid = acts_on(OPERATOR_INVOICES, PaidInput, _pay, _shown)
