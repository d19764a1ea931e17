"""Keep refunds true to what is owed back: order what can go back at once, and put the rest before a person.

It is called by `write_changes`, through which every booking goes, in the same transaction: what is owed back is a refund
from that moment, and a refund that is no longer owed, and has not left, is withdrawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from fordran.actions.cases.locked_case import LockedCase
from fordran.actions.cases.refund_rows import (
    OpenRefund,
    Place,
    claimed_of,
    insert_refunds,
    open_refunds,
    resolve_items,
    weighed,
)
from fordran.actions.cases.work_list import put_on_work_list
from fordran.actions.payers import Payer, payers_of, why_unpayable
from fordran.domain.claims.small_rests import least_asked
from fordran.domain.claims.statement import Statement
from fordran.domain.payouts.payout import Payee
from fordran.resources.work_items import WorkItemKind
from fordran.store.connections.database import Connection

NO_ACCOUNT = "Money that was not owed is to go back, and the account of its payer is not known."
CAME_BACK = "A refund came back from the bank: the account that it went to is not right."
TOO_LITTLE = " It is too little to write about."
"""Added where no letter asks for the account."""


async def keep_refunds(tx: Connection, cases: Sequence[tuple[LockedCase, Statement]], now: datetime) -> None:
    """Let the refunds of cases be what the cases, which are locked, owe back."""
    owing = [(case, after) for case, after in cases if after.refund or case.row["refund_amount"]]
    if not owing:
        return
    rows = await open_refunds(tx, [case for case, _ in owing])
    payers = await payers_of(tx, [id_ for _, after in owing for id_, paid in after.payments.items() if paid.refund])
    for case, after in owing:
        free = weighed(after, rows[case.id])
        await _lower(tx, case, rows[case.id], free.ordered, now)
        await _order_or_ask(tx, case, free.free, payers, now)
        if not claimed_of(rows[case.id]):
            await resolve_items(tx, case, ["refund_claimed"], now)
        case.row["refund_amount"] = after.refund


async def _lower(
    tx: Connection, case: LockedCase, rows: Sequence[OpenRefund], kept: Mapping[str, int], now: datetime
) -> None:
    """What of an ordered refund is no longer owed does not go back."""
    for row in rows:
        left = kept.get(row["id"], row["amount"])
        if left != row["amount"]:
            await tx.execute(
                """update refunds set revision = revision + 1, updated = $3, amount = case when $4 > 0 then $4 else amount end,
                       status = case when $4 > 0 then status else 'withdrawn' end
                   where account_id = $1 and id = $2""",
                case.account,
                row["id"],
                now,
                left,
            )


async def _order_or_ask(
    tx: Connection, case: LockedCase, free: Mapping[str, int], payers: Mapping[str, Payer], now: datetime
) -> None:
    """Order what goes back to an account that the bank named; of the rest a person finds out where it goes."""
    unknown: dict[str, int] = {}
    for payment, amount in free.items():
        payer = payers.get(payment)
        if payer is None or payer.payee is None or why_unpayable(payer.payee, payer.name, payer.address):
            unknown[payment] = amount
            continue
        place: dict[Place, Any] = {"name": payer.name, "bank_account": shown_account(payer.payee)}
        await insert_refunds(tx, case, {payment: amount}, "ordered", place, now, is_automatic=True)
    if not unknown:
        await resolve_items(tx, case, ["refund_owed", "refund_returned"], now)
        return
    is_little = sum(unknown.values()) < least_asked(case.terms, case.today)
    came_back = any(payment in payers and payers[payment].is_returned for payment in unknown)
    kind: WorkItemKind = "refund_returned" if came_back else "refund_owed"
    reason = (CAME_BACK if came_back else NO_ACCOUNT) + (TOO_LITTLE if is_little else "")
    await put_on_work_list(tx, case, kind, reason, now)


def shown_account(payee: Payee) -> dict[str, str]:
    """An account as a refund has it."""
    return {"kind": payee.kind, "number": payee.number}
