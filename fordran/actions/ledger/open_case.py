"""Take an invoice that a ledger hands over: a case with its customer and its paper, once for each of the ledger's own ids."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

from fordran.actions.cases.move_case import lock_flowing
from fordran.actions.flow.hold_case import give_respite
from fordran.actions.keep_file import Put, keep_original_invoice
from fordran.actions.ledger.refusals import LedgerErrorCode, LedgerRefusal
from fordran.actions.refusals import ActRefusal
from fordran.actions.registrations.register_case import register_case
from fordran.formats.ledger_contract import LedgerDebtor, LedgerOpenCase, shown_address
from fordran.resources.case_acts import RespiteInput
from fordran.resources.case_registrations import CaseRegistrationInput
from fordran.shape.fields import Refused, read
from fordran.store.connections.database import Connection
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import insert
from fordran.store.rows.schema_rows import LedgerConnectionRow
from fordran.store.upkeep.installation import business_day

_CODES: tuple[tuple[str, LedgerErrorCode], ...] = (
    ("customer", "CONNECTOR_COLLECTIONS_DEBTOR_INVALID"),
    ("debts.0.invoice_number", "CONNECTOR_COLLECTIONS_DUPLICATE_CASE"),
    ("debts.0.capital_to_claim", "CONNECTOR_COLLECTIONS_AMOUNT_INVALID"),
    ("creditor", "CONNECTOR_COLLECTIONS_NOT_APPROVED"),
)
"""The beginning of a field of the registration → the code where it is refused."""


async def open_case(
    tx: Connection, caller: Caller, put: Put, row: LedgerConnectionRow, given: LedgerOpenCase, now: datetime
) -> None:
    """Register the case of an invoice, with its paper. The ledger's id of it is the key of the request."""
    content = given.document.content()
    if await tx.fetchval(_IS_ACTIVE, row["account_id"], row["creditor_id"]) is not True:
        raise LedgerRefusal("CONNECTOR_COLLECTIONS_NOT_APPROVED")
    if await tx.fetchval(_IS_OPEN, row["account_id"], row["id"], given.invoice.ref, given.idempotency_key):
        raise LedgerRefusal("CONNECTOR_COLLECTIONS_DUPLICATE_CASE")
    if given.invoice.claim_remaining * 100 < row["minimum_amount"]:
        raise LedgerRefusal("CONNECTOR_COLLECTIONS_AMOUNT_INVALID", "invoice.claimRemaining")
    if given.debtor.address.country_code == "SE" and given.debtor.id_number is None:
        raise LedgerRefusal("CONNECTOR_COLLECTIONS_DEBTOR_INVALID", "debtor")
    try:
        registration = read(CaseRegistrationInput, _registration(row, given))
        case: str = (await register_case(tx, caller, registration, now))["_cases"][0]
    except Refused as refused:
        raise _refusal_of(refused) from None
    except ActRefusal as refused:
        raise LedgerRefusal("CONNECTOR_COLLECTIONS_ACTION_UNAVAILABLE", refused.message.code) from None
    name = f"faktura-{re.sub('[^0-9A-Za-z-]', '-', given.invoice.number)}.pdf"
    await keep_original_invoice(tx, caller, put, case, name, "application/pdf", content, now)
    await insert(
        tx,
        "ledger_cases",
        {
            "account_id": row["account_id"],
            "id": case,
            "created": now,
            "updated": now,
            "creditor_id": row["creditor_id"],
            "case_id": case,
            "connection_id": row["id"],
            "case_ref": given.idempotency_key,
            "invoice_ref": given.invoice.ref,
        },
    )
    await _wait(tx, row, case, given, now)


_IS_ACTIVE = "select is_active from creditors where account_id = $1 and id = $2"
_IS_OPEN = """
select exists (select 1 from ledger_cases c join cases k on k.account_id = c.account_id and k.id = c.case_id
               where c.account_id = $1 and c.connection_id = $2 and (c.invoice_ref = $3 or c.case_ref = $4)
                 and (k.state <> 'closed' or c.case_ref = $4))
"""


def _registration(row: LedgerConnectionRow, given: LedgerOpenCase) -> dict[str, Any]:
    invoice = given.invoice
    settings: dict[str, Any] = {"reminder_fee_agreed": given.reminder_fee_agreed}
    debt: dict[str, Any] = {
        "invoice_number": invoice.number,
        "invoice_date": invoice.issue_date.isoformat(),
        "invoice_due_days_after_invoice_date": (invoice.due_date - invoice.issue_date).days,
        "capital_to_claim": invoice.claim_remaining,
        "initial_capital": invoice.claim_amount,
        "payout_reference": invoice.number,
    }
    if given.late_interest is not None:
        percent = given.late_interest.annual_percent
        settings["interest_rate"] = {"reference_rate": False, "rate_percent": percent}
        debt["interest_days_after_invoice_date"] = (given.late_interest.from_date - invoice.issue_date).days
    return {
        "account": row["account_id"],
        "creditor": row["creditor_id"],
        "first_action": "debt_collection" if given.start_step == "collection" else "reminder",
        "currency": "SEK",
        "customer": _customer(given.debtor),
        "debts": [debt],
        "case_settings": settings,
    }


def _customer(debtor: LedgerDebtor) -> dict[str, Any]:
    is_foreign = debtor.address.country_code != "SE"
    flag = "is_foreign" if is_foreign else "is_company" if debtor.kind == "business" else "is_person"
    customer = {
        "name": debtor.name,
        "id_number": debtor.id_number or "",
        flag: True,
        "address": dict(shown_address(debtor.address)),
    }
    given = {"customer_number": debtor.customer_number, "email": debtor.email, "mobile_number": debtor.phone}
    return customer | {name: value for name, value in given.items() if value}


async def _wait(tx: Connection, row: LedgerConnectionRow, case: str, given: LedgerOpenCase, now: datetime) -> None:
    """Let the first letter wait for the day that the ledger names."""
    day = given.next_action_date
    if day is None or day <= await business_day(tx, now):
        return
    flowing = await lock_flowing(tx, case, row["creditor_id"], row["account_id"], now)
    assert flowing is not None
    until = {"until": (day - timedelta(days=1)).isoformat()}
    try:
        await give_respite(tx, flowing, read(RespiteInput, until), now)
    except Refused:
        raise LedgerRefusal("BAD_REQUEST", "nextActionDate", 400) from None


def _refusal_of(refused: Refused) -> LedgerRefusal:
    """The refusal of a registration by its fields alone: an issue may have a value in it."""
    fields = sorted(_paths(refused.issues))
    for begin, code in _CODES:
        if all(field.startswith(begin) for field in fields):
            return LedgerRefusal(code, ", ".join(fields))
    return LedgerRefusal("BAD_REQUEST", ", ".join(fields), 400)


def _paths(issues: Any, before: str = "") -> list[str]:
    if not isinstance(issues, dict):
        return [before]
    return [path for name, one in issues.items() for path in _paths(one, f"{before}.{name}" if before else str(name))]
