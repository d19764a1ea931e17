"""What can be imported: for each kind of registration, how its documents are read, prepared and registered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from fordran.actions.imports.documents import Sheet
from fordran.actions.registrations.customers import CustomerData, customer_data
from fordran.actions.registrations.register_case import debt_descriptions, new_cases, register_case
from fordran.actions.registrations.register_invoice import (
    NewRegistration,
    new_invoice,
    refusals,
    register_invoice,
    sums_of,
)
from fordran.resources.case_registrations import CaseRegistrationInput
from fordran.resources.invoice_registrations import InvoiceRegistrationInput
from fordran.shape.fields import Refused, Shape


class NeedsTheDatabase(Exception):
    """A registration that cannot be prepared without looking further."""


@dataclass(frozen=True)
class ImportKind:
    name: str
    shape: type[Shape]
    lines: str | None
    """The field to which rows that follow each other with one `invoice_number` add, if any."""
    numbers: Callable[[Any], Sequence[str]]
    """The invoice numbers that a registration takes."""
    serials: Callable[[Sheet], int]
    """How many payment references it will need."""
    prepare: Callable[..., tuple[CustomerData, bool, NewRegistration]]
    """The verb's own rows, made for a customer who is new; with whether that customer is a business."""
    register: Callable[..., Awaitable[Mapping[str, Any]]]
    """The verb."""
    same: str
    """Which of the numbers `t` is of a registration with the same content."""


def _prepare_invoice(
    given: InvoiceRegistrationInput,
    row: Mapping[str, Any],
    serials: Iterator[int],
    customer: str,
    now: datetime,
    report: dict[str, Any],
) -> tuple[CustomerData, bool, NewRegistration]:
    if given.invoice_type == "credit_invoice":
        raise NeedsTheDatabase
    data = customer_data(given.customer, given.invoice_date)
    sums = sums_of(given)
    _refuse(row, data)
    is_business = data.is_business_of(None)
    return data, is_business, new_invoice(given, sums, row, next(serials), customer, is_business, now, report)


def _prepare_cases(
    given: CaseRegistrationInput,
    row: Mapping[str, Any],
    serials: Iterator[int],
    customer: str,
    now: datetime,
    report: dict[str, Any],
) -> tuple[CustomerData, bool, NewRegistration]:
    data = customer_data(given.customer, now)
    _refuse(row, data)
    descriptions = debt_descriptions(given, row)
    taken = list(islice(serials, len(given.debts)))
    if len(taken) < len(given.debts):
        raise NeedsTheDatabase
    is_business = data.is_business_of(None)
    return data, is_business, new_cases(given, descriptions, row, taken, customer, is_business, now, report)


def _refuse(row: Mapping[str, Any], data: CustomerData) -> None:
    issues = refusals(row, data)
    if issues:
        raise Refused(issues)


def _debts(sheet: Sheet) -> int:
    row = sheet.rows[0][1]
    debts = row.get("debts")
    if isinstance(debts, list):
        return len(debts)
    return len({column.split(".")[1] for column in row if column.startswith("debts.")} or {""})


INVOICES = ImportKind(
    "invoices",
    InvoiceRegistrationInput,
    "matrix",
    lambda given: [given.invoice_number],
    lambda _: 1,
    _prepare_invoice,
    register_invoice,
    """select t.place
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality t (account, creditor, number, document, place)
       join invoices i on i.account_id = t.account and i.creditor_id = t.creditor and i.invoice_number = t.number
       join invoice_registrations r on r.account_id = i.account_id and r.id = i.registration_id
       where r.document - 'file_import_report' = t.document::jsonb""",
)
CASES = ImportKind(
    "cases",
    CaseRegistrationInput,
    None,
    lambda given: [debt.invoice_number for debt in given.debts],
    _debts,
    _prepare_cases,
    register_case,
    """select t.place
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality t (account, creditor, number, document, place)
       join cases k on k.account_id = t.account and k.creditor_id = t.creditor and k.invoice_number = t.number
       join case_registrations r on r.account_id = k.account_id and r.id = k.registration_id
       where r.document - 'file_import_report' = t.document::jsonb""",
)
KINDS = {kind.name: kind for kind in (INVOICES, CASES)}
