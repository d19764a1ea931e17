"""Change a payout: its reference, its date, its interval. Its specifications show all three from the payout's own row.

So the contract's cascades need no further writing: a change of the one row is seen in all of them, or in none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from fordran.actions.keep_file import Put
from fordran.actions.note_event import Event, note_events
from fordran.actions.payouts.journal import BY_HAND, book_payouts
from fordran.actions.payouts.order_payouts import told_of
from fordran.actions.payouts.prepare_payouts import lock_payouts
from fordran.actions.payouts.print_commission import print_commission
from fordran.actions.payouts.terms import PaidCreditor, paid_creditors
from fordran.actions.refusals import Conflict, EtagDiffers
from fordran.domain.days import Interval, finance_period
from fordran.domain.gathering import NotReady, not_ready
from fordran.operator import Operator
from fordran.resources.finance_payouts import FinancePayoutChange
from fordran.shape.moments import day_of
from fordran.store.database import Connection
from fordran.store.installation import business_day
from fordran.store.rows import change
from fordran.store.scope import Caller

Changer = Callable[[Connection, Caller, str, str, FinancePayoutChange, datetime], Awaitable[None]]


def payout_changer(put: Put, operator: Operator) -> Changer:
    """The verb, for an operator in whose name documents are printed."""

    async def change_payout(
        tx: Connection, caller: Caller, id_: str, etag: str, given: FinancePayoutChange, now: datetime
    ) -> None:
        """Let the payout be as `given`, which is all that can be changed of it."""
        account = await tx.fetchval("select account_id from payouts where id = $1", id_)
        if account is None:
            raise EtagDiffers
        await lock_payouts(tx, account)
        payout = await tx.fetchrow("select * from payouts where account_id = $1 and id = $2 for update", account, id_)
        if payout is None:
            raise EtagDiffers
        creditor = (await paid_creditors(tx, account, [payout["creditor_id"]]))[payout["creditor_id"]]
        changes: dict[str, Any] = {"payout_reference": given.payout_reference}
        if given.finance_interval != payout["finance_interval"]:
            changes |= await _moved(tx, creditor, payout, given.finance_interval, now)
        if given.payout_date is not None:
            changes["payout_date"] = given.payout_date
        is_paid_now = given.payout_date is not None and payout["payout_date"] is None
        if is_paid_now:
            changes |= await _paid_by_hand(tx, put, operator, creditor, payout, given, now)
        if not await change(tx, "payouts", {"account_id": account, "id": id_}, changes, now, etag):
            raise EtagDiffers
        if is_paid_now:
            await book_payouts(tx, [payout], BY_HAND, await business_day(tx, now), now)
            assert given.payout_date is not None
            told = told_of(payout) | {"payout_date": day_of(given.payout_date).isoformat()}
            await note_events(tx, [Event("payout.paid", account, payout["creditor_id"], data=told)], now)

    return change_payout


async def _moved(
    tx: Connection, creditor: PaidCreditor, payout: Any, interval: Interval, now: datetime
) -> dict[str, Any]:
    """The period of the new length that its last day falls in, and whether it can be paid then."""
    period = finance_period(payout["finance_period_end_date"], interval)
    columns = {name: getattr(period, name) for name in period.__slots__}
    if payout["payout_date"] is not None:
        return columns
    waits: NotReady | None = None
    if period.finance_period_end_date >= await business_day(tx, now):
        waits = "period_running"
    elif payout["amount"] + payout["vat_amount"] < max(creditor.terms.minimum_payout_amount, 1):
        waits = "below_minimum"
    reason = not_ready(waits, creditor.payee)
    ready = {"not_ready_reason": reason, "ready_for_payout": reason is None}
    return columns | ready | {"pay_on": creditor.terms.pay_on(period)}


async def _paid_by_hand(
    tx: Connection,
    put: Put,
    operator: Operator,
    creditor: PaidCreditor,
    payout: Any,
    given: FinancePayoutChange,
    now: datetime,
) -> dict[str, Any]:
    """Somebody paid it without the bank's file: it is not exported any more."""
    if payout["amount"] + payout["vat_amount"] <= 0:
        raise Conflict("A payout of nothing, or less, cannot have been paid.")
    paid: dict[str, Any] = {"ready_for_payout": False, "not_ready_reason": None}
    if payout["finance_category"] == "creditor_commission":
        assert given.payout_date is not None
        today = await business_day(tx, now)
        made = await print_commission(tx, put, operator, creditor, payout, day_of(given.payout_date), today, now)
        paid |= dict(zip(("document_number", "document_id"), made, strict=True))
    return paid
