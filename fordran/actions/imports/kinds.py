"""The importable registrations: for each kind, how its documents are read and registered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from fordran import clock
from fordran.actions.imports.documents import RegistrationRows
from fordran.actions.registrations.customer_data import customer_data
from fordran.actions.registrations.new_cases import DEBTS
from fordran.actions.registrations.register import RegistrationKind
from fordran.actions.registrations.register_case import register_case
from fordran.actions.registrations.register_invoice import INVOICE, register_invoice
from fordran.resources.case_registrations import CaseRegistrationInput
from fordran.resources.invoice_registrations import InvoiceRegistrationInput
from fordran.shape.fields import Shape
from fordran.shape.wire import wire
from fordran.store.connections.database import Connection
from fordran.store.rows.recordset import recordset


@dataclass(frozen=True)
class ImportKind:
    name: str
    shape: type[Shape]
    lines: str | None
    """The field to which rows that follow each other with one `invoice_number` add, if any."""
    numbers: Callable[[Any], Sequence[str]]
    """The invoice numbers that a registration takes."""
    serials: Callable[[RegistrationRows], int]
    """How many payment references it will need."""
    registration: RegistrationKind[Any]
    """How the rows of a registration are made."""
    refers_to_another: Callable[[Any], bool]
    """Whether it needs a registration before it, which has to be written first."""
    register: Callable[..., Awaitable[Mapping[str, Any]]]
    """The verb."""
    same: str
    """Which rows `t` are of registrations that are there already, with the same content."""


class _SentRow(TypedDict):
    """A registration as a file says it. Where it has several numbers, the first one tells which it is."""

    row_number: int
    account: str
    creditor: str
    number: str
    document: dict[str, Any]


async def registered_before(tx: Connection, kind: ImportKind, sent: Mapping[int, Any]) -> set[int]:
    """Those of the registrations, which are known by the numbers of their rows, that are there with the very same content."""
    if not sent:
        return set()
    asked: list[_SentRow] = [
        {
            "row_number": number,
            "account": given.account,
            "creditor": given.creditor,
            "number": kind.numbers(given)[0],
            "document": wire(given),
        }
        for number, given in sent.items()
    ]
    return {row["row_number"] for row in await tx.fetch(kind.same, asked)}


def warnings_of(given: InvoiceRegistrationInput | CaseRegistrationInput, now: datetime) -> list[dict[str, str]]:
    """Warnings about the customer of a registration that is accepted all the same."""
    return customer_data(given.customer, now, clock.stockholm_date(now)).warnings


def _debts(sheet: RegistrationRows) -> int:
    row = sheet.rows[0][1]
    debts = row.get("debts")
    if isinstance(debts, list):
        return len(debts)
    return len({column.split(".")[1] for column in row if column.startswith("debts.")} or {""})


INVOICES = ImportKind(
    name="invoices",
    shape=InvoiceRegistrationInput,
    lines="matrix",
    numbers=lambda given: [given.invoice_number],
    serials=lambda _: 1,
    registration=INVOICE,
    refers_to_another=lambda given: given.invoice_type == "credit_invoice",
    register=register_invoice,
    same=f"""select t.row_number from {recordset(_SentRow, 1, "t")}
             join invoices i on i.account_id = t.account and i.creditor_id = t.creditor and i.invoice_number = t.number
             join invoice_registrations r on r.account_id = i.account_id and r.id = i.registration_id
             where r.document - 'file_import_report' = t.document""",
)
CASES = ImportKind(
    name="cases",
    shape=CaseRegistrationInput,
    lines=None,
    numbers=lambda given: [debt.invoice_number for debt in given.debts],
    serials=_debts,
    registration=DEBTS,
    refers_to_another=lambda _: False,
    register=register_case,
    same=f"""select t.row_number from {recordset(_SentRow, 1, "t")}
             join cases k on k.account_id = t.account and k.creditor_id = t.creditor and k.invoice_number = t.number
             join case_registrations r on r.account_id = k.account_id and r.id = k.registration_id
             where r.document - 'file_import_report' = t.document""",
)
KINDS = {kind.name: kind for kind in (INVOICES, CASES)}
