"""Approve what waits for a second person: as a person, and as another than those who asked for it."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.approvals.waiting import ToApprove, waiting
from fordran.actions.refusals import Conflict, NotAllowed
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert


async def approve(tx: Connection, caller: Caller, id_: str, now: datetime, seen: str | None = None) -> ToApprove | None:
    """Record that the caller approves it as it is now; None where there is nothing by that id.

    With `seen`, only if it is still what the person saw: its account may have been changed since.
    """
    if await tx.fetchval('select "system_user" from users where id = $1', caller.user) is not False:
        raise NotAllowed("error.approver_not_a_person")
    found = await waiting(tx, id_)
    if not found:
        await _refuse_known(tx, id_)
        return None
    (one,) = found
    if set(caller.hands) & set(one.asked_by):
        raise Conflict("error.approver_asked")
    if seen is not None and seen != one.fingerprint:
        raise Conflict("error.approval_changed")
    row = {
        "account_id": one.account,
        "id": new_id(),
        "created": now,
        "kind": one.kind,
        "subject_id": one.id,
        "amount": one.amount,
        "what_hash": one.what_hash,
        "user_id": caller.user,
        "let_in_by": list(caller.let_in_by) or None,
    }
    await insert(tx, "second_approvals", row, "on conflict do nothing")
    return one


async def _refuse_known(tx: Connection, id_: str) -> None:
    """Refuse to approve a refund that has left or needs nobody, or a creditor's account that was not changed."""
    known = await tx.fetchval(
        """select exists (select 1 from refunds where id = $1) or exists (select 1 from bank_refunds where id = $1)
               or exists (select 1 from creditors where id = $1)""",
        id_,
    )
    if known:
        raise Conflict("error.nothing_to_approve")
