"""Reverse or delete a payment, crediting or cancellation that a creditor reported by mistake.

One that is reversed counts no more from the business day on. One that is deleted, while nothing that builds on it has left,
counts as never reported. The journal keeps both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from fordran.actions.cases.book import book
from fordran.actions.cases.case_facts import CREDITOR_SYSTEM, NewFact, RegistrationReversed, ReversedPayment
from fordran.actions.cases.locked_case import LockedCase, lock_case
from fordran.actions.refusals import Conflict, EtagDiffers
from fordran.domain.kinds.enforcement_kinds import OUT
from fordran.resources.common import ReversalInput, StatusReason
from fordran.resources.creditor_cancellations import CREDITOR_CANCELLATIONS
from fordran.resources.creditor_creditings import CREDITOR_CREDITINGS
from fordran.resources.creditor_payments import CREDITOR_PAYMENTS
from fordran.shape.moments import midnight
from fordran.shape.resource import Resource
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.listing import Item
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, tally

MakeReversal = Callable[[LockedCase, str], NewFact]


def _payment_reversed(case: LockedCase, id_: str) -> NewFact:
    return ReversedPayment(new_id(), id_, case.today, case.business_now, CREDITOR_SYSTEM)


def _registration_reversed(case: LockedCase, id_: str) -> NewFact:
    return RegistrationReversed(new_id(), id_, case.today, case.business_now, CREDITOR_SYSTEM)


@dataclass(frozen=True)
class ReversibleKind:
    """A kind of report that its creditor can reverse."""

    resource: Resource
    table: str
    make: MakeReversal
    reason: StatusReason
    """The reason that the reversed document shows."""
    again: str
    """The error of a second reversal."""
    sets: str
    """Sets the document's outcome; $6 is the reason."""
    lowers_claim: bool = True
    """Whether it lowered the claim that an authority knows, which cannot be raised there again."""


_OUTCOME = "payment_status = 'warning', settled_amount = 0"
PAYMENT = ReversibleKind(
    CREDITOR_PAYMENTS,
    "creditor_payments",
    _payment_reversed,
    "payment_reversed",
    "error.payment_reversed_already",
    _OUTCOME,
    lowers_claim=False,
)
CREDITING = ReversibleKind(
    CREDITOR_CREDITINGS,
    "creditor_creditings",
    _registration_reversed,
    "crediting_reversed",
    "error.crediting_reversed_already",
    _OUTCOME,
)
CANCELLATION = ReversibleKind(
    CREDITOR_CANCELLATIONS,
    "creditor_cancellations",
    _registration_reversed,
    "cancellation_reversed",
    "error.cancellation_reversed_already",
    "cancellation_status = 'warning'",
)


async def delete_registration(tx: Connection, kind: ReversibleKind, item: Item, etag: str, now: datetime) -> None:
    """Book the opposite of all of it, and delete the document; a payment's reference is free again."""
    shown = item.document
    case = await lock_case(tx, shown["case"], shown["creditor"], shown["account"], now)
    assert case is not None
    state = await _refuse(tx, kind, case, shown["_id"])
    if state["has_left"]:
        raise Conflict("error.registration_built_upon")
    if not await change(tx, kind.table, {"account_id": case.account, "id": shown["_id"]}, {}, now, etag):
        raise EtagDiffers
    gone = RegistrationReversed(
        new_id(), shown["_id"], case.today, case.business_now, CREDITOR_SYSTEM, is_deletion=True
    )
    await book(tx, case, [gone], now)
    await tx.execute(f"delete from {kind.table} where account_id = $1 and id = $2", case.account, shown["_id"])
    await tally(
        tx,
        kind.resource,
        partner=case.partner,
        account=case.account,
        creditor=shown["creditor"],
        documents=-1,
    )


async def reverse_registration(
    tx: Connection, kind: ReversibleKind, item: Item, given: ReversalInput, now: datetime
) -> None:
    """Book the opposite on the business day. What was reported stays in the journal, and a payment's reference taken."""
    shown = item.document
    case = await lock_case(tx, shown["case"], shown["creditor"], shown["account"], now)
    assert case is not None
    await _refuse(tx, kind, case, shown["_id"])
    await book(tx, case, [kind.make(case, shown["_id"])], now)
    await tx.execute(
        f"""update {kind.table} set revision = revision + 1, updated = greatest(updated, $3), reversed_date = $4,
               reversal_reason = $5, status_reason_locale = $6, {kind.sets}
           where account_id = $1 and id = $2""",
        case.account,
        shown["_id"],
        now,
        midnight(case.today),
        given.reason,
        kind.reason,
    )


class _StateRow(TypedDict):
    is_reversed: bool
    is_of_invoice: bool
    is_erased: bool
    is_known_to_authority: bool
    has_left: bool
    """Whether a letter of the case, a payout or an order to the bank has left since it was reported."""


def _state_of(kind: ReversibleKind) -> str:
    of_invoice = "r.invoice_id is not null" if kind is CREDITING else "false"
    return f"""
        select r.reversed_date is not null as is_reversed, {of_invoice} as is_of_invoice, k.erasure is not null as is_erased,
               exists (select 1 from enforcements e where e.account_id = k.account_id and e.case_ids @> jsonb_build_array(k.id)
                       and (e.status = any($3::text[]) or e.answered_facts @> jsonb_build_array(r.id))) as is_known_to_authority,
               exists (select 1 from letters l where l.account_id = k.account_id and l.case_id = k.id and l.sent >= r.created)
               or exists (select 1 from payout_specifications s
                          join payouts p on p.account_id = s.account_id and p.id = s.payout_id
                          where s.account_id = k.account_id and s.case_id = k.id and s.created >= r.created
                          and (p.bank_payout_request is not null or p.payout_date is not null))
               or exists (select 1 from bank_order_lines b join bank_orders o on o.id = b.order_id
                          where b.account_id = k.account_id and b.case_id = k.id and o.created >= r.created) as has_left
        from {kind.table} r join cases k on k.account_id = r.account_id and k.id = r.case_id
        where r.account_id = $1 and r.id = $2"""


async def _refuse(tx: Connection, kind: ReversibleKind, case: LockedCase, id_: str) -> _StateRow:
    state = await fetch_row(tx, _StateRow, _state_of(kind), case.account, id_, list(OUT))
    if state is None:
        raise EtagDiffers  # it was deleted while this waited for the case
    if state["is_reversed"]:
        raise Conflict(kind.again)
    if state["is_of_invoice"]:
        raise Conflict("error.crediting_of_invoice")
    if state["is_erased"]:
        raise Conflict("error.customer_erased")
    if kind.lowers_claim and state["is_known_to_authority"]:
        raise Conflict("error.reversal_at_authority")
    return state
