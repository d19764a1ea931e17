"""Correct a customer: its name, its number, or whether it is a person. What it was and became is shown, with the reason.

GDPR article 16. A later registration does not undo a correction (customer_details.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fordran import clock
from fordran.actions.note_event import DomainEvent, note_events
from fordran.actions.refusals import Conflict
from fordran.actions.work.change_customer import look_again
from fordran.domain.message import Message
from fordran.domain.numbers import identity
from fordran.resources.customer_corrections import CorrectionInput
from fordran.shape.fields import Refused
from fordran.shape.moments import midnight, rfc_1123
from fordran.shape.wire import parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.one_account import fetch_locked, of_one_account
from fordran.store.connections.typed_rows import fetch_rows
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import change
from fordran.store.rows.schema_rows import CustomerDetailsRow, CustomerRow
from fordran.store.upkeep.installation import business_day


class _CorrectedRow(CustomerRow):
    """A row of `customers`."""


_CUSTOMER = f"""
select account_id, id, name, id_number, id_number_compact, is_person, is_foreign, erasure, warnings, corrections
from customers where id = $1 and {of_one_account("customers")} for update
"""
_DETAILS = """
select id, creditor_id, name, id_number, is_person, is_foreign, warnings, corrections
from customer_details where account_id = $1 and customer_id = $2 order by id for update
"""
_OF_ANOTHER = """
select exists (select 1 from customers where account_id = $1 and id_number_compact = $2 and id <> $3 and $2 <> '')
"""


async def correct_customer(tx: Connection, caller: Caller, id_: str, given: CorrectionInput, now: datetime) -> None:
    """Keep the right value for everybody, and beside it the value before, as each creditor knew it."""
    (before,) = await fetch_locked(tx, _CorrectedRow, _CUSTOMER, id_)
    account = before["account_id"]
    if before["erasure"] is not None:
        raise Conflict("error.customer_erased")
    if before[given.field] == given.value:
        raise Refused({"value": Message("issue.same_as_before")})
    today = await business_day(tx, now)
    changes = _changes(given, now)
    if given.field == "id_number" and await tx.fetchval(_OF_ANOTHER, account, changes["id_number_compact"], id_):
        raise Conflict("error.number_of_another_customer")
    details = await fetch_rows(tx, CustomerDetailsRow, _DETAILS, account, id_)
    made = {
        "field": given.field,
        "after": given.value,
        "reason": given.reason,
        "corrected": rfc_1123(midnight(today)),
        "user": caller.user,
    }
    own = {name: value for name, value in changes.items() if name != "id_number_compact"}
    for table, row, values in (("customers", before, changes), *(("customer_details", row, own) for row in details)):
        kept = values | _type(given, row) | _warned(given, row)
        kept["corrections"] = [*_known(row), made | {"before": row[given.field]}]
        await change(tx, table, {"account_id": account, "id": row["id"]}, kept, now)
    await look_again(tx, account, id_, [row["creditor_id"] for row in details], today, now)
    await note_events(tx, [DomainEvent("customer.changed", account, None, data={"customer": id_})], now)


def _changes(given: CorrectionInput, now: datetime) -> dict[str, Any]:
    """The right value, with the columns that follow from it."""
    match given.field:
        case "name":
            return {"name": given.value, "name_folded": str(given.value).casefold()}
        case "id_number":
            number = str(given.value)
            compact = identity.compacted(number, clock.stockholm_date(now))
            return {"id_number": number, "id_number_compact": compact}
        case "is_person":
            return {"is_person": given.value}


def _type(given: CorrectionInput, row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns that follow from the right value and from whether the customer is foreign."""
    if given.field == "id_number":
        number = identity.classify(str(given.value), is_foreign=row["is_foreign"])
        return {"id_number_status": number.status}
    if given.field == "is_person":
        # One that is no person is an organisation; one that is foreign may be either.
        return {"is_company": not given.value and not row["is_foreign"]}
    return {}


def _warned(given: CorrectionInput, row: Mapping[str, Any]) -> dict[str, Any]:
    """The warnings without one about a number that was corrected."""
    warnings = [] if row["warnings"] is None else parsed(row["warnings"])
    left = [one for one in warnings if one["field"] != given.field]
    return {"warnings": left or None}


def _known(row: Mapping[str, Any]) -> list[Any]:
    return [] if row["corrections"] is None else list(parsed(row["corrections"]))
