"""Erase those on confirmed lists, one customer at a time, and the payers of the lists without any case."""

from __future__ import annotations

from datetime import date, datetime

from fordran.actions.privacy.erase_person import ErasureResult, RetentionTerms, TooEarly, erase_customers
from fordran.actions.privacy.find import found_of
from fordran.actions.privacy.list_due import ERASING, PAYERS_TO_FORGET
from fordran.actions.privacy.stages import erase_payers
from fordran.actions.put_aside import FailedJob, put_aside
from fordran.domain.kinds.erasure_batches import ErasureOutcome
from fordran.store.connections.database import Connection
from fordran.store.connections.savepoints import SavepointRolledBack, part
from fordran.store.connections.typed_rows import fetch_row, fetch_the_row
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import CaseRow, ErasureBatchCustomerRow, ErasureBatchRow
from fordran.store.upkeep.installation import business_day

PAYERS_AT_A_TIME = 500

_CONFIRMED = """
select id, payers, payers_before from erasure_batches
where status = 'confirmed' and ($1::text is null or id = $1) order by id limit 1 for update skip locked
"""
_NEXT = """
select erasure_batch_id, id, account_id, customer_id from erasure_batch_customers
where erasure_batch_id = $1 and outcome is null order by id limit 1
"""


async def erase_confirmed(
    tx: Connection, terms: RetentionTerms, now: datetime, only: str | None = None
) -> ErasureResult | None:
    """Erase the next customer of a confirmed list, or some of its payers; None when nothing is left of any."""
    batch = await fetch_row(tx, ErasureBatchRow, _CONFIRMED, only)
    if batch is None:
        return None
    one = await fetch_row(tx, ErasureBatchCustomerRow, _NEXT, batch["id"])
    if one is not None:
        return await _erase_one(tx, one, terms, now)
    if batch["payers"] and (forgotten := await _forget_payers(tx, batch["payers_before"], now)):
        erased = ErasureResult()
        erased.rows["bank_transactions"] += forgotten
        return erased
    await change(tx, "erasure_batches", {"id": batch["id"]}, {"status": "done", "ended": now}, now)
    return ErasureResult()


async def _erase_one(
    tx: Connection, one: ErasureBatchCustomerRow, terms: RetentionTerms, now: datetime
) -> ErasureResult:
    """Erase a customer as far as its time has come. One whose time has not any longer is kept, and so is one who fails."""
    key = one["account_id"], one["customer_id"]
    try:
        async with part(tx):
            erased = await erase_customers(tx, [key], "", terms, now)
    except SavepointRolledBack as undone:
        outcome: ErasureOutcome = "not_due" if isinstance(undone.__cause__, TooEarly) else "failed"
        if outcome == "failed":
            await _put_aside(tx, one, f"cannot be done: {undone}", now)
        await _note(tx, one, outcome, now)
        return ErasureResult()
    was_due = erased.pseudonymised + erased.anonymised > 0
    await _note(tx, one, "erased" if was_due else "not_due", now)
    return erased


async def _note(tx: Connection, one: ErasureBatchCustomerRow, outcome: ErasureOutcome, now: datetime) -> None:
    """Keep what became of a customer, and count it."""
    await tx.execute(
        "update erasure_batch_customers set outcome = $3 where erasure_batch_id = $1 and id = $2",
        one["erasure_batch_id"],
        one["id"],
        outcome,
    )
    await tx.execute(
        """update erasure_batches set erased = erased + $2, kept = kept + $3, updated = greatest(updated, $4),
               revision = revision + 1 where id = $1""",
        one["erasure_batch_id"],
        int(outcome == "erased"),
        int(outcome != "erased"),
        now,
    )


class _CaseRow(CaseRow):
    """A row of `cases`."""


async def _put_aside(tx: Connection, one: ErasureBatchCustomerRow, reason: str, now: datetime) -> None:
    """Put one case of a customer on the work list. The customer is on a later list."""
    case = await fetch_the_row(
        tx,
        _CaseRow,
        "select creditor_id, id from cases where account_id = $1 and customer_id = $2 order by id limit 1",
        one["account_id"],
        one["customer_id"],
    )
    await put_aside(tx, FailedJob(one["account_id"], case["creditor_id"], ERASING, case["id"]), reason, now)


async def _forget_payers(tx: Connection, before: date, now: datetime) -> int:
    """Erase the payers of payments without a case whose bookkeeping is from before a day; how many."""
    rows = await tx.fetch(PAYERS_TO_FORGET, before, PAYERS_AT_A_TIME)
    if rows:
        today = await business_day(tx, now)
        found = await found_of(tx, [], "", today, transactions=[row["id"] for row in rows])
        await erase_payers(tx, found, now)
    return len(rows)
