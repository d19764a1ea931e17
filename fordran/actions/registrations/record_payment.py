"""Record a payment that the creditor received straight from the customer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from fordran.actions.answer_warnings import status_fields
from fordran.actions.cases.book import CASE_CLOSED, OVERPAID, write_changes
from fordran.actions.cases.booking import change_of
from fordran.actions.cases.case_facts import CREDITOR_SYSTEM, StoredFact
from fordran.actions.cases.locked_case import LockedCase
from fordran.actions.cases.registering import created, find_case
from fordran.domain.claims.facts import PaymentFact
from fordran.domain.claims.payment_days import earliest_payment_day, is_payment_day
from fordran.domain.message import Message
from fordran.resources.common import RecordedStatus, StatusReason
from fordran.resources.creditor_payments import CREDITOR_PAYMENTS, PaymentInput
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import CREDITOR_PAYMENTS_TABLE, NewCreditorPayment
from fordran.store.rows.tally_rows import tally_row


async def record_payment(tx: Connection, caller: Caller, given: PaymentInput, now: datetime) -> Mapping[str, Any]:
    """Replay the case with the payment at its bank date, and book the difference.

    A former creditor reports what a debtor paid in good faith after the claim was assigned: skuldebrevslag (1936:81) 29 §.
    """
    case = await find_case(tx, caller, given.case, given.creditor, given.account, now, or_was=True)
    day = day_of(given.bank_transaction_date)
    _check_day(case, day)
    await _refuse_duplicate(tx, case, given)
    id_ = new_id()
    fact = PaymentFact(
        id_,
        day,
        given.amount,
        reached_us=False,
        ordered_on=None if given.order_date is None else day_of(given.order_date),
        earmark=given.earmark,
    )
    change = change_of(case, [StoredFact(fact, case.business_now, CREDITOR_SYSTEM)], now)
    settled = change.after.payments[id_].settled
    reason: StatusReason | None = CASE_CLOSED if case.is_closed else OVERPAID if settled < given.amount else None
    status: RecordedStatus = "warning" if reason else "completed"
    document: NewCreditorPayment = {
        "account_id": case.account,
        "id": id_,
        "created": now,
        "updated": now,
        "creditor_id": case.creditor,
        "case_id": case.id,
        "amount": given.amount,
        "bank_transaction_date": given.bank_transaction_date,
        "order_date": given.order_date,
        "earmark": given.earmark,
        "creditor_payment_reference": given.creditor_payment_reference,
        "payment_status": status,
        "settled_amount": settled,
        "status_reason_locale": reason,
    }
    tally = tally_row(CREDITOR_PAYMENTS.name, partner=case.partner, account=case.account, creditor=case.creditor)
    await write_changes(tx, [change], now, [CREDITOR_PAYMENTS_TABLE.row(document), tally])
    answer = {"_payment_status": status, "settled_amount": kronor(settled)}
    return created(id_, now) | answer | status_fields(reason)


async def _refuse_duplicate(tx: Connection, case: LockedCase, given: PaymentInput) -> None:
    """Refuse a reference that another payment of the case has. The case is locked, so that nobody records one meanwhile."""
    reference = given.creditor_payment_reference
    if not reference or given.allow_duplicate:
        return
    taken = await tx.fetchval(
        """select id from creditor_payments
           where account_id = $1 and case_id = $2 and creditor_payment_reference = $3 limit 1""",
        case.account,
        case.id,
        reference,
    )
    if taken is not None:
        message = Message("issue.payment_reference_taken", reference=reference[:100], payment=taken)
        raise Refused({"creditor_payment_reference": message})


def _check_day(case: LockedCase, day: date) -> None:
    """Refuse a day that has not come, and one long before the debt arose: interest and closing would follow it."""
    if not is_payment_day(day, case.terms.arose, case.today):
        first = earliest_payment_day(case.terms.arose)
        raise Refused({"bank_transaction_date": Message("issue.no_payment_day", first=first, last=case.today)})
