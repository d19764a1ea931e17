"""Open the payouts of rejected transfers again: their money never left. Nobody may put anything else into such a payout."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.work_list import CreditorSubject, put_on_work_list
from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.payouts.journal import REJECTED, book_payouts
from fordran.actions.payouts.order_payouts import event_data
from fordran.actions.payouts.payout_rows import PAYOUT_COLUMNS, lock_payouts
from fordran.domain.message import Message
from fordran.domain.payouts.gathering import NotReady
from fordran.store.connections.database import Connection, Database
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import PayoutRow
from fordran.store.upkeep.installation import business_day

TRANSFER_REJECTED: NotReady = "transfer_rejected"

_REJECTED = """
from bank_order_lines l join payouts p on p.account_id = l.account_id and p.id = l.subject_id
    and p.bank_payout_request = l.order_id
where l.kind = 'payout' and l.status = 'rejected'
"""


async def reopen_all(database: Database, now: datetime) -> int:
    """Open all of them, account by account; how many."""
    opened = 0
    while True:
        async with database.transaction() as tx:
            some = await reopen_some(tx, now)
        if not some:
            return opened
        opened += some


class _ReopenedRow(PayoutRow):
    order_id: str
    status_reason: str | None


async def reopen_some(tx: Connection, now: datetime) -> int:
    """Open the payouts of one account; how many."""
    account = await tx.fetchval(f"select min(p.account_id) {_REJECTED}")
    if account is None:
        return 0
    await lock_payouts(tx, account)
    columns = ", ".join(f"p.{name.strip()}" for name in PAYOUT_COLUMNS.split(","))
    rows = await fetch_rows(
        tx,
        _ReopenedRow,
        f"select {columns}, l.order_id, l.status_reason {_REJECTED} and p.account_id = $1 order by p.id for update of p",
        account,
    )
    await book_payouts(tx, rows, REJECTED, await business_day(tx, now), now)
    for row in rows:
        await _reopen(tx, row, now)
    return len(rows)


async def _reopen(tx: Connection, row: _ReopenedRow, now: datetime) -> None:
    account, creditor = row["account_id"], row["creditor_id"]
    opened = {
        "bank_payout_request": None,
        "payout_date": None,
        "banking_account": None,
        "bank_account": None,
        "transfer_id": None,
        "ready_for_payout": False,
        "not_ready_reason": TRANSFER_REJECTED,
    }
    await change(tx, "payouts", {"account_id": account, "id": row["id"]}, opened, now)
    reason = row["status_reason"] or ""
    if creditor is not None:
        data = event_data(row) | {"bank_payout_request": row["order_id"], "reason": reason}
        await note_events(tx, [DomainEvent("payout.rejected", account, creditor, data=data)], now)
    partner = await tx.fetchval("select partner_id from accounts where id = $1", account)
    first = creditor or await tx.fetchval("select min(id) from creditors where account_id = $1", account)
    message = Message("work.transfer_rejected", payout=row["payout_reference"], reason=reason)
    subject = CreditorSubject(account, first, partner)
    await put_on_work_list(tx, subject, "transfer_rejected", message, now, subject=row["id"])
