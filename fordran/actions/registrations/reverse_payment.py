"""Reverse a payment that a creditor reported by mistake: from today on it is as if it had never come."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from fordran.actions.cases.book import book
from fordran.actions.cases.case_facts import CREDITOR_SYSTEM, ReversedPayment
from fordran.actions.cases.locked_case import lock_case
from fordran.actions.refusals import Conflict
from fordran.resources.common import StatusReason
from fordran.resources.creditor_payments import ReversalInput
from fordran.shape.moments import midnight
from fordran.store.connections.database import Connection
from fordran.store.reading.listing import Item
from fordran.store.rows.ids import new_id

REVERSED: Final[StatusReason] = "payment_reversed"


async def reverse_payment(tx: Connection, payment: Item, given: ReversalInput, now: datetime) -> None:
    """Book the opposite of a payment on the business day. What was reported stays in the journal, and its reference taken."""
    shown = payment.document
    case = await lock_case(tx, shown["case"], shown["creditor"], shown["account"], now)
    assert case is not None
    is_reversed = await tx.fetchval(
        "select reversed_date is not null from creditor_payments where account_id = $1 and id = $2",
        case.account,
        shown["_id"],
    )
    if is_reversed:
        raise Conflict("error.payment_reversed_already")
    await book(tx, case, [ReversedPayment(new_id(), shown["_id"], case.today, case.business_now, CREDITOR_SYSTEM)], now)
    await tx.execute(
        """update creditor_payments set revision = revision + 1, updated = greatest(updated, $3), reversed_date = $4,
               reversal_reason = $5, payment_status = 'warning', status_reason_locale = $6, settled_amount = 0
           where account_id = $1 and id = $2""",
        case.account,
        shown["_id"],
        now,
        midnight(case.today),
        given.reason,
        REVERSED,
    )
