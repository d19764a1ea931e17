"""Note what goes back of a creditor's cases: one entry for each booking that changed what is paid or credited of the capital.

The bookings of a case that are noted are counted in the same transaction as their entries: each is noted once.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, TypedDict

from fordran.actions.accounting.accounting_creditor import AccountingCreditor
from fordran.actions.accounting.accounting_system import AccountingEntryKind
from fordran.actions.cases.case_facts import entry_from_json
from fordran.actions.cases.work_list import CaseSubject, put_on_work_list
from fordran.domain.claims.entries import LedgerEntry
from fordran.domain.message import Amount, ListValue, Message
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, insert

AT_ONCE = 100
"""Cases of a transaction."""


async def write_from_now_on(tx: Connection, of: AccountingCreditor, now: datetime) -> datetime:
    """The moment from which bookings are sent: the first one at which that was switched on."""
    since: datetime | None = await tx.fetchval(_SINCE, of.account, of.creditor)
    if since is not None:
        return since
    row = {"account_id": of.account, "id": of.creditor, "created": now, "updated": now, "writes_since": now}
    again = (
        "on conflict (account_id, id) do update set writes_since = excluded.writes_since, updated = excluded.updated"
    )
    await insert(tx, "accounting_states", row, again)
    return now


async def write_no_more(tx: Connection, of: AccountingCreditor, now: datetime) -> None:
    """Do not send what is booked from now on."""
    if await tx.fetchval(_SINCE, of.account, of.creditor) is not None:
        key = {"account_id": of.account, "id": of.creditor}
        await change(tx, "accounting_states", key, {"writes_since": None}, now)


_SINCE = "select writes_since from accounting_states where account_id = $1 and id = $2"


class _CaseRow(TypedDict):
    link: str
    invoice_number: str
    case_id: str
    noted: int
    bookings: int


class _BookingRow(TypedDict):
    id: str
    booked_on: date
    entries: Any


_CASES = """
select f.id as link, coalesce(f.invoice_number, f.document_number) as invoice_number, f.case_id,
       coalesce(f.noted_bookings, 0) as noted, k.bookings
from fortnox_invoices f join cases k on k.account_id = f.account_id and k.id = f.case_id and k.creditor_id = f.creditor_id
where f.account_id = $1 and f.creditor_id = $2 and k.bookings is distinct from f.noted_bookings
order by f.id limit $3 for update of f skip locked
"""
_BOOKINGS = """
select id, booked_on, entries from bookings
where account_id = $1 and case_id = $2 and position > $3 and position <= $4 and at >= $5 order by position
"""


async def note_entries(tx: Connection, system: str, of: AccountingCreditor, since: datetime, now: datetime) -> int:
    """Note the bookings of cases that have new ones; how many cases that were."""
    cases = await fetch_rows(tx, _CaseRow, _CASES, of.account, of.creditor, AT_ONCE)
    for case in cases:
        span = (case["noted"], case["bookings"], since)
        for booking in await fetch_rows(tx, _BookingRow, _BOOKINGS, of.account, case["case_id"], *span):
            entries = [entry_from_json(row) for row in parsed(booking["entries"])]
            for kind, (amount, day) in capital_moved(entries, booking["booked_on"]).items():
                entry = {
                    "account_id": of.account,
                    "id": new_id(),
                    "created": now,
                    "updated": now,
                    "creditor_id": of.creditor,
                    "kind": kind,
                    "booking_id": booking["id"],
                    "case_id": case["case_id"],
                    "amount": amount,
                    "day": day,
                }
                await _note(tx, system, of, entry, case["invoice_number"], now)
        key = {"account_id": of.account, "id": case["link"]}
        await change(tx, "fortnox_invoices", key, {"noted_bookings": case["bookings"]}, now)
    return len(cases)


def capital_moved(entries: Iterable[LedgerEntry], booked_on: date) -> dict[AccountingEntryKind, tuple[int, date]]:
    """How much capital a booking counts as paid to us or credited, negative where it takes that back, and of which day.

    What the creditor reported as paid to itself is in its books already. What is written off is not paid.
    """
    moved: dict[AccountingEntryKind, int] = {}
    days: dict[AccountingEntryKind, date] = {}
    for entry in entries:
        if entry.component != "capital" or (entry.kind == "settled" and not entry.reached_us):
            continue
        if entry.kind == "settled":
            moved["payment"] = moved.get("payment", 0) - entry.amount
            days["payment"] = max(days.get("payment", entry.date), entry.date)
        elif entry.kind == "credited":
            moved["crediting"] = moved.get("crediting", 0) - entry.amount
    return {kind: (amount, days.get(kind, booked_on)) for kind, amount in moved.items() if amount}


_UNSENT = """
select id from accounting_entries
where account_id = $1 and case_id = $2 and kind = $3 and amount = $4 and state = 'waiting' and tries = 0 and claimed_until is null
order by id desc limit 1 for update skip locked
"""


async def _note(
    tx: Connection, system: str, of: AccountingCreditor, entry: dict[str, Any], number: str, now: datetime
) -> None:
    """Note an entry. One that takes back what was not sent yet withdraws that; else a person takes it back there."""
    account, case, kind, amount = (entry[name] for name in ("account_id", "case_id", "kind", "amount"))
    state = "waiting"
    unsent = await tx.fetchval(_UNSENT, account, case, kind, -amount) if amount < 0 else None
    if unsent is not None:
        state = "withdrawn"
        await change(tx, "accounting_entries", {"account_id": account, "id": unsent}, {"state": state}, now)
    elif amount < 0:
        state = "taken_back"
    once = "on conflict (account_id, booking_id, kind) do nothing"
    is_new = await insert(tx, "accounting_entries", entry | {"state": state}, once)
    if is_new and state == "taken_back":
        subject = CaseSubject(account, of.creditor, of.partner, case)
        what = ListValue("accounting_entry_kind", kind)
        message = Message("work.accounting_taken_back", system=system, number=number, what=what, amount=Amount(-amount))
        await put_on_work_list(tx, subject, "accounting_refused", message, now, subject=entry["id"])
