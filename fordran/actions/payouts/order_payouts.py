"""Order payouts: put what can be paid to an account's creditors into an order to the bank, and book that it left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from fordran import clock
from fordran.actions.approvals.four_eyes import Approved, approved, what_hash
from fordran.actions.bank.order import PAYOUT, OrderLine, insert_lines, orderer_of
from fordran.actions.keep_file import Put
from fordran.actions.payouts.approvals import GivenRow, approvals_given, lapsed_if_moved, standing
from fordran.actions.payouts.journal import EXPORTED, book_payouts
from fordran.actions.payouts.payout_rows import PAYOUT_COLUMNS, lock_payouts
from fordran.actions.payouts.print_commission import PrintedCommission, print_commission
from fordran.actions.payouts.terms import Paid, PaidCreditor, those_paid
from fordran.actions.put_aside import FailedJob, put_aside, take_up_creditors
from fordran.domain.days import ONE_DAY, next_banking_day
from fordran.domain.payouts.gathering import NotReady
from fordran.domain.payouts.payout import Payee, own_payee
from fordran.formats.pain001 import PartyAddress, names_all, unpayable
from fordran.operator import Operator
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.connections.savepoints import SavepointRolledBack, part
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import PayoutRow
from fordran.store.upkeep.installation import business_day, read_installation

UNPAYABLE: NotReady = "payee_unpayable"


async def order_payouts(
    tx: Connection, put: Put, operator: Operator, order: str, account: str, now: datetime, *, takes_two: bool
) -> int:
    """Order every payout of an account that is ready; return their number.

    Where it `takes_two`, nothing is paid to a changed account before a second person has approved it and a banking day is over.
    """
    await lock_payouts(tx, account)
    today = await business_day(tx, now)
    ordered = [
        payout
        for payout in await _payable(tx, account, operator, today, now, takes_two=takes_two)
        if await _has_its_document(tx, put, operator, payout, today, now)
    ]
    net_transfers(ordered)
    for payout in ordered:
        # A transfer that was rejected keeps its id, and another try is another transfer.
        if payout.line.attempt is not None and payout.line.transfer_id is None:
            payout.line = replace(payout.line, transfer_id=new_id())
    await insert_lines(tx, order, [payout.line for payout in ordered])
    await _note_ordered(tx, order, account, ordered, operator.bank_account, now)
    await book_payouts(tx, [payout.row for payout in ordered], EXPORTED, today, now)
    return len(ordered)


@dataclass
class _Ordered:
    """A payout that is being ordered."""

    row: PayoutRow
    paid: Paid
    line: OrderLine
    document: PrintedCommission | None = None
    """Of commission: the document that is made as it is paid."""


async def _has_its_document(
    tx: Connection, put: Put, operator: Operator, payout: _Ordered, today: date, now: datetime
) -> bool:
    """Whether the payout has the document that is made as it is paid, if one is: without it, it waits for the next order."""
    creditor = payout.paid
    if payout.row["document_id"] is not None:
        return True
    if not isinstance(creditor, PaidCreditor) or payout.row["finance_category"] != "creditor_commission":
        return True
    thing = FailedJob(creditor.account, creditor.id, f"payout {payout.row['id']}")
    paid_on = payout.line.execution_date
    try:
        async with part(tx):
            payout.document = await print_commission(tx, put, operator, creditor, payout.row, paid_on, today, now)
    except SavepointRolledBack as undone:
        await put_aside(tx, thing, f"its document cannot be printed: {undone}", now)
        return False
    await take_up_creditors(tx, thing.account, [thing.creditor], thing.name, now)
    return True


async def _payable(
    tx: Connection, account: str, operator: Operator, today: date, now: datetime, *, takes_two: bool
) -> list[_Ordered]:
    """The payouts that are ready. One that cannot be paid after all is noted as such."""
    rows = await fetch_rows(
        tx,
        PayoutRow,
        f"""select {PAYOUT_COLUMNS} from payouts where account_id = $1 and ready_for_payout and payout_date is null
            order by id for update""",
        account,
    )
    those = await those_paid(tx, account, {row["creditor_id"] for row in rows})
    payable = []
    given = await approvals_given(tx, account, [row["id"] for row in rows])
    accounts = await approved(tx, account, "payout_account", list(filter(None, those))) if takes_two else None
    for row in rows:
        paid = those[row["creditor_id"]]
        if accounts is not None and isinstance(paid, PaidCreditor) and not _may_be_paid_to(paid, accounts, today):
            continue
        if not await _is_approved(tx, paid, row, given[row["id"]], now):
            continue
        # The creditor may have changed its account since the payout was prepared.
        reason = paid.not_ready(None)
        line = None if reason else _line(paid, row, operator, today)
        if line is None or unpayable(line.transfer):
            waits = {"ready_for_payout": False, "not_ready_reason": reason or UNPAYABLE}
            await change(tx, "payouts", {"account_id": account, "id": row["id"]}, waits, now)
        else:
            payable.append(_Ordered(row, paid, line))
    return payable


def _may_be_paid_to(paid: PaidCreditor, accounts: Approved, today: date) -> bool:
    """Whether the creditor's account is the one that it had, or a changed one that is approved and a banking day old."""
    changed = paid.account_changed
    if changed is None:
        return True
    is_over = today >= next_banking_day(changed + ONE_DAY)
    return is_over and accounts.covers(paid.id, 0, what_hash(None, paid.shown_account, changed))


async def _is_approved(tx: Connection, paid: Paid, payout: PayoutRow, given: Sequence[GivenRow], now: datetime) -> bool:
    """Whether enough people approve a payout, by what its creditor's terms are now; the payout shows what they are."""
    required = paid.terms.payout_approvals
    if required != payout["approvals_required"]:
        key = {"account_id": payout["account_id"], "id": payout["id"]}
        await change(tx, "payouts", key, {"approvals_required": required}, now)
    if required:
        payout = await lapsed_if_moved(tx, payout, given, now)
    return len(standing(payout, given)) >= required


def net_transfers(ordered: Sequence[_Ordered]) -> None:
    """Let payouts of a creditor on one day be one transfer, where that is agreed and the transfer can name them all."""
    together: dict[tuple[str | None, date], list[list[_Ordered]]] = {}
    for payout in ordered:
        if not payout.paid.terms.one_transfer_per_day:
            continue
        groups = together.setdefault((payout.paid.id, payout.line.execution_date), [[]])
        references = [one.line.message for one in (*groups[-1], payout)]
        if not names_all(payout.line.payee.kind, references):
            groups.append([])
        groups[-1].append(payout)
    for group in (group for groups in together.values() for group in groups if len(group) > 1):
        transfer = new_id()
        for payout in group:
            payout.line = replace(payout.line, transfer_id=transfer)


def _line(paid: Paid, payout: PayoutRow, operator: Operator, today: date) -> OrderLine:
    name, address, payee = _party(paid, operator)
    return OrderLine(
        kind=PAYOUT,
        subject=payout["id"],
        amount=payout["amount"] + payout["vat_amount"],
        execution_date=next_banking_day(max(payout["pay_on"], today)),
        name=name,
        address=address,
        payee=payee,
        message=payout["payout_reference"],
        account=paid.account,
        attempt=payout["bookings"] // 2 + 1 if payout["bookings"] else None,
    )


def _party(paid: Paid, operator: Operator) -> tuple[str, PartyAddress, Payee]:
    """The name, address and account of who is paid."""
    if not isinstance(paid, PaidCreditor):
        return operator.name, orderer_of(operator).address, own_payee(operator.own_account)
    payee, address = paid.payee, paid.address
    assert payee is not None, "it has been looked at"
    lines = PartyAddress(address["address_line_1"], address["zip_code"], address["city"], address["country"])
    return paid.name, lines, payee


_ORDERED = """
with given as (
    select * from jsonb_to_recordset($1)
    as given (id text, creditor_id text, document_number integer, document_id text, event_id text, told jsonb,
              transfer_id text, own_account jsonb)),
-- What is paid to us is for nobody else to hear of.
event as (
    insert into events (account_id, id, created, creditor_id, type, data)
    select p.account_id, g.event_id, $3, p.creditor_id, 'payout.exported', g.told
    from given g join payouts p on p.account_id = $2 and p.id = g.id where g.creditor_id is not null)
update payouts p set revision = p.revision + 1, updated = greatest(p.updated, $3), bank_payout_request = $4, payout_date = $5,
    banking_account = $6, document_number = g.document_number, document_id = g.document_id, transfer_id = g.transfer_id,
    bank_account = shown_bank_account(coalesce(d.payout_details, g.own_account))
from given g left join creditors d on d.account_id = $2 and d.id = g.creditor_id
where p.account_id = $2 and p.id = g.id
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
            "creditor_id": payout.paid.id,
            "document_number": payout.document.number if payout.document else payout.row["document_number"],
            "document_id": payout.document.file if payout.document else payout.row["document_id"],
            "event_id": new_id(),
            "told": event_data(payout.row) | {"bank_payout_request": order},
            "transfer_id": payout.line.transfer_id,
            "own_account": {"sek": {payout.line.payee.kind: payout.line.payee.number}},
        }
        for payout in ordered
    ]
    paid_at = clock.business(now, installation.clock_offset_days)
    await tx.execute(_ORDERED, rows, account, now, order, paid_at, paid_from)


def event_data(payout: PayoutRow) -> dict[str, Any]:
    """Events of a payout that is paid."""
    return {
        "payout": payout["id"],
        "payout_reference": payout["payout_reference"],
        "finance_category": payout["finance_category"],
        "total_amount": kronor(payout["amount"] + payout["vat_amount"]),
    }


async def accounts_to_pay(tx: Connection, after: str = "") -> Sequence[str]:
    """The accounts, in order, that have something to be paid: payouts that are ready, or refunds of cases."""
    rows = await tx.fetch(
        """select own_account as account_id from fordran_api.finance_payouts
           where ready_for_payout and payout_date is null and approvals_missing = 0 and own_account > $1
           union select account_id from refunds where status = 'ordered' and account_id > $1
               and bank_account ->> 'kind' is distinct from 'swish' order by account_id""",
        after,
    )
    return [row["account_id"] for row in rows]
