"""Assign a case: say which user handles it. What waits for a person about it follows."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.assigning.handlers import handler_issue
from fordran.actions.cases.work_list import resolve_work
from fordran.actions.refusals import EtagDiffers
from fordran.resources.cases import CASES, CaseHandlerChange
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import change, find


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
    await give_case(tx, account, id_, before, handler, now)


async def give_case(
    tx: Connection, account: str, case: str, before: str | None, handler: str | None, now: datetime
) -> None:
    """Give a locked case, and its open work items, to a handler. An item that somebody else has taken stays theirs."""
    await change(tx, "cases", {"account_id": account, "id": case}, {"assigned_to": handler}, now)
    await tx.execute(
        """update work_items set assigned_to = $3, updated = greatest(updated, $5), revision = revision + 1
           where account_id = $1 and case_id = $2 and resolved is null
             and assigned_to is not distinct from $4 and assigned_to is distinct from $3""",
        account,
        case,
        handler,
        before,
        now,
    )
    if handler is not None:
        await resolve_work(tx, account, ["handler_left"], now, case=case)
