"""Approve a payout: a person of the operator's approves the current amount and account of the payout."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from fordran.actions.payouts.approvals import (
    ApprovalRow,
    GivenRow,
    approval_hash,
    approvals_given,
    lapsed_if_moved,
    standing,
    standing_hands,
)
from fordran.actions.payouts.payout_rows import locked_payout
from fordran.actions.refusals import Conflict, NotAllowed
from fordran.domain.books.chain import GENESIS
from fordran.resources.finance_payouts import ApproveInput
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import change, insert
from fordran.store.rows.schema_rows import PayoutRow


async def approve_payout(tx: Connection, caller: Caller, id_: str, given: ApproveInput, now: datetime) -> None:
    """Record that the caller approves a payout, which is locked until the transaction ends."""
    if await tx.fetchval('select "system_user" from users where id = $1', caller.user) is not False:
        raise NotAllowed("error.approver_not_a_person")
    payout = await locked_payout(tx, id_)
    if payout is None:
        raise Conflict("error.payout_merged")
    before = (await approvals_given(tx, payout["account_id"], [id_]))[id_]
    payout = await lapsed_if_moved(tx, payout, before, now)
    _check(caller, payout, before, given)
    row = _row(caller, payout, before, await _paid_to(tx, payout), now)
    await insert(tx, "payout_approvals", {**row, "hash": approval_hash(row)})
    await change(tx, "payouts", {"account_id": payout["account_id"], "id": id_}, {}, now)


def _check(caller: Caller, payout: PayoutRow, before: Sequence[GivenRow], given: ApproveInput) -> None:
    """Raise `Conflict` if the caller cannot approve the payout in its current form."""
    if payout["payout_date"] is not None:
        raise Conflict("error.payout_paid")
    if caller.user in payout["changed_by"]:
        raise Conflict("error.approver_changed_payout")
    if given.total_amount is not None and given.total_amount != payout["amount"] + payout["vat_amount"]:
        raise Conflict("error.payout_amount_changed")
    if caller.user in standing(payout, before):
        raise Conflict("error.approved_already")
    if set(caller.hands) & ({*payout["changed_by"]} | standing_hands(payout, before)):
        raise Conflict("error.approvers_linked")


async def _paid_to(tx: Connection, payout: PayoutRow) -> dict[str, str]:
    """The account that it would be paid to, as specifications show it; of our own fees none, since a file says it."""
    shown = await tx.fetchval(
        """select shown_bank_account(coalesce(
               (select payout_details from creditors where account_id = $1 and id = $2), '{}'))""",
        payout["account_id"],
        payout["creditor_id"],
    )
    account: dict[str, str] = parsed(shown)
    return account


def _row(
    caller: Caller, payout: PayoutRow, before: Sequence[GivenRow], paid_to: dict[str, str], now: datetime
) -> ApprovalRow:
    return {
        "account_id": payout["account_id"],
        "payout_id": payout["id"],
        "position": len(before) + 1,
        "at": now,
        "user_id": caller.user,
        "amount": payout["amount"] + payout["vat_amount"],
        "bank_account": paid_to,
        "round": len(payout["changed_by"]),
        "let_in_by": list(caller.let_in_by) or None,
        "previous_hash": before[-1]["hash"] if before else GENESIS,
    }
