"""Receive a payment in a sandbox: a bank file with one payment, as Bankgirot would have sent it."""

from __future__ import annotations

import io
from dataclasses import dataclass
from datetime import date, datetime

from fordran.actions.bank.store_file import sent_file, store_bank_file
from fordran.actions.cases.registering import find_case
from fordran.actions.sandbox.only_here import check_is_sandbox
from fordran.domain.bank.bank_states import TransactionStatus
from fordran.domain.claims.payment_days import earliest_payment_day, is_payment_day
from fordran.domain.message import Message
from fordran.formats.bgmax_making import make_bgmax
from fordran.formats.making import DemoTransaction, Deposit
from fordran.resources.cases import CASES
from fordran.resources.simulations import SimulatedPaymentInput
from fordran.shape.fields import Refused
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection
from fordran.store.reading.documents import Document
from fordran.store.reading.listing import Query, read_page
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import find, no_such

_SERIAL_DIGITS = 12


@dataclass(frozen=True)
class ReceivedPayment:
    """A payment that the bank reported, and what became of it."""

    case: str
    date: date
    status: TransactionStatus


async def receive_payment(
    tx: Connection, caller: Caller, given: SimulatedPaymentInput, bankgiro: str, now: datetime
) -> ReceivedPayment:
    """Store a bank file with the payment, which is settled afterwards as every bank payment."""
    await check_is_sandbox(tx)
    found = await _case(tx, caller, given)
    case = await find_case(tx, caller, found["_id"], found["creditor"], found["account"], now)
    day = case.today if given.date is None else day_of(given.date)
    if not is_payment_day(day, case.terms.arose, case.today):
        first = earliest_payment_day(case.terms.arose)
        raise Refused({"date": Message("issue.no_payment_day", first=first, last=case.today)})
    serial = str(int(new_id(), 16))[-_SERIAL_DIGITS:]
    receipt = DemoTransaction(given.amount, given.ocr_number or found["ocr_number"], serial=serial)
    deposit = Deposit(bankgiro.replace("-", ""), day, 1, (receipt,))
    content = make_bgmax([deposit], created=case.business_now, test=True)
    stored = await store_bank_file(tx, sent_file(io.BytesIO(content), f"test-{serial}.bgmax"), bankgiro, now)
    return ReceivedPayment(case.id, day, "matched" if stored.counts["matched"] else "suspense")


async def _case(tx: Connection, caller: Caller, given: SimulatedPaymentInput) -> Document:
    """The case that a payment names, as its caller sees it."""
    if given.case is not None:
        item = await find(tx, CASES, caller, given.case)
        if item is None:
            raise Refused({"case": no_such(CASES, given.case)})
        return item.document
    assert given.ocr_number is not None
    page = await read_page(tx, CASES, caller, Query(max_results=1, where={"ocr_number": given.ocr_number}))
    if not page.items:
        raise Refused({"ocr_number": Message("issue.unknown_ocr_number", number=given.ocr_number[:100])})
    return page.items[0]
