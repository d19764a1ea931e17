"""Case: a claim against a customer, from invoice to the end, with every öre explained."""

from __future__ import annotations

from fordran.domain.articles import Article
from fordran.domain.case_states import State, Status
from fordran.domain.facts import CloseReason, Origin
from fordran.domain.money import Currency
from fordran.domain.next_step import Upcoming
from fordran.resources.common import CaseSettings
from fordran.resources.files import FileShown
from fordran.shape.fields import Shape
from fordran.shape.kinds import Flag, Id, Integer, Moment, Money, Text
from fordran.shape.resource import Resource


class StateDate(Shape):
    state: State
    status_date: Moment


class StatusDate(Shape):
    status: Status
    status_date: Moment


class Debt(Shape):
    invoice_number: Text
    debt_reference: Text | None = None
    payout_reference: Text | None = None
    invoice_date: Moment
    invoice_due_days_after_invoice_date: Integer
    interest_days_after_invoice_date: Integer
    initial_capital: Money
    capital_to_claim: Money
    debt_description: Text


class Transaction(Shape):
    """A line of what is owed: positive added, negative settled, credited or written off."""

    bank_transaction_date: Moment
    registration_date: Moment
    origin: Origin
    type: Article
    description_locale_tag: Text
    amount: Money


class Case(Shape):
    account: Id
    creditor: Id
    creditor_name: Text
    customer: Id
    customer_name: Text
    customer_id_number: Text
    customer_number: Text | None = None
    customer_status: Text
    reference_number: Text | None = None
    currency: Currency
    ocr_number: Text
    state: State
    state_history: list[StateDate]
    status: Status
    status_history: list[StatusDate]
    latest_state_date: Moment
    next_step: Upcoming | None = None
    next_step_date: Moment | None = None
    closed: Moment | None = None
    close_reason: CloseReason | None = None
    start_flow: Flag
    agreement_version: Text
    case_registration: Id
    case_settings: CaseSettings
    labels: list[Text] | None = None
    debt: Debt
    transactions: list[Transaction]
    total_added_capital_amount: Money
    total_added_costs_amount: Money
    total_added_interest_amount: Money
    total_added_transaction_amount: Money
    total_remaining_capital_amount: Money
    total_remaining_costs_amount: Money
    total_remaining_interest_amount: Money
    total_remaining_transaction_amount: Money
    local_added_capital_amount: Money
    local_added_costs_amount: Money
    local_added_interest_amount: Money
    local_added_transaction_amount: Money
    local_remaining_capital_amount: Money
    local_remaining_costs_amount: Money
    local_remaining_interest_amount: Money
    local_remaining_transaction_amount: Money
    refund_amount: Money
    """What reached us and is not owed: a refund to the payer."""
    original_invoice: FileShown | None = None


CASES = Resource("cases", Case, owner="creditor", personal=True, about="Claims against customers.")
