"""Keep refunds true to what is owed back: order what can go back at once, and put the rest before a person.

It is called by `write_changes`, through which every booking goes, in the same transaction: what is owed back is a refund
from that moment, and a refund that is no longer owed, and has not left, is withdrawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias

from fordran.actions.cases.locked_case import LockedCase
from fordran.actions.cases.work_list import WorkItemToAdd, put_all_on_work_list
from fordran.actions.note_event import note_events
from fordran.actions.payers import KnownPayer, payers_of, why_unpayable
from fordran.domain.bank.refunds import OrderedRefund, RefundPlan, RefundStatus, weigh
from fordran.domain.bank.swish_refunds import LIVE
from fordran.domain.claims.small_rests import least_asked
from fordran.domain.claims.statement import DebtStatement
from fordran.domain.kinds.work_item_kinds import WorkItemKind
from fordran.domain.message import Message
from fordran.domain.payouts.payout import Payee
from fordran.resources.refunds import REFUNDS
from fordran.shape.wire import kronor
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.recordset import recordset
from fordran.store.rows.rows import tally
from fordran.store.rows.schema_rows import NewRefund, RefundRow


async def keep_refunds(tx: Connection, cases: Sequence[tuple[LockedCase, DebtStatement]], now: datetime) -> None:
    """Let the refunds of cases be what the cases, which are locked, owe back."""
    owing = [(case, after) for case, after in cases if after.refund or case.row["refund_amount"]]
    if not owing:
        return
    rows = await open_refunds(tx, [case for case, _ in owing])
    payers = await payers_of(tx, [id_ for _, after in owing for id_, paid in after.payments.items() if paid.refund])
    found = _Found()
    for case, after in owing:
        free = weighed(after, rows[case.id])
        await _lower(tx, case, rows[case.id], free.ordered, now)
        _order_or_ask(case, free.free, payers, found, now)
        if not claimed_of(rows[case.id]):
            found.resolved.append((case, "refund_claimed"))
        case.row["refund_amount"] = after.refund
    # For all cases together: one in three payments of a file may be too much.
    await _insert(tx, found.ordered, now)
    await put_all_on_work_list(tx, found.asked, now)
    await _resolve(tx, found.resolved, now)


@dataclass
class _Found:
    """Writes for some cases: refunds, work items to add, and work items to resolve."""

    ordered: list[tuple[LockedCase, NewRefund]] = field(default_factory=list)
    asked: list[WorkItemToAdd] = field(default_factory=list)
    resolved: list[tuple[LockedCase, WorkItemKind]] = field(default_factory=list)


async def _lower(
    tx: Connection, case: LockedCase, rows: Sequence[RefundRow], kept: Mapping[str, int], now: datetime
) -> None:
    """Withdraw the part of an ordered refund that is no longer owed."""
    lowered = [row for row in rows if kept.get(row["id"], row["amount"]) != row["amount"]]
    live = await _at_swish(tx, case, [row["id"] for row in lowered]) if lowered else ()
    for row in lowered:
        left = kept[row["id"]]
        if row["id"] not in live:
            await tx.execute(
                """update refunds set revision = revision + 1, updated = $3, amount = case when $4 > 0 then $4 else amount end,
                       status = case when $4 > 0 then status else 'withdrawn' end
                   where account_id = $1 and id = $2""",
                case.account,
                row["id"],
                now,
                left,
            )


async def _at_swish(tx: Connection, case: LockedCase, refunds: Sequence[str]) -> Collection[str]:
    """Those that Swish may pay yet: they stay as they are until it has answered."""
    rows = await tx.fetch(
        "select id from swish_refunds where account_id = $1 and id = any($2::text[]) and state = any($3::text[])",
        case.account,
        refunds,
        LIVE,
    )
    return {row["id"] for row in rows}


def _order_or_ask(
    case: LockedCase, free: Mapping[str, int], payers: Mapping[str, KnownPayer], found: _Found, now: datetime
) -> None:
    """Order what goes back to an account that the bank named; of the rest a person finds out where it goes."""
    unknown: dict[str, int] = {}
    for payment, amount in free.items():
        payer = payers.get(payment)
        if payer is None or payer.payee is None or why_unpayable(payer.payee, payer.name, payer.address):
            unknown[payment] = amount
            continue
        place: dict[RefundKey, Any] = {"name": payer.name, "bank_account": shown_account(payer.payee)}
        found.ordered.append((case, _row(case, payment, amount, "ordered", place, now, is_automatic=True)))
    if not unknown:
        found.resolved += [(case, "refund_owed"), (case, "refund_returned")]
        return
    is_little = sum(unknown.values()) < least_asked(case.terms, case.today)
    came_back = any(payment in payers and payers[payment].is_returned for payment in unknown)
    kind: WorkItemKind = "refund_returned" if came_back else "refund_owed"
    # Where it is too little, no letter asks for the account.
    if came_back:
        code = "work.refund_came_back_small" if is_little else "work.refund_came_back"
    else:
        code = "work.refund_without_account_small" if is_little else "work.refund_without_account"
    found.asked.append(WorkItemToAdd(case, kind, Message(code)))


def shown_account(payee: Payee) -> dict[str, str]:
    """An account as a refund has it."""
    return {"kind": payee.kind, "number": payee.number}


async def reject_refund(tx: Connection, case: LockedCase, id_: str, reason: str, now: datetime) -> None:
    """Withdraw a refund that has not left: a person decides again where its money goes."""
    await tx.execute(
        """update refunds set revision = revision + 1, updated = $3, status = 'withdrawn', reason = $4
           where account_id = $1 and id = $2 and status = 'ordered' and not exists (
               select 1 from swish_refunds s where s.account_id = $1 and s.id = $2 and s.state = any($5::text[]))""",
        case.account,
        id_,
        now,
        reason,
        LIVE,
    )
    await keep_refunds(tx, [(case, case.before)], now)


# Refunds as rows --------------------------------------------------------------------------------------------------------

RefundKey: TypeAlias = Literal["name", "bank_account", "use_for_id", "settles_id"]


async def open_refunds(tx: Connection, cases: Sequence[LockedCase]) -> dict[str, list[RefundRow]]:
    """Case → its refunds that have not left, and those that are claimed, oldest first."""
    found: dict[str, list[RefundRow]] = {case.id: [] for case in cases}
    rows = await fetch_rows(
        tx,
        RefundRow,
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


def weighed(after: DebtStatement, rows: Sequence[RefundRow], *, with_claims: bool = True) -> RefundPlan:
    """The amounts owed back on a case, less ordered refunds and, unless excluded, debts of payers."""
    owed = {id_: payment.refund for id_, payment in after.payments.items() if payment.refund}
    ordered = [OrderedRefund(row["id"], row["payment_id"], row["amount"]) for row in rows if row["status"] == "ordered"]
    return weigh(owed, ordered, claimed_of(rows) if with_claims else 0)


def claimed_of(rows: Sequence[RefundRow]) -> int:
    """The debts of payers to us."""
    return sum(row["claimed_amount"] for row in rows)


async def insert_refunds(
    tx: Connection,
    case: LockedCase,
    parts: Mapping[str, int],
    status: RefundStatus,
    place: Mapping[RefundKey, Any],
    now: datetime,
    *,
    is_automatic: bool,
    ordered_by: Sequence[str] = (),
) -> list[str]:
    """New refunds of a case to one place, one for each payment; their ids. Clients hear of each."""
    rows = [
        _row(case, payment, amount, status, place, now, is_automatic=is_automatic, ordered_by=ordered_by)
        for payment, amount in parts.items()
    ]
    await _insert(tx, [(case, row) for row in rows], now)
    return [row["id"] for row in rows]


def _row(
    case: LockedCase,
    payment: str,
    amount: int,
    status: RefundStatus,
    place: Mapping[RefundKey, Any],
    now: datetime,
    *,
    is_automatic: bool,
    ordered_by: Sequence[str] = (),
) -> NewRefund:
    return {
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
        "name": place.get("name"),
        "bank_account": place.get("bank_account"),
        "use_for_id": place.get("use_for_id"),
        "settles_id": place.get("settles_id"),
        "ordered_by": tuple(ordered_by) or None,
    }


_INSERT = f"""
insert into refunds (account_id, id, created, updated, creditor_id, case_id, payment_id, amount, status, is_automatic, name,
                     bank_account, use_for_id, settles_id, ordered_by)
select account_id, id, created, updated, creditor_id, case_id, payment_id, amount, status, is_automatic, name, bank_account,
       use_for_id, settles_id, ordered_by
from {recordset(NewRefund, 1, "new")}
"""


async def _insert(tx: Connection, refunds: Sequence[tuple[LockedCase, NewRefund]], now: datetime) -> None:
    """Insert refunds of cases, of which clients hear."""
    if not refunds:
        return
    await tx.execute(_INSERT, [row for _, row in refunds])
    owners = Counter((case.partner, case.account, case.creditor) for case, _ in refunds)
    for (partner, account, creditor), documents in owners.items():
        await tally(tx, REFUNDS, partner=partner, account=account, creditor=creditor, documents=documents)
    await note_events(tx, [case.event("refund.ordered", _event_data(row)) for case, row in refunds], now)


def _event_data(row: NewRefund) -> dict[str, Any]:
    used = {} if row["use_for_id"] is None else {"use_for": row["use_for_id"]}
    return {"refund": row["id"], "payment": row["payment_id"], "amount": kronor(row["amount"])} | used


async def resolve_items(tx: Connection, case: LockedCase, kinds: Sequence[WorkItemKind], now: datetime) -> None:
    """Resolve the work items that no longer apply."""
    await _resolve(tx, [(case, kind) for kind in kinds], now)


async def _resolve(tx: Connection, items: Sequence[tuple[LockedCase, WorkItemKind]], now: datetime) -> None:
    """The same for kinds of items of many cases, in one statement for those of an account."""
    for account in dict.fromkeys(case.account for case, _ in items):
        of_account = [(case.id, kind) for case, kind in items if case.account == account]
        await tx.execute(
            """update work_items w set resolved = $4, updated = $4, revision = w.revision + 1
               from unnest($2::text[], $3::text[]) as g (case_id, kind)
               where w.account_id = $1 and w.case_id = g.case_id and w.kind = g.kind and w.resolved is null""",
            account,
            [id_ for id_, _ in of_account],
            [kind for _, kind in of_account],
            now,
        )
