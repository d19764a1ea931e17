"""Follow refunds that have left: those that the bank sent back, and those whose payment it took back afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict

from fordran.actions.cases.locked_case import LockedCase
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.note_event import note_events
from fordran.domain.bank.refunds import GONE
from fordran.domain.message import Message
from fordran.formats.bank import BankPayment
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.schema_rows import RefundRow


async def claim_refunds(tx: Connection, cases: Sequence[LockedCase], payments: Sequence[str], now: datetime) -> None:
    """Claim back refunds of recalled payments: the payer owes us the refund, and a person handles it."""
    if not payments:
        return
    rows = await tx.fetch(
        """update refunds set revision = revision + 1, updated = $3, status = 'claimed', claimed_amount = amount
           where account_id = $1 and payment_id = any($2::text[]) and case_id = any($4::text[]) and use_for_id is null
             and status = any($5::text[])
           returning case_id""",
        cases[0].account,
        payments,
        now,
        [case.id for case in cases],
        GONE,
    )
    claimed = {row["case_id"] for row in rows}
    for case in cases:
        if case.id in claimed:
            await put_on_work_list(tx, case, "refund_claimed", Message("work.refund_paid_twice"), now)


class _ReturnedRow(TypedDict):
    id: str
    case_id: str
    payment_id: str
    amount: int
    returned_id: str


async def note_returned(
    tx: Connection, cases: Sequence[LockedCase], transactions: Sequence[str], now: datetime
) -> dict[str, str]:
    """Refunds that these transactions brought back are owed again; clients hear of it. Which refunds, and by which."""
    rows = await fetch_rows(
        tx,
        _ReturnedRow,
        """update refunds set revision = revision + 1, updated = $3,
               status = case when status = 'exported' then 'returned' else status end
           where account_id = $1 and case_id = any($4::text[]) and returned_id = any($2::text[])
           returning id, case_id, payment_id, amount, returned_id""",
        cases[0].account if cases else "",
        transactions,
        now,
        [case.id for case in cases],
    )
    by_id = {case.id: case for case in cases}
    events = [
        by_id[row["case_id"]].event(
            "refund.returned",
            {
                "refund": row["id"],
                "payment": row["payment_id"],
                "amount": kronor(row["amount"]),
                "bank_transaction": row["returned_id"],
            },
        )
        for row in rows
    ]
    await note_events(tx, events, now)
    return {row["id"]: row["returned_id"] for row in rows}


async def cases_of_returned(tx: Connection, payments: Sequence[BankPayment]) -> dict[int, tuple[str, str, str]]:
    """The cases of refunds that payments bring back, by the places of these: account, creditor and case.

    A refund comes back by the reference that we gave it, in full and once.
    """
    wanted = {payment.own_reference: index for index, payment in enumerate(payments) if payment.is_returned}
    if not wanted:
        return {}
    rows = await fetch_rows(
        tx,
        RefundRow,
        """select id, account_id, creditor_id, case_id, amount from refunds
           where id = any($1::text[]) and order_id is not null and returned_id is null""",
        list(wanted),
    )
    return {
        wanted[row["id"]]: (row["account_id"], row["creditor_id"], row["case_id"])
        for row in rows
        if payments[wanted[row["id"]]].amount == row["amount"]
    }


async def keep_returned(tx: Connection, file: str) -> None:
    """Let the refunds that a file brings back, as read into `incoming`, name the transactions that do."""
    # Refunds lie with their accounts, and what the bank says does not; so the two are not asked together.
    returned = await tx.fetch(
        """select b.account_id, t.own_reference, b.case_id, t.id, t.amount
           from incoming i join bank_transactions t on t.key = i.key join bank_payments b on b.transaction_id = t.id
           where i.is_returned and t.file_id = $1 and t.status = 'matched'""",
        file,
    )
    if returned:
        await tx.executemany(
            """update refunds set returned_id = $4, revision = revision + 1
               where account_id = $1 and id = $2 and case_id = $3 and amount = $5 and returned_id is null""",
            [tuple(row) for row in returned],
        )
