"""A payout as it is read from its row, and the lock under which an account's payouts are changed."""

from __future__ import annotations

from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.rows.schema_rows import PayoutRow

LONG_SECONDS = 3600
"""How long a statement over a million specifications may take."""


PAYOUT_COLUMNS = """
account_id, id, creditor_id, case_id, payout_reference, finance_category, finance_interval, finance_period_start_date,
finance_period_end_date, pay_on, amount, vat_amount, payout_date, approvals_required, changed_by, bookings, head_hash,
document_number, document_id
"""


async def locked_payout(tx: Connection, id_: str) -> PayoutRow | None:
    """A payout whose account's payouts nobody else gathers or orders until this transaction ends; None where there is none."""
    account = await tx.fetchval("select account_id from payouts where id = $1", id_)
    if account is None:
        return None
    await lock_payouts(tx, account)
    return await fetch_row(
        tx,
        PayoutRow,
        f"select {PAYOUT_COLUMNS} from payouts where account_id = $1 and id = $2 for update",
        account,
        id_,
    )


async def lock_payouts(tx: Connection, account: str) -> None:
    """Be the only one who gathers or orders an account's payouts, until this transaction ends."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended('payouts ' || $1, 0))", account, timeout=LONG_SECONDS
    )
