"""Order refunds at the bank: what is to go back to payers leaves with the payouts, and is booked as having left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import TypedDict

import orjson

from fordran.actions.approvals.four_eyes import NO_ACCOUNT, Approved, approved, what_hash
from fordran.actions.bank.journal import lock_bank
from fordran.actions.bank.order import REFUND, SUSPENSE_REFUND, OrderLine, insert_lines
from fordran.actions.bank.refund_payment import book_refunds
from fordran.actions.cases.book import write_changes
from fordran.actions.cases.booking import change_of
from fordran.actions.cases.case_facts import SYSTEM, ReversedPayment
from fordran.actions.cases.locked_case import LockedCase, lock_cases
from fordran.actions.payers import MESSAGE, KnownPayer, payers_of
from fordran.domain.books.journal import refunded
from fordran.domain.days import next_banking_day
from fordran.domain.payouts.payout import Payee
from fordran.formats.pain001 import PartyAddress, unpayable
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import BankRefundRow
from fordran.store.upkeep.installation import business_day

CASES_AT_A_TIME = 250


async def order_refunds(tx: Connection, order: str, account: str, now: datetime, *, takes_two: bool) -> int:
    """Order the refunds of an account's cases, and book that the money left; return their number.

    Where it `takes_two`, one to an account that somebody entered waits until a second person has approved it.
    """
    ordered = 0
    last = ""
    while rows := await tx.fetch(
        """select distinct case_id from refunds where account_id = $1 and status = 'ordered' and case_id > $2
             and bank_account ->> 'kind' is distinct from 'swish'
           order by case_id limit $3""",
        account,
        last,
        CASES_AT_A_TIME,
    ):
        last = rows[-1]["case_id"]
        cases = await lock_cases(tx, account, [row["case_id"] for row in rows], now)
        ordered += await _order_of_cases(tx, order, account, cases, now, takes_two=takes_two)
    return ordered


class _OrderedRow(TypedDict):
    id: str
    case_id: str
    payment_id: str
    amount: int
    name: str
    bank_account: orjson.Fragment
    is_automatic: bool


async def _order_of_cases(
    tx: Connection, order: str, account: str, cases: Sequence[LockedCase], now: datetime, *, takes_two: bool
) -> int:
    today = await business_day(tx, now)
    # Read once the cases are locked: nobody changes them any more.
    rows = await fetch_rows(
        tx,
        _OrderedRow,
        """select id, case_id, payment_id, amount, name, bank_account, is_automatic from refunds
           where account_id = $1 and case_id = any($2::text[]) and status = 'ordered'
             and bank_account ->> 'kind' is distinct from 'swish' order by id""",
        account,
        [case.id for case in cases],
    )
    if takes_two:
        given = await approved(tx, account, "refund", [row["id"] for row in rows])
        rows = [row for row in rows if row["is_automatic"] or _is_approved(given, row)]
    payers = await payers_of(tx, {row["payment_id"] for row in rows})
    made = {case.id: _lines(case, rows, payers, today) for case in cases}
    lines = [line for of_case in made.values() for line in of_case]
    if lines:
        await insert_lines(tx, order, lines)
        await _note_exported(tx, order, account, lines, now)
        await write_changes(
            tx,
            [
                change_of(
                    case,
                    [_taken_back(case, line, today) for line in made[case.id]],
                    now,
                    refunded(sum(line.amount for line in made[case.id]), next_banking_day(today)),
                )
                for case in cases
                if made[case.id]
            ],
            now,
        )
    return len(lines)


def _is_approved(given: Approved, row: _OrderedRow | BankRefundRow) -> bool:
    return given.covers(row["id"], row["amount"], what_hash(row["name"], parsed(row["bank_account"])))


def _lines(
    case: LockedCase, rows: Sequence[_OrderedRow], payers: Mapping[str, KnownPayer], today: date
) -> list[OrderLine]:
    """The amount that goes back from a case, without payments that the bank is about to recall."""
    made = [
        _line(case, row, payers[row["payment_id"]], today)
        for row in rows
        if row["case_id"] == case.id and payers[row["payment_id"]].is_settled
    ]
    return [line for line in made if unpayable(line.transfer) is None]


def _line(case: LockedCase, row: _OrderedRow, payer: KnownPayer, today: date) -> OrderLine:
    account = parsed(row["bank_account"])
    return OrderLine(
        kind=REFUND,
        subject=row["id"],
        amount=row["amount"],
        execution_date=next_banking_day(today),
        name=row["name"],
        # Where the payer lives is the bank's word for the account that it was paid from, and nobody's for another.
        address=payer.address if row["name"] == payer.name else PartyAddress(),
        payee=Payee(account["kind"], account["number"]),
        message=f"{MESSAGE} {payer.ocr_number}",
        account=case.account,
        case=case.id,
        payment=row["payment_id"],
    )


async def _note_exported(tx: Connection, order: str, account: str, lines: Sequence[OrderLine], now: datetime) -> None:
    await tx.execute(
        """update refunds set revision = revision + 1, updated = $4, status = 'exported', order_id = $3
           where account_id = $1 and id = any($2::text[])""",
        account,
        [line.subject for line in lines],
        order,
        now,
    )


def _taken_back(case: LockedCase, line: OrderLine, today: date) -> ReversedPayment:
    """In the case's journal the money is as if it had not come."""
    assert line.payment is not None
    return ReversedPayment(line.subject, line.payment, today, case.business_now, SYSTEM, line.amount, is_refund=True)


async def order_suspense_refunds(tx: Connection, order: str, now: datetime, *, takes_two: bool) -> int:
    """Order the refunds that a person decided on, of money without a case; return their number."""
    await lock_bank(tx)
    rows = await fetch_rows(
        tx, BankRefundRow, "select id, amount, name, bank_account from bank_refunds where exported is null order by id"
    )
    if takes_two:
        given = await approved(tx, NO_ACCOUNT, "suspense_refund", [row["id"] for row in rows])
        rows = [row for row in rows if _is_approved(given, row)]
    today = await business_day(tx, now)
    lines = [line for row in rows if unpayable((line := _suspense_line(row, today)).transfer) is None]
    if lines:
        await insert_lines(tx, order, lines)
        await book_refunds(tx, [line.subject for line in lines], now)
    return len(lines)


def _suspense_line(row: BankRefundRow, today: date) -> OrderLine:
    account = parsed(row["bank_account"])
    return OrderLine(
        kind=SUSPENSE_REFUND,
        subject=row["id"],
        amount=row["amount"],
        execution_date=next_banking_day(today),
        name=row["name"],
        address=PartyAddress(),
        payee=Payee(account["kind"], account["number"]),
        message=MESSAGE,
    )
