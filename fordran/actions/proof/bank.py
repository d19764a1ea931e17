"""Verify money that came over the bank: every transaction's chain, where each öre of it is, and that its cases have it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import TypedDict

from fordran.actions.bank.journal import BankBooking, ChainedRow, ReceivedRow, details_of_receipt
from fordran.actions.proof.counts import Tell
from fordran.actions.proof.differences import Discrepancy, differs
from fordran.domain.books.chain import GENESIS
from fordran.domain.books.journal import SUSPENSE
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import BankBookingRow, BankPaymentRow

AT_A_TIME = 2000
LONG_SECONDS = 3600


class _TransactionRow(ChainedRow, ReceivedRow):
    status: str
    suspense_amount: int


_TRANSACTIONS = """
select id, key, kind, booking_date, amount, status, suspense_amount, bookings, head_hash
from bank_transactions where id > $1 order by id limit $2
"""


_BOOKINGS = """
select transaction_id, id, position, at, booked_on, act, details, ledger_accounts, amounts, previous_hash, hash
from bank_bookings where transaction_id = any($1::text[]) order by position
"""


_PAYMENTS = """
select transaction_id, amount, was_in_suspense from bank_payments where transaction_id = any($1::text[]) order by id
"""


async def check_bank(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """Every transaction in turn, then what cases say of payments over the bank."""
    total = await tx.fetchval("select count(*) from bank_transactions")
    done, last = 0, ""
    while rows := await fetch_rows(tx, _TransactionRow, _TRANSACTIONS, last, AT_A_TIME):
        ids = [row["id"] for row in rows]
        bookings: dict[str, list[BankBookingRow]] = defaultdict(list)
        for booking in await fetch_rows(tx, BankBookingRow, _BOOKINGS, ids):
            bookings[booking["transaction_id"]].append(booking)
        payments: dict[str, list[BankPaymentRow]] = defaultdict(list)
        for payment in await fetch_rows(tx, BankPaymentRow, _PAYMENTS, ids):
            payments[payment["transaction_id"]].append(payment)
        for row in rows:
            for found in (
                *_check_chain(row, bookings[row["id"]]),
                *_check_money(row, bookings[row["id"]], payments[row["id"]]),
            ):
                yield found
        done, last = done + len(rows), ids[-1]
        tell("bank transactions", done, total)
    for conflict in await fetch_rows(tx, _ConflictRow, _CONFLICTS, seconds=LONG_SECONDS):
        there = f"otherwise on case {conflict['case_id']}"
        yield Discrepancy("bank_payments", conflict["id"], conflict["what"], conflict["expected"], there)


def _booking_of(row: BankBookingRow) -> BankBooking:
    """A row of the journal as it was made."""
    return BankBooking(
        transaction_id=row["transaction_id"],
        id=row["id"],
        position=row["position"],
        at=row["at"],
        booked_on=row["booked_on"],
        act=row["act"],
        details=parsed(row["details"]),
        ledger_accounts=row["ledger_accounts"],
        amounts=row["amounts"],
        previous_hash=row["previous_hash"],
    )


def _check_chain(row: _TransactionRow, bookings: Sequence[BankBookingRow]) -> Iterator[Discrepancy]:
    head = GENESIS
    for position, booking in enumerate(bookings, 1):
        id_ = booking["id"]
        yield from differs("bank_bookings", id_, "position", position, booking["position"])
        yield from differs("bank_bookings", id_, "previous_hash", head, booking["previous_hash"])
        yield from differs("bank_bookings", id_, "hash", _booking_of(booking).hash, booking["hash"])
        yield from differs("bank_bookings", id_, "sum of postings", 0, sum(booking["amounts"]))
        head = booking["hash"]
    yield from differs("bank_transactions", row["id"], "bookings", len(bookings), row["bookings"])
    yield from differs("bank_transactions", row["id"], "head_hash", head, row["head_hash"])
    if bookings and bookings[0]["act"] == "received":
        expected, booked = details_of_receipt(row), parsed(bookings[0]["details"])
        yield from differs("bank_transactions", row["id"], "what was booked of it", booked, expected)


def _check_money(
    row: _TransactionRow, bookings: Sequence[BankBookingRow], payments: Sequence[BankPaymentRow]
) -> Iterator[Discrepancy]:
    """The suspense account equals its bookings, and the parts of a transaction add up to it."""
    booked = -sum(
        amount
        for booking in bookings
        for account, amount in zip(booking["ledger_accounts"], booking["amounts"], strict=True)
        if account == SUSPENSE
    )
    left = sum(payment["amount"] for payment in payments if payment["was_in_suspense"])
    yield from differs("bank_transactions", row["id"], "suspense_amount", booked - left, row["suspense_amount"])
    on_cases = sum(payment["amount"] for payment in payments)
    if row["status"] in ("matched", "suspense", "to_refund") and row["kind"] in ("payment", "deduction"):
        yield from differs("bank_transactions", row["id"], "amount", on_cases + row["suspense_amount"], row["amount"])
    elif row["status"] in ("withdrawn", "duplicate"):
        yield from differs("bank_transactions", row["id"], "what of it is on cases", 0, on_cases)


class _ConflictRow(TypedDict):
    case_id: str
    id: str
    what: str
    expected: str | None


# Payments that their case's journal does not have as they are, and those that only a journal has.
_CONFLICTS = """
with told as (
    select k.account_id, k.id as case_id, fact ->> 'id' as id, (fact ->> 'amount')::bigint
               * case when fact ->> 'kind' = 'payment' then 1 else -1 end as amount
    from cases k cross join jsonb_array_elements(k.facts) fact
    where fact ->> 'origin' = 'bank' and fact ->> 'kind' in ('payment', 'deduction')
      and not k.facts @> jsonb_build_array(jsonb_build_object('kind', 'registration_deletion', 'fact', fact ->> 'id'))),
recalled as (
    select k.id as case_id, fact ->> 'payment' as id, (fact ->> 'date')::date as day
    from cases k cross join jsonb_array_elements(k.facts) fact
    where fact ->> 'origin' = 'bank' and fact ->> 'kind' = 'recall')
select coalesce(b.case_id, t.case_id) as case_id, coalesce(b.id, t.id) as id, 'amount' as what,
       b.amount::text as expected
from bank_payments b full join told t on t.id = b.id and t.account_id = b.account_id and t.case_id = b.case_id
where coalesce(b.is_booked, true) and t.amount is distinct from b.amount
union all
select coalesce(b.case_id, r.case_id), coalesce(b.id, r.id), 'recalled_on', b.recalled_on::text
from bank_payments b full join recalled r on r.id = b.id and r.case_id = b.case_id
where coalesce(not b.is_due, true) and r.day is distinct from b.recalled_on
"""
