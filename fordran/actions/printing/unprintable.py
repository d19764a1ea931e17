"""Invoices that cannot be printed: put aside on the work list, where they keep no other waiting.

The item is also what says when the invoice is tried again: an hour after it was last touched, or once somebody has resolved
it. An invoice that is printed after all resolves its item.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from fordran.actions.cases.locked_case import lock_cases
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.printing.printed_invoice import PrintedRow
from fordran.domain.message import Message
from fordran.store.connections.database import Connection

_ITEM = """work_items w where w.account_id = {account} and w.case_id = {case} and w.kind = 'invoice_failed'
    and w.resolved is null and w.subject = {id}"""

NOT_PUT_ASIDE = f"""not exists (select 1 from {_ITEM.format(account="i.account_id", case="i.case_id", id="i.id")}
    and w.updated > {{now}}::timestamptz - interval '1 hour')"""
"""Whether invoice `i` may be tried now."""

_OF_ONE = _ITEM.format(account="$1", case="$2", id="$3")


async def put_aside(tx: Connection, row: PrintedRow, reason: str, now: datetime) -> None:
    """Put the invoice's case on the work list, once; an item that is there is touched, and the next try is an hour later."""
    touched = await tx.execute(
        f"update work_items set updated = $4, revision = revision + 1 where id in (select w.id from {_OF_ONE})",
        row["account_id"],
        row["case_id"],
        row["id"],
        now,
    )
    if touched == "UPDATE 0":
        (case,) = await lock_cases(tx, row["account_id"], [row["case_id"]], now)
        message = Message("work.invoice_failed", invoice=row["id"], reason=reason[:500])
        await put_on_work_list(tx, case, "invoice_failed", message, now, subject=row["id"])


async def take_up_again(tx: Connection, rows: Sequence[PrintedRow], now: datetime) -> None:
    """Resolve the items of invoices that could be printed after all."""
    await tx.execute(
        """update work_items w set resolved = $4, updated = $4, revision = revision + 1
           from unnest($1::text[], $2::text[], $3::text[]) as g (account_id, case_id, invoice_id)
           where w.account_id = g.account_id and w.case_id = g.case_id and w.kind = 'invoice_failed' and w.resolved is null
             and w.subject = g.invoice_id""",
        [row["account_id"] for row in rows],
        [row["case_id"] for row in rows],
        [row["id"] for row in rows],
        now,
    )
