"""Order payouts: put what can be paid to an account's creditors into an order to the bank, and book that it left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from fordran import clock
from fordran.actions.bank.order import PAYOUT, OrderLine, insert_lines
from fordran.actions.keep_file import Put
from fordran.actions.payouts.journal import EXPORTED, book_payouts
from fordran.actions.payouts.payout_rows import PAYOUT_COLUMNS, PayoutRow, lock_payouts
from fordran.actions.payouts.print_commission import PrintedCommission, print_commission
from fordran.actions.payouts.terms import PaidCreditor, paid_creditors
from fordran.domain.days import next_banking_day
from fordran.domain.payouts.gathering import NotReady, not_ready
from fordran.formats.pain001 import Address, unpayable
from fordran.operator import Operator
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change
from fordran.store.upkeep.installation import business_day, read_installation

UNPAYABLE: NotReady = "payee_unpayable"


async def order_payouts(tx: Connection, put: Put, operator: Operator, order: str, account: str, now: datetime) -> int:
    """Order every payout of an account that is ready; how many were."""
    await lock_payouts(tx, account)
    today = await business_day(tx, now)
    ordered = await _payable(tx, account, today, now)
    await insert_lines(tx, order, [payout.line for payout in ordered])
    for payout in ordered:
        if payout.row["finance_category"] == "creditor_commission":
            paid_on = payout.line.execution_date
            payout.document = await print_commission(
                tx, put, operator, payout.creditor, payout.row, paid_on, today, now
            )
    await _note_ordered(tx, order, account, ordered, operator.bank_account, now)
    await book_payouts(tx, [payout.row for payout in ordered], EXPORTED, today, now)
    return len(ordered)


@dataclass
class _Ordered:
    """A payout that is being ordered."""

    row: PayoutRow
    creditor: PaidCreditor
    line: OrderLine
    document: PrintedCommission | None = None
    """Of commission: the document that is made as it is paid."""


async def _payable(tx: Connection, account: str, today: date, now: datetime) -> list[_Ordered]:
    """The payouts that are ready. One that cannot be paid after all is noted as such."""
    rows = await fetch_rows(
        tx,
        PayoutRow,
        f"""select {PAYOUT_COLUMNS} from payouts where account_id = $1 and ready_for_payout and payout_date is null
            order by id for update""",
        account,
    )
    creditors = await paid_creditors(tx, account, list({row["creditor_id"] for row in rows}))
    payable = []
    for row in rows:
        creditor = creditors[row["creditor_id"]]
        # The creditor may have changed its account since the payout was prepared.
        reason = not_ready(None, creditor.payee)
        line = None if reason else _line(creditor, row, today)
        if line is None or unpayable(line.transfer):
            waits = {"ready_for_payout": False, "not_ready_reason": reason or UNPAYABLE}
            await change(tx, "payouts", {"account_id": account, "id": row["id"]}, waits, now)
        else:
            payable.append(_Ordered(row, creditor, line))
    return payable


def _line(creditor: PaidCreditor, payout: PayoutRow, today: date) -> OrderLine:
    payee, address = creditor.payee, creditor.address
    assert payee is not None, "it has been looked at"
    return OrderLine(
        kind=PAYOUT,
        subject=payout["id"],
        amount=payout["amount"] + payout["vat_amount"],
        execution_date=next_banking_day(max(payout["pay_on"], today)),
        name=creditor.name,
        address=Address(address["address_line_1"], address["zip_code"], address["city"], address["country"]),
        payee=payee,
        message=payout["payout_reference"],
        account=creditor.account,
    )


_ORDERED = """
with given as (
    select * from jsonb_to_recordset($1)
    as given (id text, document_number integer, document_id text, event_id text, told jsonb)),
event as (
    insert into events (account_id, id, created, creditor_id, type, data)
    select p.account_id, g.event_id, $3, p.creditor_id, 'payout.exported', g.told
    from given g join payouts p on p.account_id = $2 and p.id = g.id)
update payouts p set revision = p.revision + 1, updated = greatest(p.updated, $3), bank_payout_request = $4, payout_date = $5,
    banking_account = $6, document_number = g.document_number, document_id = g.document_id,
    bank_account = shown_bank_account(d.payout_details)
from given g, creditors d
where p.account_id = $2 and p.id = g.id and d.account_id = p.account_id and d.id = p.creditor_id
"""


async def _note_ordered(
    tx: Connection,
    order: str,
    account: str,
    ordered: Sequence[_Ordered],
    paid_from: str,
    now: datetime,
) -> None:
    """The payouts say that and how they were paid; their specifications show the same. Clients hear of it."""
    if not ordered:
        return
    installation = await read_installation(tx)
    rows = [
        {
            "id": payout.row["id"],
            "document_number": payout.document and payout.document.number,
            "document_id": payout.document and payout.document.file,
            "event_id": new_id(),
            "told": told_of(payout.row) | {"bank_payout_request": order},
        }
        for payout in ordered
    ]
    paid_at = clock.business(now, installation.clock_offset_days)
    await tx.execute(_ORDERED, rows, account, now, order, paid_at, paid_from)


def told_of(payout: PayoutRow) -> dict[str, Any]:
    """What clients hear of a payout that is paid."""
    return {
        "payout": payout["id"],
        "payout_reference": payout["payout_reference"],
        "finance_category": payout["finance_category"],
        "total_amount": kronor(payout["amount"] + payout["vat_amount"]),
    }


async def accounts_to_pay(tx: Connection, after: str = "") -> Sequence[str]:
    """The accounts, in order, that have something to be paid: payouts that are ready, or refunds of cases."""
    rows = await tx.fetch(
        """select account_id from payouts where ready_for_payout and payout_date is null and account_id > $1
           union select account_id from refunds where status = 'ordered' and account_id > $1 order by account_id""",
        after,
    )
    return [row["account_id"] for row in rows]
