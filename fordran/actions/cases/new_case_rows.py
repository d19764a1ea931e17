"""The rows of a new case as they are inserted: its own, and its payment reference's. Its first booking is in booking.py."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, TypedDict

from fordran.actions.cases.booking import Totals
from fordran.actions.cases.case_facts import TermsRow
from fordran.domain.kinds.case_states import State, Status
from fordran.domain.kinds.steps import FirstAction, Upcoming
from fordran.store.rows.tables import Table


class NewCaseRow(TermsRow, Totals):
    account_id: str
    id: str
    creditor_id: str
    created: datetime
    updated: datetime
    ocr_number: str
    customer_id: str
    registration_id: str
    state: State
    status: Status
    state_history: list[dict[str, str]]
    status_history: list[dict[str, str]]
    latest_state_date: datetime
    next_step: Upcoming | None
    next_step_date: date | None
    first_action: FirstAction
    is_parking: bool
    start_flow: bool
    agreement_version: str
    case_settings: dict[str, Any]
    labels: list[str] | None
    reference_number: str | None
    invoice_number: str
    debt_reference: str | None
    payout_reference: str | None
    initial_capital: int
    capital_to_claim: int
    debt_description: str
    refund_amount: int
    facts: list[dict[str, Any]]
    transactions: list[dict[str, Any]]
    bookings: int
    head_hash: str


class OcrNumberRow(TypedDict):
    account_id: str
    id: str
    creditor_id: str
    case_id: str
    ocr: str


CASES_TABLE = Table("cases", NewCaseRow)
OCR_NUMBERS_TABLE = Table("ocr_numbers", OcrNumberRow)
