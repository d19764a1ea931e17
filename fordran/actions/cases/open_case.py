"""Open a case: the rows of a new case, its payment reference and its first booking. The caller inserts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from fordran import clock
from fordran.actions.cases.booking import Booking, first_booking, totals_of
from fordran.actions.cases.case_facts import StoredFact, TermsRow, terms_of, transactions_of
from fordran.actions.cases.case_particulars import limitation_of, particulars_json
from fordran.actions.cases.situation import was_reminded
from fordran.domain.claims.facts import ClaimTerms, Fee
from fordran.domain.claims.particulars import Particulars
from fordran.domain.claims.small_rests import asked_from, least_asked
from fordran.domain.claims.statement import DebtStatement
from fordran.domain.flow.case_settings import FlowSettings
from fordran.domain.flow.next_step import CaseSituation, looked_at_again, next_step
from fordran.domain.kinds.case_states import State
from fordran.domain.kinds.steps import FirstAction, NextStepCode
from fordran.domain.law.law import Law
from fordran.domain.numbers import ocr
from fordran.resources.cases import CASES
from fordran.shape.moments import day_of, rfc_1123
from fordran.shape.wire import parsed
from fordran.store.rows import schema_rows
from fordran.store.rows.ids import new_id
from fordran.store.rows.schema_rows import BOOKINGS_TABLE, CASES_TABLE, OCR_NUMBERS_TABLE
from fordran.store.rows.tables import NewRow
from fordran.store.rows.tally_rows import tally_row


@dataclass(frozen=True)
class CaseToOpen:
    """The data that opens a case."""

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
    settings: FlowSettings
    law: Law
    is_parking: bool
    particulars: Particulars
    facts: Sequence[StoredFact]
    business_now: datetime
    reference_number: str | None = None
    payout_reference: str | None = None
    labels: list[str] | None = None
    start_flow: bool = True

    @property
    def terms(self) -> TermsRow:
        """The parts of its terms beside its settings."""
        return {
            "invoice_date": self.invoice_date,
            "invoice_due_days": self.due_days,
            "interest_days": self.interest_days,
            "is_business": self.is_business,
            "particulars": self.particulars,
        }


@dataclass(frozen=True)
class UnsavedCase:
    """A case with all that it is made of, not yet inserted."""

    id: str
    ocr_number_id: str
    ocr_number: str
    rows: list[NewRow]
    is_time_barred: bool
    """Whether the claim looks time-barred on the day it comes."""


def open_case(case: CaseToOpen, serial: int, now: datetime) -> UnsavedCase:
    """A new case, with its payment reference and its first booking."""
    id_, ocr_id = new_id(), new_id()
    number = ocr.make(case.account_number, serial)
    today = clock.stockholm_date(case.business_now)
    terms = terms_of(case.terms, parsed(case.case_settings), case.law)
    booking, statement = first_booking(case.account, case.creditor, id_, case.facts, terms, now, today)
    situation = opening_situation(case, terms, statement.remaining, today)
    return UnsavedCase(
        id_,
        ocr_id,
        number,
        [
            CASES_TABLE.row(_case_row(case, number, situation, booking, statement)),
            OCR_NUMBERS_TABLE.row(
                {
                    "account_id": case.account,
                    "id": ocr_id,
                    "creditor_id": case.creditor,
                    "case_id": id_,
                    "ocr": number,
                }
            ),
            BOOKINGS_TABLE.row(booking.row()),
            tally_row(CASES.name, partner=case.partner, account=case.account, creditor=case.creditor),
        ],
        situation.came_time_barred,
    )


def _case_row(
    case: CaseToOpen, ocr_number: str, situation: CaseSituation, booking: Booking, statement: DebtStatement
) -> schema_rows.NewCase:
    totals = totals_of(statement)
    states, statuses = first_histories(case.state, case.invoice_date, case.business_now)
    step, step_date = first_step(case, situation, booking.booked_on)
    return {
        "account_id": case.account,
        "id": booking.case,
        "creditor_id": case.creditor,
        "created": booking.at,
        "updated": booking.at,
        "ocr_number": ocr_number,
        "customer_id": case.customer,
        "registration_id": case.registration,
        "state": case.state,
        "status": situation.status,
        "state_history": states,
        "status_history": statuses,
        "latest_state_date": case.invoice_date if len(states) > 1 else min(case.invoice_date, case.business_now),
        "next_step": step,
        "next_step_date": step_date,
        # A claim that looks time-barred when it comes is for a person to judge.
        "waits_for": ["time_barred_at_registration"] if step == "review" else None,
        "first_action": case.first_action,
        "is_parking": case.is_parking,
        "start_flow": case.start_flow,
        "agreement_version": case.agreement_version,
        "case_settings": case.case_settings,
        "labels": case.labels,
        "reference_number": case.reference_number,
        "invoice_number": case.invoice_number,
        "debt_reference": ocr.debt_reference(case.invoice_number) or None,
        "payout_reference": case.payout_reference,
        "invoice_date": case.invoice_date,
        "invoice_due_days": case.due_days,
        "interest_days": case.interest_days,
        "is_business": case.is_business,
        "particulars": particulars_json(case.particulars),
        "initial_capital": case.initial_capital,
        "capital_to_claim": case.capital_to_claim,
        "debt_description": case.debt_description,
        "total_added_capital_amount": totals["total_added_capital_amount"],
        "total_added_interest_amount": totals["total_added_interest_amount"],
        "total_added_costs_amount": totals["total_added_costs_amount"],
        "total_remaining_capital_amount": totals["total_remaining_capital_amount"],
        "total_remaining_interest_amount": totals["total_remaining_interest_amount"],
        "total_remaining_costs_amount": totals["total_remaining_costs_amount"],
        "facts": booking.facts,
        "transactions": transactions_of(statement, case.facts),
        "bookings": booking.position,
        "head_hash": booking.hash,
    }


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


def opening_situation(case: CaseToOpen, terms: ClaimTerms, remaining: int, today: date) -> CaseSituation:
    """The situation of a new case."""
    facts = [stored.fact for stored in case.facts]
    fees = frozenset(fact.article for fact in facts if isinstance(fact, Fee))
    return CaseSituation(
        state=case.state,
        status="invoice" if case.state == "invoice" else "initialized",
        state_since=today,
        registered=today,
        due_date=terms.due_date,
        arose=day_of(case.invoice_date),
        remaining=remaining,
        asked_from=today if remaining >= least_asked(terms, today) else asked_from(facts, terms, today),
        first_action=case.first_action,
        is_business=case.is_business,
        is_parking=case.is_parking,
        was_reminded=was_reminded(fees, terms),
        fees=fees,
        limitation=limitation_of(terms, {}, facts),
    )


def first_step(case: CaseToOpen, situation: CaseSituation, today: date) -> tuple[NextStepCode | None, date | None]:
    """The next step and its day; a case that waits to be started waits for that."""
    if not case.start_flow:
        return "start", None
    if situation.came_time_barred:
        # Looked at by the worker at once, who puts it on the work list.
        return "review", today
    coming = next_step(situation, case.settings, today)
    if coming is not None:
        return coming.step, coming.date
    return None, looked_at_again(situation, today) if situation.remaining else None


def days_between(invoice_date: datetime, due_date: datetime) -> int:
    """Whole days from one moment's day to another's."""
    return (day_of(due_date) - day_of(invoice_date)).days
