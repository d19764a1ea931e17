"""Take an invoice of an accounting system: a case with its customer and its paper, once. What cannot be is on the work list.

The case and the link from the system's own key to it are written in one transaction: both are there, or neither.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from fordran.actions.accounting.accounting_creditor import AccountingCreditor
from fordran.actions.cases.work_list import put_on_work_list, resolve_work
from fordran.actions.keep_file import Put, keep_original_invoice
from fordran.actions.refusals import ActRefusal
from fordran.actions.registrations.register_case import register_case
from fordran.domain.message import ListValue, Message
from fordran.domain.service.accounting_systems import AccountingSystemRecord
from fordran.formats.accounting_invoices import AccountingInvoice, InvoiceRefusal, InvoiceRefused
from fordran.resources.case_registrations import CaseRegistrationInput
from fordran.shape.fields import Refused, read
from fordran.store.connections.clock_lock import Begin
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row
from fordran.store.reading.scope import SYSTEM
from fordran.store.rows.ids import new_id
from fordran.store.rows.rows import change, insert

_REFUSALS: Mapping[str, InvoiceRefusal] = {
    "customer.id_number": "wrong_number",
    "debts.invoice_number": "number_taken",
    "creditor": "creditor_inactive",
}
"""Field of a registration that is refused for it alone → why."""
MOST_DETAIL = 200


class LinkRow(TypedDict):
    """An invoice of an accounting system, and its case if it has been taken."""

    id: str
    document_number: str
    """The key by which the system knows it."""
    case_id: str | None
    digest: bytes | None
    refusal: str | None
    detail: str


_LINK = """
select id, document_number, case_id, digest, refusal, detail from fortnox_invoices
where account_id = $1 and creditor_id = $2 and document_number = $3 for update
"""


@dataclass(frozen=True)
class InvoiceToTake:
    """An invoice that was read, with its paper."""

    creditor: AccountingCreditor
    system: AccountingSystemRecord
    key: str
    read: AccountingInvoice
    paper: bytes


async def take_invoice(begin: Begin, put: Put, taken: InvoiceToTake, now: datetime) -> bool:
    """Register the case of an invoice; false where it has one already. Raises `InvoiceRefused`, with nothing done."""
    of = taken.creditor
    try:
        given = read(CaseRegistrationInput, taken.read.registration(of.account, of.creditor))
        async with begin() as tx:
            row = await _link(tx, of, taken.key, now)
            if row["case_id"] is not None:
                return False
            case: str = (await register_case(tx, SYSTEM, given, now))["_cases"][0]
            number = taken.read.number
            name = f"faktura-{re.sub('[^0-9A-Za-z-]', '-', number)}.pdf"
            await keep_original_invoice(tx, SYSTEM, put, case, name, "application/pdf", taken.paper, now)
            done = {"case_id": case, "digest": None, "refusal": None, "detail": "", "invoice_number": number}
            await change(tx, "fortnox_invoices", {"account_id": of.account, "id": row["id"]}, done, now)
            await resolve_work(tx, of.account, [taken.system.refused], now, subject=row["id"])
    except Refused as refused:
        raise _refusal_of(refused) from None
    except ActRefusal as refused:
        raise InvoiceRefused("not_registered", refused.message.code) from None
    return True


@dataclass(frozen=True)
class InvoiceNotTaken:
    """An invoice that cannot be taken, with what was read of it."""

    creditor: AccountingCreditor
    system: AccountingSystemRecord
    key: str
    number: str
    digest: bytes
    refused: InvoiceRefused


async def note_refusal(tx: Connection, given: InvoiceNotTaken, now: datetime) -> None:
    """Put an invoice that cannot be taken on the work list: once, and again when it or the reason has changed."""
    of, system, refused = given.creditor, given.system, given.refused
    row = await _link(tx, of, given.key, now)
    detail = refused.detail[:MOST_DETAIL]
    kept = {"digest": given.digest, "refusal": refused.refusal, "detail": detail}
    if row["case_id"] is not None or all(row[name] == value for name, value in kept.items()):  # type: ignore[literal-required]
        return
    key = {"account_id": of.account, "id": row["id"]}
    await change(tx, "fortnox_invoices", key, {**kept, "invoice_number": given.number}, now)
    await resolve_work(tx, of.account, [system.refused], now, subject=row["id"])
    why = ListValue("fortnox_refusal", refused.refusal)
    message = Message(system.said_refused, number=given.number, why=why)
    if detail:
        message = Message(system.said_refused_for, number=given.number, why=why, fields=detail)
    await put_on_work_list(tx, of, system.refused, message, now, subject=row["id"])


async def forget_refusal(
    tx: Connection, of: AccountingCreditor, system: AccountingSystemRecord, id_: str, now: datetime
) -> None:
    """Take an invoice off the work list that is no longer overdue there."""
    await tx.execute(
        "delete from fortnox_invoices where account_id = $1 and id = $2 and case_id is null", of.account, id_
    )
    await resolve_work(tx, of.account, [system.refused], now, subject=id_)


async def _link(tx: Connection, of: AccountingCreditor, key: str, now: datetime) -> LinkRow:
    """The link of an invoice, held until the transaction ends; another who takes the same one waits here."""
    new = {"account_id": of.account, "id": new_id(), "created": now, "updated": now, "creditor_id": of.creditor}
    on_conflict = "on conflict (account_id, creditor_id, document_number) do nothing"
    await insert(tx, "fortnox_invoices", new | {"document_number": key}, on_conflict)
    row = await fetch_row(tx, LinkRow, _LINK, of.account, of.creditor, key)
    assert row is not None
    return row


def _refusal_of(refused: Refused) -> InvoiceRefused:
    """Why a registration was refused, by the fields alone: an issue may have a value in it."""
    fields = sorted({re.sub(r"\.[0-9]+(?=\.|$)", "", path) for path in _paths(refused.issues)})
    if len(fields) == 1 and fields[0] in _REFUSALS:
        return InvoiceRefused(_REFUSALS[fields[0]])
    return InvoiceRefused("not_registered", ", ".join(fields))


def _paths(issues: Any, before: str = "") -> list[str]:
    if not isinstance(issues, dict):
        return [before]
    return [path for name, one in issues.items() for path in _paths(one, f"{before}.{name}" if before else str(name))]
