"""Write off a claim on a payer: what went back, and was recalled afterwards, is given up, at our own loss."""

from __future__ import annotations

from datetime import datetime

from fordran.actions.cases.book import book
from fordran.actions.cases.keep_refunds import claimed_of, open_refunds, resolve_items
from fordran.actions.cases.locked_case import lock_cases
from fordran.actions.refusals import Conflict
from fordran.domain.books.journal import claim_written_off
from fordran.resources.cases import CASES
from fordran.resources.refunds import REFUNDS, RefundWriteOff
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find, no_such


async def write_off_claim(tx: Connection, caller: Caller, id_: str, given: RefundWriteOff, now: datetime) -> str | None:
    """Give up what the payer of a case's refund owes us; the refund, or None where the case is not the caller's."""
    item = await find(tx, CASES, caller, id_)
    if item is None:
        return None
    refund = await find(tx, REFUNDS, caller, given.refund)
    if refund is None or refund.document["case"] != id_:
        raise Refused({"refund": no_such(REFUNDS, given.refund)})
    (case,) = await lock_cases(tx, item.document["account"], [id_], now)
    rows = (await open_refunds(tx, [case]))[id_]
    claim = next((row for row in rows if row["id"] == given.refund and row["status"] == "claimed"), None)
    if claim is None:
        raise Conflict("error.refund_not_claimed")
    await tx.execute(
        """update refunds set revision = revision + 1, updated = $3, status = 'written_off', reason = $4,
               written_off_amount = claimed_amount, claimed_amount = 0
           where account_id = $1 and id = $2""",
        case.account,
        given.refund,
        now,
        given.reason,
    )
    await book(tx, case, [], now, claim_written_off(claim["claimed_amount"]))
    if claimed_of(rows) == claim["claimed_amount"]:
        await resolve_items(tx, case, ["refund_claimed"], now)
    return given.refund
