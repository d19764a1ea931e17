"""A case's row, and the rows that hang on it, as they are verified: read for many cases at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypedDict, TypeVar

import orjson

from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows, fetch_wide_rows
from fordran.store.rows.schema_rows import CaseRow

_COLUMNS = """
id, creditor_id, customer_id, registration_id, ocr_number, closed, close_reason, case_settings, invoice_number,
       invoice_date, invoice_due_days, interest_days, capital_to_claim, is_business, particulars, facts, transactions, bookings,
       head_hash, total_added_capital_amount, total_added_interest_amount, total_added_costs_amount,
       total_remaining_capital_amount, total_remaining_interest_amount, total_remaining_costs_amount, refund_amount, erasure,
       assignments
"""
CASES = f"select {_COLUMNS} from cases where account_id = $1 and id > $2 and updated >= $4 order by id limit $3"
ONE_CASE = f"select {_COLUMNS} from cases where account_id = $1 and id = $2"


class _OfCase(TypedDict):
    case_id: str


class StoredBookingRow(_OfCase):
    """A booking of a case, whole."""

    account_id: str
    creditor_id: str
    id: str
    position: int
    at: datetime
    booked_on: date
    facts: orjson.Fragment
    entries: orjson.Fragment
    ledger_accounts: list[int]
    amounts: list[int]
    days: list[date] | None
    previous_hash: str
    hash: str


_BOOKINGS = """
select case_id, account_id, creditor_id, id, position, at, booked_on, facts, entries, ledger_accounts, amounts,
       previous_hash, hash, days
from bookings where account_id = $1 and case_id = any($2::text[]) order by position, id
"""


class OcrRow(_OfCase):
    """The payment reference of a case."""

    id: str
    creditor_id: str
    ocr: str


_OCR_NUMBERS = """
select case_id, id, creditor_id, ocr from ocr_numbers
where account_id = $1 and case_id = any($2::text[]) and letter_id is null order by id
"""


class StoredInvoiceRegistrationRow(_OfCase):
    """An invoice's registration."""

    id: str
    creditor_id: str
    invoice_id: str
    ocr_number_id: str
    ocr_number: str
    document: orjson.Fragment


_INVOICE_REGISTRATIONS = """
select case_id, id, creditor_id, invoice_id, ocr_number_id, ocr_number, document
from invoice_registrations where account_id = $1 and case_id = any($2::text[]) order by id
"""
_INVOICES = "select * from invoices where account_id = $1 and case_id = any($2::text[]) order by id"

InvoiceRow = Mapping[str, Any]
"""An invoice, which is held against its registration column by column."""


class SentRow(_OfCase):
    """The creditor's reports about a case, and their outcomes."""

    id: str
    creditor_id: str
    status: str
    status_reason_locale: str | None
    reversed_date: datetime | None


class CreditingRow(SentRow):
    """A crediting that a creditor has sent."""

    amount: int
    settled_amount: int


class PaymentRow(CreditingRow):
    """A payment that a creditor has sent."""

    bank_transaction_date: datetime


_PAYMENTS = """
select case_id, id, creditor_id, amount, settled_amount, bank_transaction_date, payment_status as status,
       status_reason_locale, reversed_date
from creditor_payments where account_id = $1 and case_id = any($2::text[]) order by id
"""
_CREDITINGS = """
select case_id, id, creditor_id, amount, settled_amount, payment_status as status, status_reason_locale,
       reversed_date
from creditor_creditings where account_id = $1 and case_id = any($2::text[]) order by id
"""
_CANCELLATIONS = """
select case_id, id, creditor_id, cancellation_status as status, status_reason_locale, reversed_date
from creditor_cancellations where account_id = $1 and case_id = any($2::text[]) order by id
"""


@dataclass(frozen=True)
class CaseRows:
    """A case's row and the rows that hang on it, each sort in order of its ids or positions."""

    case: CaseRow
    account_number: int
    bookings: Sequence[StoredBookingRow]
    ocr_numbers: Sequence[OcrRow]
    invoice_registrations: Sequence[StoredInvoiceRegistrationRow]
    invoices: Sequence[InvoiceRow]
    payments: Sequence[PaymentRow]
    creditings: Sequence[CreditingRow]
    cancellations: Sequence[SentRow]


async def rows_of_cases(tx: Connection, account: str, account_number: int, cases: Sequence[CaseRow]) -> list[CaseRows]:
    """Of each case all that hangs on it."""
    of_cases = (account, [case["id"] for case in cases])
    bookings = _by_case(await fetch_rows(tx, StoredBookingRow, _BOOKINGS, *of_cases))
    ocr_numbers = _by_case(await fetch_rows(tx, OcrRow, _OCR_NUMBERS, *of_cases))
    registrations = _by_case(await fetch_rows(tx, StoredInvoiceRegistrationRow, _INVOICE_REGISTRATIONS, *of_cases))
    invoices = _by_case(await fetch_wide_rows(tx, _INVOICES, *of_cases))
    payments = _by_case(await fetch_rows(tx, PaymentRow, _PAYMENTS, *of_cases))
    creditings = _by_case(await fetch_rows(tx, CreditingRow, _CREDITINGS, *of_cases))
    cancellations = _by_case(await fetch_rows(tx, SentRow, _CANCELLATIONS, *of_cases))
    return [
        CaseRows(
            case=case,
            account_number=account_number,
            bookings=bookings[case["id"]],
            ocr_numbers=ocr_numbers[case["id"]],
            invoice_registrations=registrations[case["id"]],
            invoices=invoices[case["id"]],
            payments=payments[case["id"]],
            creditings=creditings[case["id"]],
            cancellations=cancellations[case["id"]],
        )
        for case in cases
    ]


Hanging = TypeVar("Hanging", bound=Mapping[str, Any])


def _by_case(rows: Iterable[Hanging]) -> dict[str, list[Hanging]]:
    of_case: dict[str, list[Hanging]] = defaultdict(list)
    for row in rows:
        of_case[row["case_id"]].append(row)
    return of_case
