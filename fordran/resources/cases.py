"""Case: a claim against a customer, from invoice to the end, with every öre explained."""

from __future__ import annotations

from typing import Any

from fordran.domain.claims.facts import Origin
from fordran.domain.kinds.application_needs import WaitsFor
from fordran.domain.kinds.articles import LineType
from fordran.domain.kinds.case_states import State, Status
from fordran.domain.kinds.claim_kinds import ClaimKind, DueDateBasis
from fordran.domain.kinds.close_reasons import CloseReason
from fordran.domain.kinds.limitation_kinds import LimitationKind
from fordran.domain.kinds.steps import NextStepCode
from fordran.domain.money import Currency
from fordran.domain.service.retention import (
    ANONYMISED,
    BOOKKEEPING,
    KEPT,
    NOT_PERSONAL,
    PSEUDONYMISED,
    STORAGE_LIMITATION,
    VERIFICATION,
)
from fordran.resources.common import CaseSettings
from fordran.resources.files import FileShown
from fordran.shape.fields import Shape
from fordran.shape.kept import RetentionRule
from fordran.shape.kinds import Flag, Id, Integer, Moment, Money, Text, UserId
from fordran.shape.resource import Resource


class StateDate(Shape):
    state: State
    """The phase that began."""
    status_date: Moment
    """When it began."""


class StatusDate(Shape):
    status: Status
    """The status that began."""
    status_date: Moment
    """When it began."""


class DebtJudgment(Shape):
    """A judgment or an order on a claim before its registration."""

    number: Text
    """Its number at the court or the authority."""
    date: Moment
    """The day of it."""
    capital: Money | None = None
    """The capital that it awarded."""
    interest: Money | None = None
    """The interest that it awarded."""
    costs: Money | None = None
    """The costs that it awarded."""


class Debt(Shape):
    invoice_number: Text
    """The creditor's own number of the invoice."""
    debt_reference: Text | None = None
    """The digits of the invoice number with a check digit: by it payments with the wrong reference are found."""
    payout_reference: Text | None = None
    """The reference of the debt's payout; the creditor's bank shows it."""
    invoice_date: Moment
    """The date of the invoice."""
    invoice_due_days_after_invoice_date: Integer
    """How many days after the invoice date it is due."""
    interest_days_after_invoice_date: Integer
    """From how many days after the invoice date interest runs."""
    initial_capital: Money
    """The debt before any payment."""
    capital_to_claim: Money
    """The capital of the claim, without the interest and costs of collecting it."""
    debt_description: Text
    """The description of the debt, in words that the debtor understands."""
    claim_kind: ClaimKind
    """The kind of claim."""
    due_date_basis: DueDateBasis
    """Where the due date comes from."""
    left: Moment | None = None
    """The day on which the invoice left."""
    control_fee: dict[str, Any] | None = None
    """The parking that a control fee is for, as it was sent."""
    limitation_kind: LimitationKind | None = None
    """The kind of limitation; absent of a case that was registered before there were any."""
    arose_on: Moment | None = None
    """The day on which the debt arose, where it is not the invoice date."""
    moved_out: Moment | None = None
    """The day on which a tenant moved out."""
    interruptions: list[dict[str, Any]] | None = None
    """Interruptions of limitation that the registration stated: `date`, `kind` and `evidence` of each."""
    old_payment_reference: Text | None = None
    """The payment reference of letters before the registration."""
    previous_case_number: Text | None = None
    """The number of the case at the collector before."""
    judgment: DebtJudgment | None = None
    """The judgment or order on the claim before the registration."""


class Transaction(Shape):
    """A line of what is owed: positive added, negative settled, credited or written off."""

    bank_transaction_date: Moment
    """The day that counts: of a payment the bank's, of anything else its own."""
    registration_date: Moment
    """When it was registered."""
    origin: Origin
    """`creditor_system`."""
    type: LineType
    """The kind of amount."""
    description_locale_tag: Text
    """The tag of the line's text in `locales`."""
    amount: Money
    """How much: positive added, negative settled, credited or written off."""


class Case(Shape):
    account: Id
    """The account that it belongs to."""
    creditor: Id
    """The creditor to whom the money is owed."""
    creditor_name: Text
    """The creditor's name."""
    customer: Id
    """The customer who owes."""
    customer_name: Text
    """The customer's name."""
    customer_id_number: Text
    """The customer's personal or organisation number."""
    customer_number: Text | None = None
    """Your own number of the customer."""
    customer_status: Text
    """`initialized`."""
    reference_number: Text | None = None
    """A reference number of your own; of a credit invoice, the number of the invoice that it credits."""
    currency: Currency
    """`SEK`."""
    ocr_number: Text
    """The payment reference."""
    case_number: Text
    """The number that people use, printed on letters: *Ärende*. It is unique."""
    state: State
    """The phase: `initializing`, `invoice`, …, `closed`."""
    state_history: list[StateDate]
    """Every change, oldest first."""
    status: Status
    """Where in the phase."""
    status_history: list[StatusDate]
    """Every change, oldest first."""
    latest_state_date: Moment
    """When the phase began."""
    next_step: NextStepCode | None = None
    """The next step; absent when closed."""
    next_step_date: Moment | None = None
    """When the next step is due."""
    waits_for: list[WaitsFor]
    """The things that a demand or an application waits for; empty where nothing is missing."""
    closed: Moment | None = None
    """When it was closed."""
    close_reason: CloseReason | None = None
    """`paid`, `credited`, `cancelled` and so on."""
    start_flow: Flag
    """`false` waits."""
    agreement_version: Text
    """The agreement in force."""
    case_registration: Id
    """The registration that made it, of a case or an invoice."""
    case_settings: CaseSettings
    """The case's own settings; missing ones come from the creditor or the account."""
    labels: list[Text] | None = None
    """Your own."""
    assigned_to: Id | None = None
    """The user of the operator who handles it."""
    debt: Debt
    """The subject of the case: the invoice and the capital."""
    transactions: list[Transaction]
    """The amount added (positive), settled or credited (negative)."""
    total_added_capital_amount: Money
    """The amounts added, by component."""
    total_added_costs_amount: Money
    """The costs added."""
    total_added_interest_amount: Money
    """The interest added."""
    total_added_transaction_amount: Money
    """All components together."""
    total_remaining_capital_amount: Money
    """The amounts still owed, by component."""
    total_remaining_costs_amount: Money
    """The costs still owed."""
    total_remaining_interest_amount: Money
    """The interest still owed."""
    total_remaining_transaction_amount: Money
    """All that is owed."""
    local_added_capital_amount: Money
    """In local currency, which is SEK: equal to the totals."""
    local_added_costs_amount: Money
    """As `total_added_costs_amount`, in local currency, which is SEK."""
    local_added_interest_amount: Money
    """As `total_added_interest_amount`, in local currency, which is SEK."""
    local_added_transaction_amount: Money
    """As `total_added_transaction_amount`, in local currency, which is SEK."""
    local_remaining_capital_amount: Money
    """As `total_remaining_capital_amount`, in local currency, which is SEK."""
    local_remaining_costs_amount: Money
    """As `total_remaining_costs_amount`, in local currency, which is SEK."""
    local_remaining_interest_amount: Money
    """As `total_remaining_interest_amount`, in local currency, which is SEK."""
    local_remaining_transaction_amount: Money
    """As `total_remaining_transaction_amount`, in local currency, which is SEK."""
    disputed_amount: Money | None = None
    """The part of the capital that the debtor objects to, where the rest of the claim goes on."""
    amount_on_its_way: Money
    """The amount of payments by Swish and Autogiro that the bank's file does not have yet; nothing is booked of it."""
    refund_amount: Money
    """The amount received and not owed: a refund to the payer."""
    original_invoice: FileShown | None = None
    """The creditor's own invoice, if it was uploaded."""


class CaseHandlerChange(Shape):
    """Gives a case to a handler; an empty `assigned_to` gives it to nobody."""

    assigned_to: UserId | None = None
    """The user who handles it: an enabled person of the operator's staff, no auditor and no API client."""


CASES = Resource(
    "cases",
    Case,
    owner="creditor",
    personal=True,
    change=CaseHandlerChange,
    about="Claims against customers.",
    column_backed=("debt",),
    made_costs={"_updated": 10, "next_step_date": 10, "case_number": 50, "debt": 600},
    # There is one currency.
    same_values={
        f"local_{which}_{what}_amount": f"total_{which}_{what}_amount"
        for which in ("added", "remaining")
        for what in ("capital", "costs", "interest", "transaction")
    },
    sorted_by=("_created",),
    ordered_within=(("state", "_created"),),
    kept=(
        RetentionRule("cases", ("labels",), PSEUDONYMISED, "no value", STORAGE_LIMITATION),
        RetentionRule(
            "cases",
            ("flow",),
            PSEUDONYMISED,
            "empty object",
            STORAGE_LIMITATION,
            "what the customer disputed or agreed to",
        ),
        RetentionRule("cases", ("debt_description",), ANONYMISED, "empty text", VERIFICATION),
        RetentionRule("cases", ("reference_number", "payout_reference"), ANONYMISED, "no value", VERIFICATION),
        RetentionRule(
            "cases",
            ("ocr_number", "invoice_number", "debt_reference", "facts", "transactions", "head_hash", "case_settings"),
            KEPT,
            "as it was",
            BOOKKEEPING,
            "the journal is made of it, and it names nobody",
        ),
        RetentionRule(
            "cases",
            (
                *("state", "status", "state_history", "status_history", "next_step", "next_step_date", "waits_for"),
                "close_reason",
                *("first_action", "start_flow", "is_business", "is_parking", "particulars", "agreement_version"),
                "assignments",
            ),
            KEPT,
            "as it was",
            NOT_PERSONAL,
            "says what was done, and no longer to whom",
        ),
    ),
)
