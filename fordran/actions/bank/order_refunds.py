"""Order refunds: what reached us and was not owed goes back to its payer, with the payouts, where an account is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypedDict

import orjson

from fordran.actions.bank.journal import lock_bank
from fordran.actions.bank.order import REFUND, SUSPENSE_REFUND, OrderLine, insert_lines
from fordran.actions.bank.refund_payment import book_refunds
from fordran.actions.cases.book import write_changes
from fordran.actions.cases.booking import change_of
from fordran.actions.cases.case_facts import SYSTEM, TakenBack
from fordran.actions.cases.locked_case import LockedCase, lock_cases
from fordran.domain.books.journal import refunded
from fordran.domain.days import next_banking_day
from fordran.domain.payouts.payout import Payee, payee_by_number
from fordran.formats.pain001 import Address, unpayable
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.upkeep.installation import business_day

MESSAGE = "Återbetalning"
CASES_AT_A_TIME = 250


async def order_refunds(tx: Connection, order: str, account: str, now: datetime) -> int:
    """Order the refunds of an account's cases, and book that the money left; how many were."""
    ordered = 0
    last = ""
    while rows := await tx.fetch(
        "select id from cases where account_id = $1 and refund_amount > 0 and id > $2 order by id limit $3",
        account,
        last,
        CASES_AT_A_TIME,
    ):
        last = rows[-1]["id"]
        cases = await lock_cases(tx, account, [row["id"] for row in rows], now)
        ordered += await _order_of_cases(tx, order, cases, now)
    return ordered


async def _order_of_cases(tx: Connection, order: str, cases: Sequence[LockedCase], now: datetime) -> int:
    today = await business_day(tx, now)
    refunds = {case.id: _refunds(case) for case in cases}
    payers = await _payers(tx, [payment for found in refunds.values() for payment in found])
    lines: list[OrderLine] = []
    changes = []
    for case in cases:
        made = [
            line
            for payment, amount in refunds[case.id].items()
            if payment in payers and (line := _line(case, payment, amount, payers[payment], today))
        ]
        if made:
            facts = [_taken_back(case, line, today) for line in made]
            changes.append(change_of(case, facts, now, refunded(sum(line.amount for line in made))))
            lines += made
    if changes:
        await insert_lines(tx, order, lines)
        await write_changes(tx, changes, now)
    return len(lines)


def _refunds(case: LockedCase) -> dict[str, int]:
    """What of each payment is not owed."""
    return {id_: paid.refund for id_, paid in case.before.payments.items() if paid.refund}


@dataclass(frozen=True)
class Payer:
    """Who made a payment, as far as the bank said."""

    name: str
    address: Address
    payee: Payee | None
    ocr_number: str


class _PayerRow(TypedDict):
    id: str
    payer: orjson.Fragment
    kind: str
    customer_name: str
    ocr_number: str


async def _payers(tx: Connection, payments: Sequence[str]) -> dict[str, Payer]:
    """Who made each payment; not of payments that are being taken back."""
    rows = await fetch_rows(
        tx,
        _PayerRow,
        """select b.id, t.payer, f.kind, s.name as customer_name, k.ocr_number
           from bank_payments b join bank_transactions t on t.id = b.transaction_id join bank_files f on f.id = t.file_id
           join cases k on k.account_id = b.account_id and k.id = b.case_id
           join customer_details s
             on s.account_id = k.account_id and s.customer_id = k.customer_id and s.creditor_id = k.creditor_id
           where b.id = any($1::text[]) and not b.is_due and b.recalled_on is null""",
        payments,
    )
    return {row["id"]: _payer(row) for row in rows}


def _payer(row: _PayerRow) -> Payer:
    said = parsed(row["payer"])
    return Payer(
        name=said.get("name") or row["customer_name"],
        address=Address(
            said.get("street") or "",
            said.get("postal_code") or "",
            said.get("town") or "",
            said.get("country") or "SE",
        ),
        # A payer is named by a bankgiro in BgMax, and by its account elsewhere.
        payee=payee_by_number(said.get("account") or "", is_giro=row["kind"] == "BgMax"),
        ocr_number=row["ocr_number"],
    )


def _line(case: LockedCase, payment: str, amount: int, payer: Payer, today: date) -> OrderLine | None:
    if payer.payee is None:
        return None
    line = OrderLine(
        kind=REFUND,
        subject=new_id(),
        amount=amount,
        execution_date=next_banking_day(today),
        name=payer.name,
        address=payer.address,
        payee=payer.payee,
        message=f"{MESSAGE} {payer.ocr_number}",
        account=case.account,
        case=case.id,
        payment=payment,
    )
    return None if unpayable(line.transfer) else line


def _taken_back(case: LockedCase, line: OrderLine, today: date) -> TakenBack:
    """In the case's journal the money is as if it had not come."""
    assert line.payment is not None
    return TakenBack(line.subject, line.payment, today, case.business_now, SYSTEM, line.amount)


class _RefundRow(TypedDict):
    id: str
    amount: int
    name: str
    bank_account: orjson.Fragment


async def order_suspense_refunds(tx: Connection, order: str, now: datetime) -> int:
    """Order the refunds that a person decided on, of money that no case was found for; how many were."""
    await lock_bank(tx)
    rows = await fetch_rows(
        tx, _RefundRow, "select id, amount, name, bank_account from bank_refunds where exported is null order by id"
    )
    today = await business_day(tx, now)
    lines = [line for row in rows if unpayable((line := _suspense_line(row, today)).transfer) is None]
    if lines:
        await insert_lines(tx, order, lines)
        await book_refunds(tx, [line.subject for line in lines], now)
    return len(lines)


def _suspense_line(row: _RefundRow, today: date) -> OrderLine:
    account = parsed(row["bank_account"])
    return OrderLine(
        kind=SUSPENSE_REFUND,
        subject=row["id"],
        amount=row["amount"],
        execution_date=next_banking_day(today),
        name=row["name"],
        address=Address(),
        payee=Payee(account["kind"], account["number"]),
        message=MESSAGE,
    )
