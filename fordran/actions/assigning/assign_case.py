"""Assign a case: say which user handles it. What waits for a person about it follows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from fordran.actions.assigning.handlers import handler_issue
from fordran.actions.refusals import EtagDiffers
from fordran.resources.cases import CASES, CaseHandlerChange
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find


async def change_case(
    tx: Connection, caller: Caller, id_: str, etag: str, given: CaseHandlerChange, now: datetime
) -> None:
    """Let the case be handled by whom `given` says, if it is as the caller has read it."""
    shown = await find(tx, CASES, caller, id_)
    if shown is None:
        raise EtagDiffers
    account = shown.document["account"]
    before = await tx.fetchval(
        "select assigned_to from cases where account_id = $1 and id = $2 for update", account, id_
    )
    shown = await find(tx, CASES, caller, id_)
    if shown is None or shown.etag != etag:
        raise EtagDiffers
    handler = given.assigned_to or None
    if handler is not None and handler != before and (wrong := await handler_issue(tx, caller, handler)):
        raise Refused({"assigned_to": wrong})
    await give_cases(tx, account, [id_], handler, now)


async def give_cases(tx: Connection, account: str, cases: Sequence[str], handler: str | None, now: datetime) -> None:
    """Give cases, and their open work items, to a handler. An item that somebody else has taken stays theirs."""
    await tx.execute(
        "select id from cases where account_id = $1 and id = any($2::text[]) order by id for update", account, cases
    )
    await tx.execute(
        """update work_items w set assigned_to = $3, updated = greatest(w.updated, $4), revision = w.revision + 1
           from cases k
           where k.account_id = $1 and k.id = any($2::text[]) and w.account_id = $1 and w.case_id = k.id
             and w.case_id = any($2::text[]) and w.resolved is null
             and w.assigned_to is not distinct from k.assigned_to and w.assigned_to is distinct from $3""",
        account,
        cases,
        handler,
        now,
    )
    await tx.execute(
        """update cases set assigned_to = $3, updated = greatest(updated, $4), revision = revision + 1
           where account_id = $1 and id = any($2::text[]) and assigned_to is distinct from $3""",
        account,
        cases,
        handler,
        now,
    )
    if handler is not None:
        await tx.execute(
            """update work_items set resolved = $3, updated = greatest(updated, $3), revision = revision + 1
               where account_id = $1 and case_id = any($2::text[]) and kind = 'handler_left' and resolved is null""",
            account,
            cases,
            now,
        )
