"""Mandates for Autogiro: kept when a debtor gives one, and ended when one is withdrawn."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from fordran.actions.cases.locked_case import lock_case
from fordran.actions.cases.registering import created
from fordran.actions.refusals import Conflict, EtagDiffers
from fordran.domain.bank.autogiro import AutogiroMandateState, payer_number_of
from fordran.domain.message import Message
from fordran.resources.autogiro_mandates import AUTOGIRO_MANDATES, AutogiroMandateInput
from fordran.resources.cases import CASES
from fordran.shape.fields import Refused
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.reading.scope import Caller
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, find, insert, no_such
from fordran.store.rows.schema_rows import AutogiroMandateRow, CustomerRow

LIVE: tuple[AutogiroMandateState, ...] = ("new", "sent", "active")
"""Of mandates that may be drawn now or soon; a case has one at most."""
_NUMBER = "^([0-9]{12}|[0-9]{10})$"


async def ask_for_mandate(tx: Connection, caller: Caller, given: AutogiroMandateInput, now: datetime) -> dict[str, Any]:
    """A new mandate; its four fields. It replaces the one that the case has: a debtor may change the account."""
    found = await find(tx, CASES, caller, given.case)
    if found is None:
        raise Refused({"case": no_such(CASES, given.case)})
    account, creditor = found.document["account"], found.document["creditor"]
    case = await lock_case(tx, given.case, creditor, account, now)
    assert case is not None
    if case.is_closed:
        raise Conflict("error.case_closed")
    customer = await fetch_row(
        tx,
        CustomerRow,
        """select c.id from customers c join cases k on k.account_id = c.account_id and k.customer_id = c.id
           where k.account_id = $1 and k.id = $2 and c.id_number_status = 'valid' and c.id_number_compact ~ $3""",
        account,
        given.case,
        _NUMBER,
    )
    if customer is None:
        raise Refused({"case": Message("issue.debtor_without_number")})
    await _end_live(tx, account, given.case, now)
    id_ = new_id()
    row = {"account_id": account, "id": id_, "created": now, "updated": now, "creditor_id": creditor}
    about = {"case_id": given.case, "customer_id": customer["id"], "payer_number": payer_number_of(id_)}
    numbers = {"clearing_number": given.clearing_number, "account_number": given.account_number}
    await insert(tx, "autogiro_mandates", row | about | numbers | {"state": "new"})
    return created(id_, now)


async def end_mandate(tx: Connection, caller: Caller, id_: str, etag: str, now: datetime) -> None:
    """End a mandate. One that was sent is ended at Bankgirot by the next file, and is still shown; any other is deleted."""
    found = await find(tx, AUTOGIRO_MANDATES, caller, id_)
    row = (
        None
        if found is None
        else await fetch_row(
            tx,
            AutogiroMandateRow,
            "select account_id, id, state from autogiro_mandates where account_id = $1 and id = $2 for update",
            found.document["account"],
            id_,
        )
    )
    if row is None or not await _end(tx, row, now, etag):
        raise EtagDiffers
    if row["state"] == "new":
        await tx.execute(
            "delete from autogiro_mandates where account_id = $1 and id = $2", row["account_id"], row["id"]
        )


async def _end_live(tx: Connection, account: str, case: str, now: datetime) -> None:
    rows = await fetch_rows(
        tx,
        AutogiroMandateRow,
        """select account_id, id, state from autogiro_mandates
           where account_id = $1 and case_id = $2 and state = any($3::text[]) order by id for update""",
        account,
        case,
        list(LIVE),
    )
    for row in rows:
        await _end(tx, row, now)


async def _end(tx: Connection, row: AutogiroMandateRow, now: datetime, etag: str | None = None) -> bool:
    state = row["state"]
    ends: dict[AutogiroMandateState, AutogiroMandateState] = {"new": "ended", "sent": "ending", "active": "ending"}
    key = {"account_id": row["account_id"], "id": row["id"]}
    return await change(tx, "autogiro_mandates", key, {"state": ends.get(state, state)}, now, etag)
