"""Decide on what waits for a second person: as a person, and as another than those who asked for it."""

from __future__ import annotations

from fordran.actions.approving.kinds import APPROVAL_KINDS
from fordran.actions.approving.to_approve import ApprovalDecision, ToApprove
from fordran.actions.approving.waiting import decision_on, waiting
from fordran.actions.books.close_period import KEEPERS
from fordran.actions.refusals import Conflict, NotAllowed
from fordran.store.connections.database import Connection
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert


async def approve(tx: Connection, decision: ApprovalDecision, id_: str, seen: str | None = None) -> ToApprove | None:
    """Let it take effect as it is now; None where there is nothing by that id.

    With `seen`, only if it is still what the person saw: its account may have been changed since.
    """
    one = await _decided(tx, decision, id_, seen, is_rejected=False)
    if one is not None:
        await APPROVAL_KINDS[one.kind].approved(tx, one, decision)
    return one


async def reject(tx: Connection, decision: ApprovalDecision, id_: str, seen: str | None = None) -> ToApprove | None:
    """Let it not take effect; None where there is nothing by that id."""
    one = await _decided(tx, decision, id_, seen, is_rejected=True)
    if one is not None:
        await APPROVAL_KINDS[one.kind].rejected(tx, one, decision)
    return one


async def _decided(
    tx: Connection, decision: ApprovalDecision, id_: str, seen: str | None, *, is_rejected: bool
) -> ToApprove | None:
    """Record what the caller decided on it as it is now."""
    by = decision.by
    if await tx.fetchval('select "system_user" from users where id = $1', by.user) is not False:
        raise NotAllowed("error.approver_not_a_person")
    if not by.roles & KEEPERS:
        raise NotAllowed("error.approver_needs_finance")
    # Two who decide at once are one after the other: the later finds what the former decided.
    await tx.execute("select pg_advisory_xact_lock(hashtext('fordran approval ' || $1))", id_, timeout=600)
    found = await waiting(tx, id_)
    if not found:
        if await decision_on(tx, id_) is not None:
            raise Conflict("error.nothing_to_approve")
        await refuse_known(tx, id_)
        return None
    (one,) = found
    if set(by.hands) & set(one.asked_by):
        raise Conflict("error.approver_asked")
    if seen is not None and seen != one.fingerprint:
        raise Conflict("error.approval_changed")
    earlier = await decision_on(tx, id_)
    if earlier is not None and earlier["is_rejected"] and earlier["what_hash"] == one.what_hash:
        raise Conflict("error.nothing_to_approve")
    row = {
        "account_id": one.account,
        "id": new_id(),
        "created": decision.now,
        "kind": one.kind,
        "subject_id": one.id,
        "amount": one.amount,
        "what_hash": one.what_hash,
        "user_id": by.user,
        "let_in_by": list(by.let_in_by) or None,
        "is_rejected": True if is_rejected else None,
        "reason": decision.reason if is_rejected else None,
    }
    await insert(tx, "second_approvals", row, "on conflict do nothing")
    return one


async def refuse_known(tx: Connection, id_: str) -> None:
    """Refuse to decide on what waits for nobody: a refund that has left, an unchanged account, a decided row of law."""
    known = await tx.fetchval(
        """select exists (select 1 from refunds where id = $1) or exists (select 1 from bank_refunds where id = $1)
               or exists (select 1 from creditors where id = $1) or exists (select 1 from held_acts where id = $1)
               or exists (select 1 from law_rows where id = $1)""",
        id_,
    )
    if known:
        raise Conflict("error.nothing_to_approve")
