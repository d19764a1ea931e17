"""The work list: what waits for a person, and why."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.locked_case import LockedCase
from fordran.resources.work_items import WORK_ITEMS, WorkItemKind
from fordran.store.database import Connection
from fordran.store.ids import new_id
from fordran.store.rows import tally


async def put_on_work_list(
    tx: Connection, case: LockedCase, kind: WorkItemKind, reason: str, now: datetime, letter: str | None = None
) -> None:
    """Put a case on the list, once for each reason that is not resolved."""
    done = await tx.execute(
        """insert into work_items (account_id, id, created, updated, creditor_id, case_id, letter_id, kind, reason)
           select $1::id, $2::id, $3::timestamptz, $3::timestamptz, $4::id, $5::id, $6::id, $7::words, $8::words
           where not exists (select from work_items where account_id = $1::id and case_id = $5::id and kind = $7::words
                             and reason = $8::words and resolved is null)""",
        case.account,
        new_id(),
        now,
        case.creditor,
        case.id,
        letter,
        kind,
        reason,
    )
    if done == "INSERT 0 1":
        await tally(tx, WORK_ITEMS, partner=case.partner, account=case.account, creditor=case.creditor)
