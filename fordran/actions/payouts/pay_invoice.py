"""Note that a creditor paid an operator invoice to the operator's own account: by a person, or by a bank file of that account."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from fordran.actions.payouts.invoice_journal import INVOICE_COLUMNS, book_invoice
from fordran.actions.payouts.net_invoices import open_amount
from fordran.actions.payouts.payout_rows import lock_payouts
from fordran.actions.refusals import Conflict
from fordran.domain.message import Amount, Message
from fordran.formats.bank import BankPayment
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


@dataclass
class OwnPayments:
    """How many payments of a bank file of the operator's own account were booked, and those that were not."""

    paid: int = 0
    known: int = 0
    """Those that an earlier file had."""
    others: int = 0
    """Those to other accounts, and what is no payment."""
    unmatched: list[BankPayment] = field(default_factory=list)
    """Those that no open invoice of that number takes whole: a person looks at them."""


async def pay_from_file(
    tx: Connection, payments: Iterable[BankPayment], own_account: str, now: datetime
) -> OwnPayments:
    """Book the payments that name an open invoice by its number, and are no more than what is open of it."""
    done, today = OwnPayments(), await business_day(tx, now)
    own = compact_account(own_account)
    for payment in payments:
        if payment.kind != "payment" or own not in (
            compact_account(payment.receiver),
            compact_account(payment.account),
        ):
            done.others += 1
        elif await tx.fetchval(
            "select exists (select 1 from operator_invoice_bookings where bank_key = $1)", payment.key
        ):
            done.known += 1
        elif (invoice := await _paid_by(tx, payment)) is not None:
            await book_invoice(tx, invoice, "paid", payment.amount, payment.booking_date, today, now, payment.key)
            done.paid += 1
        else:
            done.unmatched.append(payment)
    return done


def compact_account(number: str) -> str:
    """An account as it is compared: without blanks and hyphens."""
    return number.replace(" ", "").replace("-", "").upper()


async def _paid_by(tx: Connection, payment: BankPayment) -> OperatorInvoiceRow | None:
    """The invoice that a payment names and does not overpay, locked."""
    numbers = [
        int(one.reference) for one in payment.references if one.reference.isdecimal() and len(one.reference) < 10
    ]
    if len(numbers) != 1:
        return None
    account = await tx.fetchval("select account_id from operator_invoices where number = $1", numbers[0])
    if account is None:
        return None
    await lock_payouts(tx, account)
    invoice = await fetch_the_row(
        tx,
        OperatorInvoiceRow,
        f"select {INVOICE_COLUMNS} from operator_invoices where account_id = $1 and number = $2 for update",
        account,
        numbers[0],
    )
    return invoice if 0 < payment.amount <= open_amount(invoice) else None
