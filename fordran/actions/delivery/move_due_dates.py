"""Move the due dates of invoices that leave late: one gives its whole time from the day on which it leaves, and is printed so.

Räntelag (1975:635) 3 och 4 §§. It may have waited for its channel, or for its document. The rule is in docs/rules/interest.md.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import TypedDict

import orjson

from fordran.actions.cases.case_particulars import particulars_json
from fordran.actions.cases.move_case import lock_flowing, save
from fordran.domain.claims.particulars import claim_days
from fordran.shape.moments import day_of, moment_of
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account
from fordran.store.upkeep.installation import business_day, business_now

MOST = 50

# A case that is closed leaves as it is, as a receipt, and so does one on which interest is booked already.
LEAVES_LATE = """(
    q.kind = 'invoice' and k.closed is null and k.total_added_interest_amount = 0
    and (k.particulars ->> 'sent_by_us')::boolean and (k.particulars ->> 'left')::date < {today})"""
"""Whether an invoice's delivery `q`, of a case `k`, leaves on a later day than its due date was counted from."""

# Nobody moves what is being handed over, or may have left.
_FOUND = f"""
select q.account_id, q.id, q.creditor_id, q.case_id, q.invoice_id, r.document
from deliveries q
join cases k on k.account_id = q.account_id and k.id = q.case_id
join invoices i on i.account_id = q.account_id and i.id = q.invoice_id
join invoice_registrations r on r.account_id = i.account_id and r.id = i.registration_id
where q.status = 'queued' and q.claimed_until is null and q.batch is null and q.next_attempt <= $2 and {of_one_account("q")}
  and {LEAVES_LATE.format(today="$3")}
order by q.account_id, q.id limit $1 for update of q skip locked
"""


class _LateRow(TypedDict):
    account_id: str
    id: str
    creditor_id: str
    case_id: str
    invoice_id: str
    document: orjson.Fragment


async def move_due_dates(tx: Connection, now: datetime) -> int:
    """Move the due dates of invoices that were to leave on an earlier day, and have them printed again; return how many."""
    today = await business_day(tx, now)
    rows = await fetch_locked(tx, _LateRow, _FOUND, MOST, await business_now(tx, now), today)
    for row in rows:
        await _move(tx, row, today, now)
    return len(rows)


async def _move(tx: Connection, row: _LateRow, today: date, now: datetime) -> None:
    flowing = await lock_flowing(tx, row["case_id"], row["creditor_id"], row["account_id"], now)
    assert flowing is not None
    document = parsed(row["document"])
    invoiced, was_due = moment_of(document["invoice_date"]), moment_of(document["invoice_due_date"])
    term = (day_of(was_due) - day_of(invoiced)).days
    particulars = replace(flowing.case.terms.particulars, left=today)
    days = claim_days(particulars, day_of(invoiced), term)
    await tx.execute(
        """update cases set particulars = $3, invoice_due_days = $4, interest_days = greatest(interest_days, $5)
           where account_id = $1 and id = $2""",
        row["account_id"],
        row["case_id"],
        particulars_json(particulars),
        days.due,
        days.without_interest,
    )
    await tx.execute(
        """update invoices set invoice_due_date = $3, print_id = null, revision = revision + 1, updated = $4
           where account_id = $1 and id = $2""",
        row["account_id"],
        row["invoice_id"],
        was_due + timedelta(days.due - term),
        now,
    )
    await tx.execute(
        "update deliveries set made = null, revision = revision + 1, updated = $3 where account_id = $1 and id = $2",
        row["account_id"],
        row["id"],
        now,
    )
    moved = await lock_flowing(tx, row["case_id"], row["creditor_id"], row["account_id"], now)
    assert moved is not None
    await save(tx, [moved], now)
