"""Open a case: the rows of a new case, its payment reference and its first booking, whoever inserts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from fordran import clock
from fordran.actions.cases.booking import amounts_of, first_booking
from fordran.actions.cases.case_facts import StoredFact, terms_of, transactions_of
from fordran.domain.case_settings import Settings
from fordran.domain.case_states import State, Status
from fordran.domain.facts import Fee
from fordran.domain.next_step import CaseSituation, FirstAction, Upcoming, next_step
from fordran.domain.numbers import ocr
from fordran.resources.cases import CASES
from fordran.shape.moments import day_of, rfc_1123
from fordran.shape.wire import parsed
from fordran.store.ids import new_id
from fordran.store.tables import TALLY_CHANGES, NewRow, Table


@dataclass(frozen=True)
class NewCase:
    """What a case is opened with."""

    account: str
    account_number: int
    partner: str | None
    creditor: str
    customer: str
    registration: str
    state: State
    first_action: FirstAction
    invoice_number: str
    invoice_date: datetime
    due_days: int
    interest_days: int
    initial_capital: int
    capital_to_claim: int
    debt_description: str
    is_business: bool
    agreement_version: str
    case_settings: dict[str, Any]
    settings: Settings
    is_parking: bool
    facts: Sequence[StoredFact]
    business_now: datetime
    reference_number: str | None = None
    payout_reference: str | None = None
    labels: list[str] | None = None
    start_flow: bool = True


@dataclass(frozen=True)
class OpenedCase:
    """A case with all that it is made of, not yet inserted."""

    id: str
    ocr_number_id: str
    ocr_number: str
    rows: list[NewRow]


CASES_TABLE = Table(
    "cases",
    (
        *("account_id", "id", "creditor_id", "created", "updated", "ocr_number", "customer_id", "registration_id"),
        *("state", "status", "state_history", "status_history", "latest_state_date", "next_step", "next_step_date"),
        *("first_action", "start_flow", "agreement_version", "case_settings", "labels", "reference_number"),
        *("invoice_number", "debt_reference", "payout_reference", "invoice_date", "invoice_due_days", "interest_days"),
        *("initial_capital", "capital_to_claim", "debt_description", "is_business"),
        *("refund_amount", "facts", "transactions", "bookings", "head_hash"),
        *("total_added_capital_amount", "total_added_interest_amount", "total_added_costs_amount"),
        *("total_remaining_capital_amount", "total_remaining_interest_amount", "total_remaining_costs_amount"),
    ),
)
OCR_NUMBERS_TABLE = Table("ocr_numbers", ("account_id", "id", "creditor_id", "case_id", "ocr"))
BOOKINGS_TABLE = Table(
    "bookings",
    (
        *("account_id", "id", "creditor_id", "case_id", "position", "at", "booked_on", "facts", "entries"),
        *("ledger_accounts", "amounts", "previous_hash", "hash"),
    ),
)


def open_case(case: NewCase, serial: int, now: datetime) -> OpenedCase:
    """A new case, with its payment reference and its first booking."""
    id_, ocr_id = new_id(), new_id()
    number = ocr.make(case.account_number, serial)
    row = {
        "invoice_date": case.invoice_date,
        "invoice_due_days": case.due_days,
        "interest_days": case.interest_days,
        "is_business": case.is_business,
    }
    terms = terms_of(row, parsed(case.case_settings))
    today = clock.stockholm_date(case.business_now)
    booking, statement = first_booking(case.account, case.creditor, id_, case.facts, terms, now, today)
    states, statuses = first_histories(case.state, case.invoice_date, case.business_now)
    status: Status = "invoice" if case.state == "invoice" else "initialized"
    step, step_date = first_step(case, status, terms.due_date, statement.remaining, today)
    shown = (
        *(case.account, id_, case.creditor, now, now, number, case.customer, case.registration),
        *(case.state, status, states, statuses, _moment(case, states), step, step_date),
        *(case.first_action, case.start_flow, case.agreement_version, case.case_settings, case.labels),
        *(case.reference_number, case.invoice_number, ocr.debt_reference(case.invoice_number) or None),
        *(case.payout_reference, case.invoice_date, case.due_days, case.interest_days),
        *(case.initial_capital, case.capital_to_claim, case.debt_description, case.is_business),
        *(0, booking.facts, transactions_of(statement, case.facts), booking.position, booking.hash),
        *amounts_of(statement),
    )
    journal = (
        *(case.account, booking.id, case.creditor, id_, booking.position, booking.at, booking.booked_on),
        *(booking.facts, booking.entries, tuple(booking.ledger_accounts), tuple(booking.amounts)),
        *(booking.previous_hash, booking.hash),
    )
    return OpenedCase(
        id_,
        ocr_id,
        number,
        [
            NewRow(CASES_TABLE, shown),
            NewRow(OCR_NUMBERS_TABLE, (case.account, ocr_id, case.creditor, id_, number)),
            NewRow(BOOKINGS_TABLE, journal),
            NewRow(TALLY_CHANGES, (CASES.name, case.partner, case.account, case.creditor, 1)),
        ],
    )


def first_histories(
    state: State, invoice_date: datetime, business_now: datetime
) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """State and status histories of a new case.

    The initializing entries carry the invoice date where that is earlier; the invoice phase begins on the invoice date.
    """
    began = rfc_1123(min(invoice_date, business_now))
    states = [{"state": "initializing", "status_date": began}]
    statuses = [{"status": "initializing", "status_date": began}, {"status": "initialized", "status_date": began}]
    if state == "invoice":
        states.append({"state": "invoice", "status_date": rfc_1123(invoice_date)})
        statuses.append({"status": "invoice", "status_date": rfc_1123(invoice_date)})
    return states, statuses


def _moment(case: NewCase, states: list[dict[str, str]]) -> datetime:
    return case.invoice_date if len(states) > 1 else min(case.invoice_date, case.business_now)


def first_step(
    case: NewCase, status: Status, due_date: date, remaining: int, today: date
) -> tuple[Upcoming | None, date | None]:
    """What comes next and when; a case that waits to be started waits for that."""
    if not case.start_flow:
        return "start", None
    fees = frozenset(stored.fact.article for stored in case.facts if isinstance(stored.fact, Fee))
    situation = CaseSituation(
        state=case.state,
        status=status,
        state_since=today,
        registered=today,
        due_date=due_date,
        arose=day_of(case.invoice_date),
        remaining=remaining,
        first_action=case.first_action,
        is_business=case.is_business,
        is_parking=case.is_parking,
        was_reminded="reminder" in fees,
        fees=fees,
    )
    coming = next_step(situation, case.settings, today)
    return (coming.step, coming.date) if coming else (None, None)


def days_between(invoice_date: datetime, due_date: datetime) -> int:
    """Whole days from one moment's day to another's."""
    return (day_of(due_date) - day_of(invoice_date)).days
