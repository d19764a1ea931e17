"""Change a customer: how it is reached, and what stops collection from it; its cases are looked at again at once.

Contact details belong to a creditor: a creditor's caller changes the details from its creditors. A caller that sees all of
them joined changes all. Of a protected person they are kept apart (protection.py). Marks are everybody's
(docs/decisions/0023-whose-details.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from fordran.actions.cases.work_list import resolve_stops
from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.refusals import Conflict, EtagDiffers
from fordran.actions.work.contact_details import contact_changes, marked
from fordran.actions.work.protection import begin_protection
from fordran.domain.flow.marks import Mark
from fordran.resources.customers import CUSTOMERS, CustomerChange
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import OF_CREDITORS, Caller
from fordran.store.rows.rows import change, find
from fordran.store.rows.schema_rows import CustomerDetailsRow, CustomerRow
from fordran.store.upkeep.installation import business_day


class _CustomerRow(CustomerRow):
    """A row of `customers`."""


_CUSTOMER = f"""
select account_id, deceased_on, bankruptcy_on, debt_restructuring_on, is_protected, erasure, warnings
from customers where id = $1 and {of_one_account("customers")} for update
"""
_DETAILS = """
select id, creditor_id, warnings from customer_details where account_id = $1 and customer_id = $2 order by id for update
"""


async def change_customer(
    tx: Connection, caller: Caller, id_: str, etag: str, given: CustomerChange, now: datetime
) -> None:
    """Keep what is new of a customer; `etag` is of what the caller sees of it."""
    (before,) = await fetch_locked(tx, _CustomerRow, _CUSTOMER, id_)
    account = before["account_id"]
    details = await fetch_rows(tx, CustomerDetailsRow, _DETAILS, account, id_)
    seen = await find(tx, CUSTOMERS, caller, id_)
    if seen is None or seen.etag != etag:
        raise EtagDiffers
    contacts = contact_changes(seen.document, given)
    if contacts and before["erasure"] is not None:
        raise Conflict("error.customer_erased")
    today = await business_day(tx, now)
    marks = _marks(before, given, today)
    protecting = await begin_protection(tx, caller, account, id_, before["is_protected"], given.protected_identity, now)
    key = {"account_id": account, "id": id_}
    if "address" in contacts:
        contacts |= _source(caller, today)
    apart, contacts = protecting.split(contacts)
    await protecting.keep(key, None, apart)
    joint = marks | marked(before["warnings"], protecting.shown(id_) | contacts)
    await change(tx, "customers", key, joint, now)
    # Everybody sees a mark, and gets a new tag; other details belong to their creditor alone.
    is_everybodys = caller.level not in OF_CREDITORS or marks != _held(before)
    own = {row["id"] for row in details if caller.level not in OF_CREDITORS or row["creditor_id"] in caller.creditors}
    touched = [row for row in details if is_everybodys or row["id"] in own]
    for row in touched:
        key = {"account_id": account, "id": row["id"]}
        changes = protecting.shown(row["id"])
        if row["id"] in own:
            await protecting.keep(key, row["creditor_id"], apart)
            changes |= contacts
        await change(tx, "customer_details", key, marked(row["warnings"], changes), now)
    await protecting.end()
    creditors = [row["creditor_id"] for row in touched]
    ended = [mark for mark, column in _COLUMNS.items() if before[column] and not marks[column]]  # type: ignore[literal-required]
    if "address" in contacts:
        ended += ("returned_mail", "no_known_address")
    if ended:
        await resolve_stops(tx, account, id_, creditors, ended, now)
    await look_again(tx, account, id_, creditors, today, now)
    tellers = [None] if is_everybodys else creditors
    await note_events(
        tx, [DomainEvent("customer.changed", account, one, data={"customer": id_}) for one in tellers], now
    )


def _source(caller: Caller, today: date) -> dict[str, Any]:
    """Where a new address comes from. One from a creditor counts as one of its registrations."""
    if caller.level in OF_CREDITORS:
        return {"address_source": None, "address_confirmed": None}
    return {"address_source": "staff", "address_confirmed": today}


_COLUMNS: Mapping[Mark, str] = {
    "deceased": "deceased_on",
    "bankruptcy": "bankruptcy_on",
    "debt_restructuring": "debt_restructuring_on",
    "protected_identity": "is_protected",
}
"""Mark that staff set → its column."""


def _held(before: _CustomerRow) -> Mapping[str, Any]:
    """The marks that a customer has."""
    return {
        "deceased_on": before["deceased_on"],
        "bankruptcy_on": before["bankruptcy_on"],
        "debt_restructuring_on": before["debt_restructuring_on"],
        "is_protected": before["is_protected"],
    }


def _marks(before: _CustomerRow, given: CustomerChange, today: date) -> dict[str, Any]:
    """The marks that it has then, each with the day from which it is known."""
    return {
        "deceased_on": (before["deceased_on"] or today) if given.deceased else None,
        "bankruptcy_on": (before["bankruptcy_on"] or today) if given.bankruptcy else None,
        "debt_restructuring_on": (before["debt_restructuring_on"] or today) if given.debt_restructuring else None,
        "is_protected": given.protected_identity,
    }


async def look_again(
    tx: Connection, account: str, customer: str, creditors: Sequence[str], today: date, now: datetime
) -> None:
    """Let the cases of creditors in which a customer is a debtor be looked at today; letters that have not left are remade."""
    await tx.execute(
        """update cases set revision = revision + 1, updated = greatest(updated, $5), next_step_date = $4
           where account_id = $1 and creditor_id = any($3::text[]) and closed is null and start_flow
             and (customer_id = $2 or id in (
                 select case_id from case_parties where account_id = $1 and customer_id = $2))""",
        account,
        customer,
        creditors,
        today,
        now,
    )
