"""Reversals over HTTP: a payment that a creditor reported by mistake."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran.actions.answer_warnings import status_fields
from fordran.actions.registrations.reverse_payment import reverse_payment
from fordran.api.serving.acting import acts_on
from fordran.resources.creditor_payments import CREDITOR_PAYMENTS, ReversalInput
from fordran.store.connections.database import Connection
from fordran.store.reading.listing import Item
from fordran.store.reading.scope import Caller


async def _reverse(tx: Connection, _: Caller, payment: Item, given: ReversalInput, now: datetime) -> None:
    await reverse_payment(tx, payment, given, now)


def _shown(payment: Mapping[str, Any]) -> Mapping[str, Any]:
    outcome = {name: payment[name] for name in ("_payment_status", "settled_amount")}
    return outcome | status_fields(payment["status_reason_locale"])


post_reversal = acts_on(CREDITOR_PAYMENTS, ReversalInput, _reverse, _shown)
