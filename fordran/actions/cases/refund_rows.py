"""Refunds as rows: those of a case that have not come to their end, new ones, and the items on the work list about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, TypeAlias, TypedDict

from fordran.actions.cases.locked_case import LockedCase
from fordran.actions.note_event import note_events
from fordran.domain.bank.refunds import OrderedRefund, RefundStatus, Weighed, weigh
from fordran.domain.claims.statement import Statement
from fordran.resources.refunds import REFUNDS
from fordran.resources.work_items import WorkItemKind
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import insert_all, tally

Place: TypeAlias = Literal["name", "bank_account", "use_for_id", "settles_id"]


class OpenRefund(TypedDict):
    """A refund that has not left, or that its payer owes us."""

    id: str
    case_id: str
    payment_id: str
    amount: int
    claimed_amount: int
    status: RefundStatus


async def open_refunds(tx: Connection, cases: Sequence[LockedCase]) -> dict[str, list[OpenRefund]]:
    """Case → its refunds that have not left, and those that are claimed, oldest first."""
    found: dict[str, list[OpenRefund]] = {case.id: [] for case in cases}
    rows = await fetch_rows(
        tx,
        OpenRefund,
        """select r.id, r.case_id, r.payment_id, r.amount, r.claimed_amount, r.status from refunds r
           join unnest($1::text[], $2::text[]) as g (account_id, case_id)
             on g.account_id = r.account_id and g.case_id = r.case_id
           where r.status in ('ordered', 'claimed') order by r.id""",
        [case.account for case in cases],
        [case.id for case in cases],
    )
    for row in rows:
        found[row["case_id"]].append(row)
    return found


def weighed(after: Statement, rows: Sequence[OpenRefund], *, with_claims: bool = True) -> Weighed:
    """What is owed back on a case, against what is ordered and, unless they are left out, what payers owe us."""
    owed = {id_: payment.refund for id_, payment in after.payments.items() if payment.refund}
    ordered = [OrderedRefund(row["id"], row["payment_id"], row["amount"]) for row in rows if row["status"] == "ordered"]
    return weigh(owed, ordered, claimed_of(rows) if with_claims else 0)


def claimed_of(rows: Sequence[OpenRefund]) -> int:
    """What payers owe us."""
    return sum(row["claimed_amount"] for row in rows)


async def insert_refunds(
    tx: Connection,
    case: LockedCase,
    parts: Mapping[str, int],
    status: RefundStatus,
    place: Mapping[Place, Any],
    now: datetime,
    *,
    is_automatic: bool,
) -> list[str]:
    """New refunds of a case to one place, one for each payment; their ids. Clients hear of each."""
    rows = [
        {
            "account_id": case.account,
            "id": new_id(),
            "created": now,
            "updated": now,
            "creditor_id": case.creditor,
            "case_id": case.id,
            "payment_id": payment,
            "amount": amount,
            "status": status,
            "is_automatic": is_automatic,
            **place,
        }
        for payment, amount in parts.items()
    ]
    await insert_all(tx, "refunds", rows)
    await tally(tx, REFUNDS, partner=case.partner, account=case.account, creditor=case.creditor, documents=len(rows))
    used = {"use_for": place["use_for_id"]} if "use_for_id" in place else {}
    told = [{"refund": row["id"], "payment": row["payment_id"], "amount": kronor(row["amount"])} | used for row in rows]
    await note_events(tx, [case.event("refund.ordered", data) for data in told], now)
    return [row["id"] for row in rows]


async def resolve_items(tx: Connection, case: LockedCase, kinds: Sequence[WorkItemKind], now: datetime) -> None:
    """What waited for a person waits no more."""
    await tx.execute(
        """update work_items set resolved = $4, updated = $4, revision = revision + 1
           where account_id = $1 and case_id = $2 and kind = any($3::text[]) and resolved is null""",
        case.account,
        case.id,
        kinds,
        now,
    )
