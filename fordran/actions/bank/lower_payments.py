"""Lower payments: what a payer deducts, for a credit note, is taken from other payments on the same case.

The cases are not touched here: what lowers their payments becomes due, to be settled.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TypedDict

from fordran.actions.bank.match_payments import CaseFound
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert_all

IS_LOWERED = "exists (select 1 from bank_payments l where l.lowered_id = b.id)"
"""Of a bank payment b: something of it has been taken back already, by another."""

IS_DEDUCTED = (
    "exists (select 1 from bank_payments l where l.lowered_id = b.id and l.transaction_id <> b.transaction_id)"
)
"""Of a bank payment b: another transaction, a deduction, has taken something of it."""


async def taken_back(tx: Connection, case: CaseFound) -> list[str]:
    """The payments of which the case's own facts say that something was taken back, by a deduction or a refund."""
    # By itself: cases are cut by account where bank payments are not.
    found: list[str] | None = await tx.fetchval(
        """select array(select fact ->> 'payment' from jsonb_array_elements(k.facts) fact where fact ->> 'kind' = 'deduction')
           from cases k where k.account_id = $1 and k.id = $2""",
        case.account,
        case.case,
    )
    return found or []


class DeductionRow(TypedDict):
    """A deduction that lowers payments."""

    id: str
    booking_date: date


class _WaitingDeductionRow(DeductionRow):
    entry: str
    amount: int


async def lower_payments(tx: Connection, deductions: Sequence[tuple[str, CaseFound]]) -> int:
    """Lower what the same booking pays on a deduction's case; return how many deductions were taken so. The others wait.

    A booking comes whole in whatever file it comes, so this does not depend on what was read before.
    """
    lowered = 0
    for transaction, case in deductions:
        row = await fetch_row(
            tx,
            _WaitingDeductionRow,
            "select id, entry, amount, booking_date from bank_transactions where id = $1 and status = 'suspense'",
            transaction,
        )
        if row is not None and await _lower(tx, row, case):
            lowered += 1
    return lowered


async def _lower(tx: Connection, row: _WaitingDeductionRow, case: CaseFound) -> bool:
    payments = await tx.fetch(
        """select b.id, b.amount + coalesce((select sum(l.amount) from bank_payments l where l.lowered_id = b.id), 0)::bigint
                  as amount
           from bank_transactions t join bank_payments b on b.transaction_id = t.id
           where t.entry = $1 and b.account_id = $2 and b.case_id = $3 and b.amount > 0 and b.recalled_on is null
           order by t.key""",
        row["entry"],
        case.account,
        case.case,
    )
    parts = spread(-row["amount"], [(payment["id"], payment["amount"]) for payment in payments])
    if parts is None:
        return False
    await take_from(tx, row, case, parts, was_in_suspense=False)
    await tx.execute(
        "update bank_transactions set status = 'matched', reason = null, suspense_amount = 0 where id = $1",
        row["id"],
    )
    return True


def spread(amount: int, payments: Sequence[tuple[str, int]]) -> list[tuple[str, int]] | None:
    """The amounts to take from each payment, in order, to make up a sum; None if they are too small.

    >>> spread(150, [("a", 100), ("b", 100)]), spread(150, [("a", 100)])
    ([('a', 100), ('b', 50)], None)
    """
    taken = []
    for id_, there in payments:
        if amount and there:
            taken.append((id_, min(amount, there)))
            amount -= taken[-1][1]
    return None if amount else taken


async def take_from(
    tx: Connection, deduction: DeductionRow, case: CaseFound, parts: Sequence[tuple[str, int]], *, was_in_suspense: bool
) -> None:
    """Let a deduction lower payments on a case."""
    rows = [
        {
            "id": new_id(),
            "transaction_id": deduction["id"],
            "account_id": case.account,
            "creditor_id": case.creditor,
            "case_id": case.case,
            "amount": -amount,
            "booking_date": deduction["booking_date"],
            "was_in_suspense": was_in_suspense,
            "lowered_id": payment,
        }
        for payment, amount in parts
    ]
    await insert_all(tx, "bank_payments", rows)
