"""Change a payout: its reference, its date, its interval. Its specifications show all three from the payout's own row.

So the contract's cascades need no further writing: a change of the one row is seen in all of them, or in none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from fordran.actions.keep_file import Put
from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.payouts.journal import BY_HAND, book_payouts
from fordran.actions.payouts.order_payouts import event_data
from fordran.actions.payouts.payout_rows import locked_payout
from fordran.actions.payouts.print_commission import print_commission
from fordran.actions.payouts.terms import Paid, PaidCreditor, those_paid
from fordran.actions.refusals import Conflict, EtagDiffers
from fordran.domain.days import Interval, finance_period
from fordran.domain.payouts.gathering import NotReady
from fordran.operator import Operator
from fordran.resources.finance_payouts import FinancePayoutChange
from fordran.shape.moments import day_of
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import PayoutRow
from fordran.store.upkeep.installation import business_day

Changer = Callable[[Connection, Caller, str, str, FinancePayoutChange, datetime], Awaitable[None]]


def payout_changer(put: Put, operator: Operator) -> Changer:
    """The verb, for an operator in whose name documents are printed."""

    async def change_payout(
        tx: Connection, caller: Caller, id_: str, etag: str, given: FinancePayoutChange, now: datetime
    ) -> None:
        """Let the payout be as `given`, which is all that can be changed of it."""
        payout = await locked_payout(tx, id_)
        if payout is None:
            raise EtagDiffers
        account, creditor_id = payout["account_id"], payout["creditor_id"]
        whom = (await those_paid(tx, account, [creditor_id]))[creditor_id]
        changes: dict[str, Any] = {"payout_reference": given.payout_reference}
        if given.finance_interval != payout["finance_interval"]:
            changes |= await _moved(tx, whom, payout, given.finance_interval, now)
        if payout["payout_date"] is None:
            # The person who changes it cannot approve it, and earlier approvals are no longer valid.
            changes["changed_by"] = [*payout["changed_by"], *caller.hands]
        if given.payout_date is not None:
            changes["payout_date"] = given.payout_date
        paid_on = day_of(given.payout_date) if given.payout_date and payout["payout_date"] is None else None
        if paid_on is not None:
            changes |= await _paid_by_hand(tx, put, operator, whom, payout, paid_on, now)
        if not await change(tx, "payouts", {"account_id": account, "id": id_}, changes, now, etag):
            raise EtagDiffers
        if paid_on is not None:
            await book_payouts(tx, [payout], BY_HAND, await business_day(tx, now), now)
            if creditor_id is not None:
                details = event_data(payout) | {"payout_date": paid_on.isoformat()}
                await note_events(tx, [DomainEvent("payout.paid", account, creditor_id, data=details)], now)

    return change_payout


async def _moved(tx: Connection, whom: Paid, payout: PayoutRow, interval: Interval, now: datetime) -> dict[str, Any]:
    """The period of the new length that its last day falls in, and whether it can be paid then."""
    period = finance_period(payout["finance_period_end_date"], interval)
    columns = asdict(period)
    if payout["payout_date"] is not None:
        return columns
    waits: NotReady | None = None
    if period.finance_period_end_date >= await business_day(tx, now):
        waits = "period_running"
    elif payout["amount"] + payout["vat_amount"] < max(whom.terms.minimum_payout_amount, 1):
        waits = "below_minimum"
    reason = whom.not_ready(waits)
    ready = {"not_ready_reason": reason, "ready_for_payout": reason is None}
    return columns | ready | {"pay_on": whom.terms.pay_on(period)}


async def _paid_by_hand(
    tx: Connection,
    put: Put,
    operator: Operator,
    whom: Paid,
    payout: PayoutRow,
    paid_on: date,
    now: datetime,
) -> dict[str, Any]:
    """Somebody paid it without the bank's file: it is not exported any more."""
    if payout["amount"] + payout["vat_amount"] <= 0:
        raise Conflict("error.payout_of_nothing")
    paid: dict[str, Any] = {"ready_for_payout": False, "not_ready_reason": None}
    has_document = payout["document_id"] is not None
    if isinstance(whom, PaidCreditor) and payout["finance_category"] == "creditor_commission" and not has_document:
        today = await business_day(tx, now)
        printed = await print_commission(tx, put, operator, whom, payout, paid_on, today, now)
        paid |= {"document_number": printed.number, "document_id": printed.file}
    return paid
