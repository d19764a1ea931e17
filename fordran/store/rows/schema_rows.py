"""Rows of the tables. Made from `schema.sql` by `make rows`: change that, and not this file."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any, NotRequired, TypedDict

import orjson

from fordran.domain.bank.autogiro import AutogiroDebitState, AutogiroMandateState
from fordran.domain.bank.bank_states import (
    BankAct,
    BankFileStatus,
    OrderLineKind,
    OrderStatus,
    SuspenseReason,
    TransactionKind,
    TransactionStatus,
    TransferStatus,
)
from fordran.domain.bank.refunds import RefundStatus
from fordran.domain.bank.swish import SwishState
from fordran.domain.bank.swish_refunds import SwishRefundState
from fordran.domain.books.journal import Category
from fordran.domain.days import Interval
from fordran.domain.flow.plan_progress import PlanEnd
from fordran.domain.kinds.address_sources import AddressSource
from fordran.domain.kinds.articles import Article, PayoutArticle
from fordran.domain.kinds.bulk_acts import BulkActKind, BulkActStatus, BulkOutcome
from fordran.domain.kinds.case_states import State, Status
from fordran.domain.kinds.channels import Batched, Channel, DeliveryKind, DeliveryOutcome, DeliveryState, Distribution
from fordran.domain.kinds.close_reasons import CloseReason
from fordran.domain.kinds.dispute_kinds import DisputeEnd, DisputeKind
from fordran.domain.kinds.enforcement_kinds import EnforcementChannel, EnforcementStatus
from fordran.domain.kinds.erasure_batches import ErasureBatchStatus, ErasureOutcome
from fordran.domain.kinds.event_types import EventName
from fordran.domain.kinds.letter_kinds import EnvelopeStatus, LetterKind, LetterStatus
from fordran.domain.kinds.party_roles import PartyLetters, PartyRole
from fordran.domain.kinds.steps import FirstAction, NextStepCode, Step, StepOutcome
from fordran.domain.kinds.work_item_kinds import OfferOutcome, WorkItemKind
from fordran.domain.law.law import LawRowKind, LawRowStatus
from fordran.domain.numbers.identity import IdNumberStatus
from fordran.domain.payouts.four_eyes import ApprovalKind, HeldAct
from fordran.domain.payouts.gathering import NotReady
from fordran.domain.payouts.operator_invoice import FeeSettlement, FeeTaxation, FeeVat, OperatorInvoiceAct
from fordran.domain.payouts.payout import PayoutAct
from fordran.domain.service.audit import AuditBy, AuditKind, AuditRecords
from fordran.domain.service.retention import ErasureStage, FileToRemove
from fordran.domain.service.signing_in import AttemptKind, SignInWay
from fordran.domain.spar.outcome import SparOutcome
from fordran.resources.access_groups import AccessGroupType
from fordran.resources.accounts import NumberValidation
from fordran.resources.case_acts import NoteKind
from fordran.resources.common import RecordedStatus, StatusReason
from fordran.resources.file_import_reports import ImportedKind, RowOutcome
from fordran.resources.invoices import InvoiceType
from fordran.resources.letters import LetterLanguage
from fordran.resources.users import OauthType
from fordran.resources.webhook_deliveries import DeliveryOrigin, DeliveryStatus
from fordran.store.rows.tables import Table


class AccessGroupRow(TypedDict):
    """A row of `access_groups`: made by the service, one of each type for each partner, account and creditor."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    type: AccessGroupType
    name: str
    partner_id: str | None
    account_id: str | None
    creditor_id: str | None


class NewAccessGroup(TypedDict):
    """A new row of `access_groups`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    type: AccessGroupType
    name: str
    partner_id: NotRequired[str | None]
    account_id: NotRequired[str | None]
    creditor_id: NotRequired[str | None]


ACCESS_GROUPS_TABLE = Table("access_groups", NewAccessGroup)


class AccountingEntryRow(TypedDict):
    """A row of `accounting_entries`: what goes to the accounting systems of creditors, once each."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    kind: str
    booking_id: str
    case_id: str | None
    payout_id: str | None
    amount: int
    day: date
    state: str
    number: str | None
    tries: int
    next_try: datetime | None
    claimed_until: datetime | None
    trouble: str | None
    lines: orjson.Fragment | None


class NewAccountingEntry(TypedDict):
    """A new row of `accounting_entries`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    kind: str
    booking_id: str
    case_id: NotRequired[str | None]
    payout_id: NotRequired[str | None]
    amount: int
    day: date
    state: str
    number: NotRequired[str | None]
    tries: NotRequired[int]
    next_try: NotRequired[datetime | None]
    claimed_until: NotRequired[datetime | None]
    trouble: NotRequired[str | None]
    lines: NotRequired[Any]


ACCOUNTING_ENTRIES_TABLE = Table("accounting_entries", NewAccountingEntry)


class AccountingStateRow(TypedDict):
    """A row of `accounting_states`: since when bookings go to the accounting systems of creditors."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    writes_since: datetime | None


class NewAccountingState(TypedDict):
    """A new row of `accounting_states`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    writes_since: NotRequired[datetime | None]


ACCOUNTING_STATES_TABLE = Table("accounting_states", NewAccountingState)


class AccountingTokenRow(TypedDict):
    """A row of `accounting_tokens`: tokens by which creditors let the installation into their accounting systems."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    refresh_token: str
    claimed_until: datetime | None


class NewAccountingToken(TypedDict):
    """A new row of `accounting_tokens`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    refresh_token: str
    claimed_until: NotRequired[datetime | None]


ACCOUNTING_TOKENS_TABLE = Table("accounting_tokens", NewAccountingToken)


class AccountRow(TypedDict):
    """A row of `accounts`: the businesses; distributed by its own id."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    number: int
    partner_id: str | None
    name: str
    description: str | None
    organization_no: str
    standard_debt_description: str | None
    agreement_template: str
    agreement_address: orjson.Fragment
    access_group_template: str
    case_settings: orjson.Fragment | None
    number_validation: NumberValidation
    warnings: orjson.Fragment | None


class NewAccount(TypedDict):
    """A new row of `accounts`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    number: NotRequired[int]
    partner_id: NotRequired[str | None]
    name: str
    description: NotRequired[str | None]
    organization_no: str
    standard_debt_description: NotRequired[str | None]
    agreement_template: str
    agreement_address: Any
    access_group_template: str
    case_settings: NotRequired[Any]
    number_validation: NotRequired[NumberValidation]
    warnings: NotRequired[Any]


ACCOUNTS_TABLE = Table("accounts", NewAccount)


class AgreementTemplateRow(TypedDict):
    """A row of `agreement_templates`: kinds of agreements that accounts have, with their settings of cases."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    name: str
    case_settings: orjson.Fragment | None


class NewAgreementTemplate(TypedDict):
    """A new row of `agreement_templates`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    name: str
    case_settings: NotRequired[Any]


AGREEMENT_TEMPLATES_TABLE = Table("agreement_templates", NewAgreementTemplate)


class AmortizationPlanRow(TypedDict):
    """A row of `amortization_plans`: instalments that were agreed on, and how each plan ended."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    case_id: str
    made_on: date
    instalments: orjson.Fragment
    paid_before: int
    ended_on: date | None
    end_reason: PlanEnd | None


class NewAmortizationPlan(TypedDict):
    """A new row of `amortization_plans`."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    case_id: str
    made_on: date
    instalments: Any
    paid_before: NotRequired[int]
    ended_on: NotRequired[date | None]
    end_reason: NotRequired[PlanEnd | None]


AMORTIZATION_PLANS_TABLE = Table("amortization_plans", NewAmortizationPlan)


class ApplicationRow(TypedDict):
    """A row of `applications`: the parts of the service that people use."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    name: str
    description: str | None


class NewApplication(TypedDict):
    """A new row of `applications`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    name: str
    description: NotRequired[str | None]


APPLICATIONS_TABLE = Table("applications", NewApplication)


class AssignmentRuleRow(TypedDict):
    """A row of `assignment_rules`: to whom cases that need a person are given."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    name: str
    account_id: str | None
    creditor_id: str | None
    claim_kind: str | None
    is_person: bool | None
    handlers: orjson.Fragment


class NewAssignmentRule(TypedDict):
    """A new row of `assignment_rules`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    name: str
    account_id: NotRequired[str | None]
    creditor_id: NotRequired[str | None]
    claim_kind: NotRequired[str | None]
    is_person: NotRequired[bool | None]
    handlers: Any


ASSIGNMENT_RULES_TABLE = Table("assignment_rules", NewAssignmentRule)


class AuditLogRow(TypedDict):
    """A row of `audit_log`: who did what, when, from where, on which document."""

    account_id: str
    id: str
    created: datetime
    by: AuditBy
    user_id: str | None
    address: str | None
    request_id: str | None
    act: str | None
    kind: AuditKind
    resource: str
    document_id: str | None
    documents: orjson.Fragment | None
    creditor_id: str | None
    changes: orjson.Fragment | None
    erased: datetime | None


class NewAuditLog(TypedDict):
    """A new row of `audit_log`."""

    account_id: NotRequired[str]
    id: NotRequired[str]
    created: NotRequired[datetime]
    by: AuditBy
    user_id: NotRequired[str | None]
    address: NotRequired[str | None]
    request_id: NotRequired[str | None]
    act: NotRequired[str | None]
    kind: AuditKind
    resource: str
    document_id: NotRequired[str | None]
    documents: NotRequired[Any]
    creditor_id: NotRequired[str | None]
    changes: NotRequired[Any]
    erased: NotRequired[datetime | None]


AUDIT_LOG_TABLE = Table("audit_log", NewAuditLog)


class AuditRuleRow(TypedDict):
    """A row of `audit_rules`: what the audit log records of each table, and why."""

    table_name: str
    records: AuditRecords
    reason: str
    resource: str | None
    document: str
    keeps_new: bool
    often: list[str]
    derived: list[str]
    secret: list[str]


class NewAuditRule(TypedDict):
    """A new row of `audit_rules`."""

    table_name: str
    records: AuditRecords
    reason: str
    resource: NotRequired[str | None]
    document: NotRequired[str]
    keeps_new: NotRequired[bool]
    often: NotRequired[tuple[str, ...]]
    derived: NotRequired[tuple[str, ...]]
    secret: NotRequired[tuple[str, ...]]


AUDIT_RULES_TABLE = Table("audit_rules", NewAuditRule)


class AutogiroDebitRow(TypedDict):
    """A row of `autogiro_debits`: what is drawn from debtors' bank accounts, and what became of it."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    case_id: str
    mandate_id: str
    subject: str
    day: date
    amount: int
    reference: str
    letter_id: str
    state: AutogiroDebitState
    reason: str | None
    sent: date | None
    until_day: date | None
    file_id: str | None
    cancel_file_id: str | None
    case_revision: int | None


class NewAutogiroDebit(TypedDict):
    """A new row of `autogiro_debits`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    case_id: str
    mandate_id: str
    subject: str
    day: date
    amount: int
    reference: str
    letter_id: str
    state: AutogiroDebitState
    reason: NotRequired[str | None]
    sent: NotRequired[date | None]
    until_day: NotRequired[date | None]
    file_id: NotRequired[str | None]
    cancel_file_id: NotRequired[str | None]
    case_revision: NotRequired[int | None]


AUTOGIRO_DEBITS_TABLE = Table("autogiro_debits", NewAutogiroDebit)


class AutogiroFileRow(TypedDict):
    """A row of `autogiro_files`: files to Bankgirot and reports from there."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    is_ours: bool
    day: date
    digest: bytes | None
    written: datetime | None


class NewAutogiroFile(TypedDict):
    """A new row of `autogiro_files`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    is_ours: bool
    day: date
    digest: NotRequired[bytes | None]
    written: NotRequired[datetime | None]


AUTOGIRO_FILES_TABLE = Table("autogiro_files", NewAutogiroFile)


class AutogiroMandateRow(TypedDict):
    """A row of `autogiro_mandates`: debtors who let their bank account be drawn, and what Bankgirot says of them."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    case_id: str
    customer_id: str
    payer_number: str
    clearing_number: str
    account_number: str
    state: AutogiroMandateState
    reason: str | None
    sent: date | None
    answered: date | None
    end_sent: date | None
    file_id: str | None
    end_file_id: str | None
    case_revision: int | None


class NewAutogiroMandate(TypedDict):
    """A new row of `autogiro_mandates`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    case_id: str
    customer_id: str
    payer_number: str
    clearing_number: str
    account_number: str
    state: AutogiroMandateState
    reason: NotRequired[str | None]
    sent: NotRequired[date | None]
    answered: NotRequired[date | None]
    end_sent: NotRequired[date | None]
    file_id: NotRequired[str | None]
    end_file_id: NotRequired[str | None]
    case_revision: NotRequired[int | None]


AUTOGIRO_MANDATES_TABLE = Table("autogiro_mandates", NewAutogiroMandate)


class AutogiroTransferRow(TypedDict):
    """A row of `autogiro_transfers`: sums of Autogiro, and the bank's own transactions of them."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    file_id: str
    bank_account: str
    day: date
    serial: str
    amount: int
    transaction_id: str | None


class NewAutogiroTransfer(TypedDict):
    """A new row of `autogiro_transfers`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    file_id: str
    bank_account: str
    day: date
    serial: str
    amount: int
    transaction_id: NotRequired[str | None]


AUTOGIRO_TRANSFERS_TABLE = Table("autogiro_transfers", NewAutogiroTransfer)


class BankBalanceRow(TypedDict):
    """A row of `bank_balances`: what the bank says that our accounts held at the end of a day."""

    bank_account: str
    day: date
    created: datetime
    updated: datetime
    file_id: str
    opening_amount: int | None
    closing_amount: int


class NewBankBalance(TypedDict):
    """A new row of `bank_balances`."""

    bank_account: str
    day: date
    created: datetime
    updated: datetime
    file_id: str
    opening_amount: NotRequired[int | None]
    closing_amount: int


BANK_BALANCES_TABLE = Table("bank_balances", NewBankBalance)


class BankBookingRow(TypedDict):
    """A row of `bank_bookings`: the journal of money that is on no case, chained transaction by transaction."""

    transaction_id: str
    position: int
    id: str
    at: datetime
    booked_on: date
    act: BankAct
    details: orjson.Fragment
    ledger_accounts: list[int]
    amounts: list[int]
    previous_hash: str
    hash: str


class NewBankBooking(TypedDict):
    """A new row of `bank_bookings`."""

    transaction_id: str
    position: int
    id: str
    at: datetime
    booked_on: date
    act: BankAct
    details: Any
    ledger_accounts: tuple[int, ...]
    amounts: tuple[int, ...]
    previous_hash: str
    hash: str


BANK_BOOKINGS_TABLE = Table("bank_bookings", NewBankBooking)


class BankFileRow(TypedDict):
    """A row of `bank_files`: files from the bank, and what became of what they brought."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    sha256: bytes
    filename: str
    kind: str
    size: int
    status: BankFileStatus
    first_date: date | None
    last_date: date | None
    amount_in: int
    amount_out: int
    transactions: int
    matched: int
    suspense: int
    recalled: int
    withdrawals: int
    duplicates: int
    imported_on: date | None


class NewBankFile(TypedDict):
    """A new row of `bank_files`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    sha256: bytes
    filename: str
    kind: str
    size: int
    status: BankFileStatus
    first_date: NotRequired[date | None]
    last_date: NotRequired[date | None]
    amount_in: int
    amount_out: int
    transactions: int
    matched: int
    suspense: int
    recalled: int
    withdrawals: int
    duplicates: int
    imported_on: NotRequired[date | None]


BANK_FILES_TABLE = Table("bank_files", NewBankFile)


class BankOrderLineRow(TypedDict):
    """A row of `bank_order_lines`: what the bank was ordered to pay; each thing once for ever, which a unique key holds."""

    order_id: str
    position: int
    kind: OrderLineKind
    subject_id: str
    account_id: str | None
    case_id: str | None
    payment_id: str | None
    amount: int
    execution_date: date
    name: str
    address: orjson.Fragment
    bank_account: orjson.Fragment
    message: str
    transfer_id: str | None
    attempt: int | None
    status: TransferStatus | None
    status_reason: str | None
    rejected_on: date | None


class NewBankOrderLine(TypedDict):
    """A new row of `bank_order_lines`."""

    order_id: str
    position: int
    kind: OrderLineKind
    subject_id: str
    account_id: NotRequired[str | None]
    case_id: NotRequired[str | None]
    payment_id: NotRequired[str | None]
    amount: int
    execution_date: date
    name: str
    address: Any
    bank_account: Any
    message: str
    transfer_id: NotRequired[str | None]
    attempt: NotRequired[int | None]
    status: NotRequired[TransferStatus | None]
    status_reason: NotRequired[str | None]
    rejected_on: NotRequired[date | None]


BANK_ORDER_LINES_TABLE = Table("bank_order_lines", NewBankOrderLine)


class BankOrderRow(TypedDict):
    """A row of `bank_orders`: orders to the bank, each a file."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    orderer: orjson.Fragment
    filename: str
    gathered_account_id: str | None
    status: OrderStatus
    transfers: int
    amount: int
    sha256: bytes | None
    ordered_on: date | None


class NewBankOrder(TypedDict):
    """A new row of `bank_orders`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    orderer: Any
    filename: str
    gathered_account_id: NotRequired[str | None]
    status: NotRequired[OrderStatus]
    transfers: NotRequired[int]
    amount: NotRequired[int]
    sha256: NotRequired[bytes | None]
    ordered_on: NotRequired[date | None]


BANK_ORDERS_TABLE = Table("bank_orders", NewBankOrder)


class BankPaymentRow(TypedDict):
    """A row of `bank_payments`: parts of transactions that are cases' money."""

    id: str
    transaction_id: str
    account_id: str
    creditor_id: str
    case_id: str
    amount: int
    booking_date: date
    was_in_suspense: bool
    lowered_id: str | None
    recalled_on: date | None
    recall_id: str | None
    is_due: bool
    is_booked: bool


class NewBankPayment(TypedDict):
    """A new row of `bank_payments`."""

    id: str
    transaction_id: str
    account_id: str
    creditor_id: str
    case_id: str
    amount: int
    booking_date: date
    was_in_suspense: NotRequired[bool]
    lowered_id: NotRequired[str | None]
    recalled_on: NotRequired[date | None]
    recall_id: NotRequired[str | None]
    is_due: NotRequired[bool]
    is_booked: NotRequired[bool]


BANK_PAYMENTS_TABLE = Table("bank_payments", NewBankPayment)


class BankRefundRow(TypedDict):
    """A row of `bank_refunds`: money in suspense that is to go back to its payer, until it has been exported to the bank."""

    id: str
    created: datetime
    transaction_id: str
    amount: int
    name: str
    bank_account: orjson.Fragment
    exported: datetime | None
    ordered_by: list[str] | None


class NewBankRefund(TypedDict):
    """A new row of `bank_refunds`."""

    id: str
    created: datetime
    transaction_id: str
    amount: int
    name: str
    bank_account: Any
    exported: NotRequired[datetime | None]
    ordered_by: NotRequired[tuple[str, ...] | None]


BANK_REFUNDS_TABLE = Table("bank_refunds", NewBankRefund)


class BankTransactionRow(TypedDict):
    """A row of `bank_transactions`: what happened on the bank account, each transaction once for ever."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    key: str
    file_id: str
    position: int
    kind: TransactionKind
    booking_date: date
    value_date: date
    amount: int
    bank_account: str
    receiver: str
    reference: str
    references: orjson.Fragment
    payer: orjson.Fragment
    information: orjson.Fragment
    bank_reference: str
    own_reference: str
    entry: str
    is_itemised: bool
    status: TransactionStatus
    reason: SuspenseReason | None
    suspense_amount: int
    recalled_id: str | None
    bookings: int
    head_hash: str
    order_date: date | None


class NewBankTransaction(TypedDict):
    """A new row of `bank_transactions`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    key: str
    file_id: str
    position: int
    kind: TransactionKind
    booking_date: date
    value_date: date
    amount: int
    bank_account: str
    receiver: str
    reference: str
    references: Any
    payer: Any
    information: Any
    bank_reference: str
    own_reference: str
    entry: str
    is_itemised: bool
    status: TransactionStatus
    reason: NotRequired[SuspenseReason | None]
    suspense_amount: NotRequired[int]
    recalled_id: NotRequired[str | None]
    bookings: NotRequired[int]
    head_hash: NotRequired[str]
    order_date: NotRequired[date | None]


BANK_TRANSACTIONS_TABLE = Table("bank_transactions", NewBankTransaction)


class BookingRow(TypedDict):
    """A row of `bookings`: the journal; each row is what one act changed, chained to the row before it of the same case."""

    account_id: str
    id: str
    creditor_id: str
    case_id: str
    position: int
    at: datetime
    booked_on: date
    facts: orjson.Fragment
    entries: orjson.Fragment
    ledger_accounts: list[int]
    amounts: list[int]
    previous_hash: str
    hash: str
    days: list[date] | None


class NewBooking(TypedDict):
    """A new row of `bookings`."""

    account_id: str
    id: str
    creditor_id: str
    case_id: str
    position: int
    at: datetime
    booked_on: date
    facts: Any
    entries: Any
    ledger_accounts: tuple[int, ...]
    amounts: tuple[int, ...]
    previous_hash: str
    hash: str
    days: NotRequired[tuple[date, ...] | None]


BOOKINGS_TABLE = Table("bookings", NewBooking)


class BulkActCaseRow(TypedDict):
    """A row of `bulk_act_cases`: the cases of a bulk act, and what became of each."""

    bulk_act_id: str
    id: str
    account_id: str
    creditor_id: str
    case_id: str
    outcome: BulkOutcome | None
    reason: orjson.Fragment | None
    sentence: str | None
    approval: str | None


class NewBulkActCase(TypedDict):
    """A new row of `bulk_act_cases`."""

    bulk_act_id: str
    id: str
    account_id: str
    creditor_id: str
    case_id: str
    outcome: NotRequired[BulkOutcome | None]
    reason: NotRequired[Any]
    sentence: NotRequired[str | None]
    approval: NotRequired[str | None]


BULK_ACT_CASES_TABLE = Table("bulk_act_cases", NewBulkActCase)


class BulkActRow(TypedDict):
    """A row of `bulk_acts`: acts on many cases at once."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    act: BulkActKind
    filter: orjson.Fragment
    body: orjson.Fragment
    is_dry_run: bool
    status: BulkActStatus
    asked_by: str
    let_in_by: list[str] | None
    asked_through: str
    cases: int
    done: int
    waiting: int
    refused: int
    ended: datetime | None


class NewBulkAct(TypedDict):
    """A new row of `bulk_acts`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    act: BulkActKind
    filter: Any
    body: Any
    is_dry_run: bool
    status: BulkActStatus
    asked_by: str
    let_in_by: NotRequired[tuple[str, ...] | None]
    asked_through: str
    cases: int
    done: NotRequired[int]
    waiting: NotRequired[int]
    refused: NotRequired[int]
    ended: NotRequired[datetime | None]


BULK_ACTS_TABLE = Table("bulk_acts", NewBulkAct)


class CaseDisputeRow(TypedDict):
    """A row of `case_disputes`: what debtors objected to, and what was answered."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    case_id: str
    reason: str
    disputed_on: date
    outcome: DisputeEnd | None
    answer: str | None
    credited_amount: int
    ended_on: date | None
    kind: DisputeKind | None
    amount: int | None
    explanation: str | None
    noted_by: list[str] | None
    confirmed_by: str | None
    rejected_on: date | None
    evidence: str | None


class NewCaseDispute(TypedDict):
    """A new row of `case_disputes`."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    case_id: str
    reason: str
    disputed_on: date
    outcome: NotRequired[DisputeEnd | None]
    answer: NotRequired[str | None]
    credited_amount: NotRequired[int]
    ended_on: NotRequired[date | None]
    kind: NotRequired[DisputeKind | None]
    amount: NotRequired[int | None]
    explanation: NotRequired[str | None]
    noted_by: NotRequired[tuple[str, ...] | None]
    confirmed_by: NotRequired[str | None]
    rejected_on: NotRequired[date | None]
    evidence: NotRequired[str | None]


CASE_DISPUTES_TABLE = Table("case_disputes", NewCaseDispute)


class CaseNoteRow(TypedDict):
    """A row of `case_notes`: what people wrote down about cases."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    case_id: str
    user_id: str | None
    kind: NoteKind
    text: str
    shared: bool | None


class NewCaseNote(TypedDict):
    """A new row of `case_notes`."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    case_id: str
    user_id: NotRequired[str | None]
    kind: NoteKind
    text: str
    shared: NotRequired[bool | None]


CASE_NOTES_TABLE = Table("case_notes", NewCaseNote)


class CasePartyRow(TypedDict):
    """A row of `case_parties`: guardians, trustees, helpers, estates and others in a case beside its debtor."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    case_id: str
    role: PartyRole
    name: str
    id_number: str | None
    address: orjson.Fragment
    email: str | None
    from_day: date | None
    until_day: date | None
    receives_letters: PartyLetters
    may_agree: bool
    ground: str | None
    inventory_date: date | None
    customer_id: str | None


class NewCaseParty(TypedDict):
    """A new row of `case_parties`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    case_id: str
    role: PartyRole
    name: str
    id_number: NotRequired[str | None]
    address: Any
    email: NotRequired[str | None]
    from_day: NotRequired[date | None]
    until_day: NotRequired[date | None]
    receives_letters: PartyLetters
    may_agree: bool
    ground: NotRequired[str | None]
    inventory_date: NotRequired[date | None]
    customer_id: NotRequired[str | None]


CASE_PARTIES_TABLE = Table("case_parties", NewCaseParty)


class CaseRegistrationRow(TypedDict):
    """A row of `case_registrations`: debts as they were sent to us."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    cases: orjson.Fragment
    ocr_numbers: orjson.Fragment
    ocr_numbers_ocr: orjson.Fragment
    document: orjson.Fragment
    is_protected: bool | None


class NewCaseRegistration(TypedDict):
    """A new row of `case_registrations`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    cases: Any
    ocr_numbers: Any
    ocr_numbers_ocr: Any
    document: Any
    is_protected: NotRequired[bool | None]


CASE_REGISTRATIONS_TABLE = Table("case_registrations", NewCaseRegistration)


class CaseWaiverRow(TypedDict):
    """A row of `case_waivers`: why interest or costs were waived, and by whom."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    case_id: str
    user_id: str | None
    reason: str


class NewCaseWaiver(TypedDict):
    """A new row of `case_waivers`."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    case_id: str
    user_id: NotRequired[str | None]
    reason: str


CASE_WAIVERS_TABLE = Table("case_waivers", NewCaseWaiver)


class CaseRow(TypedDict):
    """A row of `cases`: claims against customers."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    customer_id: str
    registration_id: str
    ocr_number: str
    reference_number: str | None
    state: State
    status: Status
    state_history: orjson.Fragment
    status_history: orjson.Fragment
    latest_state_date: datetime
    next_step: NextStepCode | None
    next_step_date: date | None
    closed: datetime | None
    close_reason: CloseReason | None
    first_action: FirstAction
    start_flow: bool
    agreement_version: str
    case_settings: orjson.Fragment
    labels: orjson.Fragment | None
    original_invoice_id: str | None
    invoice_number: str
    debt_reference: str | None
    payout_reference: str | None
    invoice_date: datetime
    invoice_due_days: int
    interest_days: int
    initial_capital: int
    capital_to_claim: int
    debt_description: str
    is_business: bool
    is_parking: bool | None
    particulars: orjson.Fragment | None
    flow: orjson.Fragment
    facts: orjson.Fragment
    transactions: orjson.Fragment
    bookings: int
    head_hash: str
    total_added_capital_amount: int
    total_added_interest_amount: int
    total_added_costs_amount: int
    total_remaining_capital_amount: int
    total_remaining_interest_amount: int
    total_remaining_costs_amount: int
    refund_amount: int
    erasure: ErasureStage | None
    waits_for: orjson.Fragment | None
    number_freed_by: str | None
    assigned_to: str | None
    assignments: orjson.Fragment | None


class NewCase(TypedDict):
    """A new row of `cases`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    customer_id: str
    registration_id: str
    ocr_number: str
    reference_number: NotRequired[str | None]
    state: State
    status: Status
    state_history: Any
    status_history: Any
    latest_state_date: datetime
    next_step: NotRequired[NextStepCode | None]
    next_step_date: NotRequired[date | None]
    closed: NotRequired[datetime | None]
    close_reason: NotRequired[CloseReason | None]
    first_action: FirstAction
    start_flow: NotRequired[bool]
    agreement_version: str
    case_settings: Any
    labels: NotRequired[Any]
    original_invoice_id: NotRequired[str | None]
    invoice_number: str
    debt_reference: NotRequired[str | None]
    payout_reference: NotRequired[str | None]
    invoice_date: datetime
    invoice_due_days: int
    interest_days: int
    initial_capital: int
    capital_to_claim: int
    debt_description: str
    is_business: bool
    is_parking: NotRequired[bool | None]
    particulars: NotRequired[Any]
    flow: NotRequired[Any]
    facts: Any
    transactions: Any
    bookings: int
    head_hash: str
    total_added_capital_amount: int
    total_added_interest_amount: int
    total_added_costs_amount: int
    total_remaining_capital_amount: int
    total_remaining_interest_amount: int
    total_remaining_costs_amount: int
    refund_amount: NotRequired[int]
    erasure: NotRequired[ErasureStage | None]
    waits_for: NotRequired[Any]
    number_freed_by: NotRequired[str | None]
    assigned_to: NotRequired[str | None]
    assignments: NotRequired[Any]


CASES_TABLE = Table("cases", NewCase)


class ClientUseRow(TypedDict):
    """A row of `client_uses`: when each API client last signed in, and with each of its keys; without a key, at all."""

    user_id: str
    key_id: str | None
    last_used: datetime


class NewClientUse(TypedDict):
    """A new row of `client_uses`."""

    user_id: str
    key_id: NotRequired[str | None]
    last_used: datetime


CLIENT_USES_TABLE = Table("client_uses", NewClientUse)


class ClosedPeriodBookingRow(TypedDict):
    """A row of `closed_period_bookings`: which bookings of its last two days a closing counts."""

    month: date
    booking_id: str


class NewClosedPeriodBooking(TypedDict):
    """A new row of `closed_period_bookings`."""

    month: date
    booking_id: str


CLOSED_PERIOD_BOOKINGS_TABLE = Table("closed_period_bookings", NewClosedPeriodBooking)


class ClosedPeriodRow(TypedDict):
    """A row of `closed_periods`: months of the operator's ledger that are closed, with their exports."""

    month: date
    last_day: date
    proposed: datetime
    proposed_by: str | None
    closed: datetime | None
    closed_on: date | None
    confirmed_by: str | None
    vouchers: int | None
    file: bytes | None
    file_hash: str | None


class NewClosedPeriod(TypedDict):
    """A new row of `closed_periods`."""

    month: date
    last_day: date
    proposed: datetime
    proposed_by: NotRequired[str | None]
    closed: NotRequired[datetime | None]
    closed_on: NotRequired[date | None]
    confirmed_by: NotRequired[str | None]
    vouchers: NotRequired[int | None]
    file: NotRequired[bytes | None]
    file_hash: NotRequired[str | None]


CLOSED_PERIODS_TABLE = Table("closed_periods", NewClosedPeriod)


class CompanyAnswerRow(TypedDict):
    """A row of `company_answers`: what the register of companies tells of customers."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    customer_id: str
    number: str
    outcome: str
    code: str
    since: date | None
    answered_on: date | None
    tries: int
    first_tried: datetime | None
    next_try: datetime | None
    claimed_until: datetime | None
    trouble: str | None


class NewCompanyAnswer(TypedDict):
    """A new row of `company_answers`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    customer_id: str
    number: str
    outcome: str
    code: NotRequired[str]
    since: NotRequired[date | None]
    answered_on: NotRequired[date | None]
    tries: NotRequired[int]
    first_tried: NotRequired[datetime | None]
    next_try: NotRequired[datetime | None]
    claimed_until: NotRequired[datetime | None]
    trouble: NotRequired[str | None]


COMPANY_ANSWERS_TABLE = Table("company_answers", NewCompanyAnswer)


class ComplaintRow(TypedDict):
    """A row of `complaints`: what somebody finds wrong with how we work, and what was answered."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    account_id: str | None
    creditor_id: str | None
    case_id: str | None
    customer_id: str | None
    sender: str
    about: str
    received: date
    complaint: str
    handler: str | None
    answered: date | None
    answer: str | None
    outcome: str | None
    cause: str | None


class NewComplaint(TypedDict):
    """A new row of `complaints`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    account_id: NotRequired[str | None]
    creditor_id: NotRequired[str | None]
    case_id: NotRequired[str | None]
    customer_id: NotRequired[str | None]
    sender: str
    about: str
    received: date
    complaint: str
    handler: NotRequired[str | None]
    answered: NotRequired[date | None]
    answer: NotRequired[str | None]
    outcome: NotRequired[str | None]
    cause: NotRequired[str | None]


COMPLAINTS_TABLE = Table("complaints", NewComplaint)


class ConfirmingMailRow(TypedDict):
    """A row of `confirming_mails`: how many confirming mails an unconfirmed address was sent, for some months."""

    address_hash: bytes
    account_id: str | None
    sent: int
    last_sent: datetime


class NewConfirmingMail(TypedDict):
    """A new row of `confirming_mails`."""

    address_hash: bytes
    account_id: NotRequired[str | None]
    sent: int
    last_sent: datetime


CONFIRMING_MAILS_TABLE = Table("confirming_mails", NewConfirmingMail)


class CreditorCancellationRow(TypedDict):
    """A row of `creditor_cancellations`: cases that creditors took back."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    case_id: str
    cancellation_status: RecordedStatus
    status_reason_locale: StatusReason | None
    reversed_date: datetime | None
    reversal_reason: str | None


class NewCreditorCancellation(TypedDict):
    """A new row of `creditor_cancellations`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    case_id: str
    cancellation_status: RecordedStatus
    status_reason_locale: NotRequired[StatusReason | None]
    reversed_date: NotRequired[datetime | None]
    reversal_reason: NotRequired[str | None]


CREDITOR_CANCELLATIONS_TABLE = Table("creditor_cancellations", NewCreditorCancellation)


class CreditorCreditingRow(TypedDict):
    """A row of `creditor_creditings`: capital that creditors no longer claim."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    case_id: str
    invoice_id: str | None
    amount: int
    payment_status: RecordedStatus
    settled_amount: int
    status_reason_locale: StatusReason | None
    reversed_date: datetime | None
    reversal_reason: str | None


class NewCreditorCrediting(TypedDict):
    """A new row of `creditor_creditings`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    case_id: str
    invoice_id: NotRequired[str | None]
    amount: int
    payment_status: RecordedStatus
    settled_amount: int
    status_reason_locale: NotRequired[StatusReason | None]
    reversed_date: NotRequired[datetime | None]
    reversal_reason: NotRequired[str | None]


CREDITOR_CREDITINGS_TABLE = Table("creditor_creditings", NewCreditorCrediting)


class CreditorLogoRow(TypedDict):
    """A row of `creditor_logos`: logos as they are printed."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    picture: str


class NewCreditorLogo(TypedDict):
    """A new row of `creditor_logos`."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    picture: str


CREDITOR_LOGOS_TABLE = Table("creditor_logos", NewCreditorLogo)


class CreditorPaymentRow(TypedDict):
    """A row of `creditor_payments`: payments that creditors received straight from customers."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    case_id: str
    amount: int
    bank_transaction_date: datetime
    creditor_payment_reference: str | None
    order_date: datetime | None
    earmark: str | None
    payment_status: RecordedStatus
    settled_amount: int
    status_reason_locale: StatusReason | None
    reversed_date: datetime | None
    reversal_reason: str | None


class NewCreditorPayment(TypedDict):
    """A new row of `creditor_payments`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    case_id: str
    amount: int
    bank_transaction_date: datetime
    creditor_payment_reference: NotRequired[str | None]
    order_date: NotRequired[datetime | None]
    earmark: NotRequired[str | None]
    payment_status: RecordedStatus
    settled_amount: int
    status_reason_locale: NotRequired[StatusReason | None]
    reversed_date: NotRequired[datetime | None]
    reversal_reason: NotRequired[str | None]


CREDITOR_PAYMENTS_TABLE = Table("creditor_payments", NewCreditorPayment)


class CreditorRow(TypedDict):
    """A row of `creditors`: those to whom money is owed."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_number: int
    name: str
    description: str | None
    organization_no: str
    is_active: bool
    standard_debt_description: str | None
    always_use_standard_debt_description: bool | None
    agreement_address: orjson.Fragment
    sender_address: orjson.Fragment
    invoice_address: orjson.Fragment
    case_config: orjson.Fragment | None
    payout_details: orjson.Fragment
    payout_account_changed: date | None
    payout_account_by: list[str] | None
    default_letter_locale: str | None
    added_to_erp_system: bool | None
    warnings: orjson.Fragment | None
    vat_no: str | None
    approved_for_f_tax: bool | None
    email: str | None
    phone: str | None
    website: str | None
    default_invoice_distribution: Distribution | None
    logo_id: str | None
    is_public_authority: bool | None
    reminder_fee_terms: orjson.Fragment | None
    reminder_fee_terms_until: date | None
    reminder_fees_to_reverse: bool | None
    reminder_fees_reversed_to: str | None
    mandate_id: str | None
    enforcement_mandate: orjson.Fragment | None
    registered_office: str | None
    billing: orjson.Fragment | None


class NewCreditor(TypedDict):
    """A new row of `creditors`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_number: NotRequired[int]
    name: str
    description: NotRequired[str | None]
    organization_no: str
    is_active: bool
    standard_debt_description: NotRequired[str | None]
    always_use_standard_debt_description: NotRequired[bool | None]
    agreement_address: Any
    sender_address: Any
    invoice_address: Any
    case_config: NotRequired[Any]
    payout_details: Any
    payout_account_changed: NotRequired[date | None]
    payout_account_by: NotRequired[tuple[str, ...] | None]
    default_letter_locale: NotRequired[str | None]
    added_to_erp_system: NotRequired[bool | None]
    warnings: NotRequired[Any]
    vat_no: NotRequired[str | None]
    approved_for_f_tax: NotRequired[bool | None]
    email: NotRequired[str | None]
    phone: NotRequired[str | None]
    website: NotRequired[str | None]
    default_invoice_distribution: NotRequired[Distribution | None]
    logo_id: NotRequired[str | None]
    is_public_authority: NotRequired[bool | None]
    reminder_fee_terms: NotRequired[Any]
    reminder_fee_terms_until: NotRequired[date | None]
    reminder_fees_to_reverse: NotRequired[bool | None]
    reminder_fees_reversed_to: NotRequired[str | None]
    mandate_id: NotRequired[str | None]
    enforcement_mandate: NotRequired[Any]
    registered_office: NotRequired[str | None]
    billing: NotRequired[Any]


CREDITORS_TABLE = Table("creditors", NewCreditor)


class CustomerDetailsRow(TypedDict):
    """A row of `customer_details`: what each creditor has told of its customers."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    customer_id: str
    creditor_id: str
    name: str
    name_folded: str
    id_number: str
    id_number_status: IdNumberStatus
    is_person: bool
    is_company: bool
    is_foreign: bool
    customer_number: str | None
    car_registration: orjson.Fragment | None
    address: orjson.Fragment
    mobile_number: str | None
    email: str | None
    email_folded: str
    warnings: orjson.Fragment | None
    email_consent: bool | None
    sms_consent: bool | None
    e_invoice_address: str | None
    invoice_distribution: Distribution | None
    corrections: orjson.Fragment | None
    returned_address: str | None
    address_source: AddressSource | None
    address_confirmed: date | None
    unknown_address: str | None


class NewCustomerDetails(TypedDict):
    """A new row of `customer_details`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    customer_id: str
    creditor_id: str
    name: str
    name_folded: str
    id_number: NotRequired[str]
    id_number_status: IdNumberStatus
    is_person: bool
    is_company: NotRequired[bool]
    is_foreign: NotRequired[bool]
    customer_number: NotRequired[str | None]
    car_registration: NotRequired[Any]
    address: Any
    mobile_number: NotRequired[str | None]
    email: NotRequired[str | None]
    email_folded: NotRequired[str]
    warnings: NotRequired[Any]
    email_consent: NotRequired[bool | None]
    sms_consent: NotRequired[bool | None]
    e_invoice_address: NotRequired[str | None]
    invoice_distribution: NotRequired[Distribution | None]
    corrections: NotRequired[Any]
    returned_address: NotRequired[str | None]
    address_source: NotRequired[AddressSource | None]
    address_confirmed: NotRequired[date | None]
    unknown_address: NotRequired[str | None]


CUSTOMER_DETAILS_TABLE = Table("customer_details", NewCustomerDetails)


class CustomerRow(TypedDict):
    """A row of `customers`: those who owe."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    name: str
    name_folded: str
    id_number: str
    id_number_compact: str
    id_number_status: IdNumberStatus
    is_person: bool
    is_company: bool
    is_foreign: bool
    customer_number: str | None
    car_registration: orjson.Fragment | None
    address: orjson.Fragment
    mobile_number: str | None
    email: str | None
    email_folded: str
    is_active: bool
    deceased_on: date | None
    bankruptcy_on: date | None
    debt_restructuring_on: date | None
    is_protected: bool
    warnings: orjson.Fragment | None
    email_consent: bool | None
    sms_consent: bool | None
    erasure: ErasureStage | None
    e_invoice_address: str | None
    invoice_distribution: Distribution | None
    corrections: orjson.Fragment | None
    address_source: AddressSource | None
    address_confirmed: date | None


class NewCustomer(TypedDict):
    """A new row of `customers`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    name: str
    name_folded: str
    id_number: NotRequired[str]
    id_number_compact: NotRequired[str]
    id_number_status: IdNumberStatus
    is_person: bool
    is_company: NotRequired[bool]
    is_foreign: NotRequired[bool]
    customer_number: NotRequired[str | None]
    car_registration: NotRequired[Any]
    address: Any
    mobile_number: NotRequired[str | None]
    email: NotRequired[str | None]
    email_folded: NotRequired[str]
    is_active: NotRequired[bool]
    deceased_on: NotRequired[date | None]
    bankruptcy_on: NotRequired[date | None]
    debt_restructuring_on: NotRequired[date | None]
    is_protected: NotRequired[bool]
    warnings: NotRequired[Any]
    email_consent: NotRequired[bool | None]
    sms_consent: NotRequired[bool | None]
    erasure: NotRequired[ErasureStage | None]
    e_invoice_address: NotRequired[str | None]
    invoice_distribution: NotRequired[Distribution | None]
    corrections: NotRequired[Any]
    address_source: NotRequired[AddressSource | None]
    address_confirmed: NotRequired[date | None]


CUSTOMERS_TABLE = Table("customers", NewCustomer)


class DebtorCodeRow(TypedDict):
    """A row of `debtor_codes`: which code opens which cases."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    case_id: str
    letter_id: str | None
    code_mark: bytes
    customer_id: str | None
    media_id: str | None


class NewDebtorCode(TypedDict):
    """A new row of `debtor_codes`."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    case_id: str
    letter_id: NotRequired[str | None]
    code_mark: bytes
    customer_id: NotRequired[str | None]
    media_id: NotRequired[str | None]


DEBTOR_CODES_TABLE = Table("debtor_codes", NewDebtorCode)


class DebtorSessionRow(TypedDict):
    """A row of `debtor_sessions`: browsers in which somebody has opened a debtor's page with a code."""

    id: str
    token_hash: bytes
    code_mark: bytes | None
    created: datetime
    last_seen: datetime
    expires: datetime
    ended: datetime | None
    customers: list[str] | None


class NewDebtorSession(TypedDict):
    """A new row of `debtor_sessions`."""

    id: str
    token_hash: bytes
    code_mark: NotRequired[bytes | None]
    created: datetime
    last_seen: datetime
    expires: datetime
    ended: NotRequired[datetime | None]
    customers: NotRequired[tuple[str, ...] | None]


DEBTOR_SESSIONS_TABLE = Table("debtor_sessions", NewDebtorSession)


class DeliveryRow(TypedDict):
    """A row of `deliveries`: what is to leave the house, by which channel, and how that went."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    customer_id: str | None
    case_id: str | None
    kind: DeliveryKind
    invoice_id: str | None
    envelope_id: str | None
    channel: Distribution
    ways: orjson.Fragment
    status: DeliveryState
    attempts: int
    first_attempt: datetime | None
    next_attempt: datetime
    claimed_until: datetime | None
    batch: str | None
    message_id: str | None
    receiver: str
    queued: datetime
    sent: datetime | None
    delivered: datetime | None
    reason: str | None
    history: orjson.Fragment
    made: datetime | None
    traceparent: str | None
    channel_reference: str | None
    read: datetime | None
    declined: datetime | None
    operator_invoice_id: str | None
    payout_id: str | None


class NewDelivery(TypedDict):
    """A new row of `deliveries`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    customer_id: NotRequired[str | None]
    case_id: NotRequired[str | None]
    kind: DeliveryKind
    invoice_id: NotRequired[str | None]
    envelope_id: NotRequired[str | None]
    channel: Distribution
    ways: NotRequired[Any]
    status: DeliveryState
    attempts: NotRequired[int]
    first_attempt: NotRequired[datetime | None]
    next_attempt: datetime
    claimed_until: NotRequired[datetime | None]
    batch: NotRequired[str | None]
    message_id: NotRequired[str | None]
    receiver: NotRequired[str]
    queued: datetime
    sent: NotRequired[datetime | None]
    delivered: NotRequired[datetime | None]
    reason: NotRequired[str | None]
    history: NotRequired[Any]
    made: NotRequired[datetime | None]
    traceparent: NotRequired[str | None]
    channel_reference: NotRequired[str | None]
    read: NotRequired[datetime | None]
    declined: NotRequired[datetime | None]
    operator_invoice_id: NotRequired[str | None]
    payout_id: NotRequired[str | None]


DELIVERIES_TABLE = Table("deliveries", NewDelivery)


class DeliveryBatchRow(TypedDict):
    """A row of `delivery_batches`: the number of the last batch of each day."""

    channel: Batched
    day: date
    batches: int


class NewDeliveryBatch(TypedDict):
    """A new row of `delivery_batches`."""

    channel: Batched
    day: date
    batches: int


DELIVERY_BATCHES_TABLE = Table("delivery_batches", NewDeliveryBatch)


class DeliveryOutcomeRow(TypedDict):
    """A row of `delivery_outcomes`: how often each thing became of deliveries."""

    channel: Distribution
    outcome: DeliveryOutcome
    happened: int
    last_happened: datetime | None
    last_reason: str | None


class NewDeliveryOutcome(TypedDict):
    """A new row of `delivery_outcomes`."""

    channel: Distribution
    outcome: DeliveryOutcome
    happened: int
    last_happened: NotRequired[datetime | None]
    last_reason: NotRequired[str | None]


DELIVERY_OUTCOMES_TABLE = Table("delivery_outcomes", NewDeliveryOutcome)


class EnforcementEntryRow(TypedDict):
    """A row of `enforcement_entries`: receipts and replies of the receiver's feed, each once."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    case_id: str
    enforcement_id: str
    entry: str
    is_applied: bool


class NewEnforcementEntry(TypedDict):
    """A new row of `enforcement_entries`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    case_id: str
    enforcement_id: str
    entry: str
    is_applied: bool


ENFORCEMENT_ENTRIES_TABLE = Table("enforcement_entries", NewEnforcementEntry)


class EnforcementFeedRow(TypedDict):
    """A row of `enforcement_feed`: one row, how far the receiver's feed is read."""

    only_one: bool
    cursor: str | None
    read_at: datetime | None
    tries: int
    next_try: datetime | None
    claimed_until: datetime | None
    failed: datetime | None
    trouble: str | None
    strays: int


class NewEnforcementFeed(TypedDict):
    """A new row of `enforcement_feed`."""

    only_one: NotRequired[bool]
    cursor: NotRequired[str | None]
    read_at: NotRequired[datetime | None]
    tries: NotRequired[int]
    next_try: NotRequired[datetime | None]
    claimed_until: NotRequired[datetime | None]
    failed: NotRequired[datetime | None]
    trouble: NotRequired[str | None]
    strays: NotRequired[int]


ENFORCEMENT_FEED_TABLE = Table("enforcement_feed", NewEnforcementFeed)


class EnforcementMessageRow(TypedDict):
    """A row of `enforcement_messages`: messages about applications to the receiver of the enforcement authority's post."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    case_id: str
    enforcement_id: str
    kind: str
    subject: str
    message_key: str
    made_on: date
    content: orjson.Fragment
    status: str
    envelope_id: str | None
    facts: orjson.Fragment | None
    tries: int
    next_attempt: datetime | None
    claimed_until: datetime | None
    taken: datetime | None
    answered: datetime | None
    reason: str | None


class NewEnforcementMessage(TypedDict):
    """A new row of `enforcement_messages`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    case_id: str
    enforcement_id: str
    kind: str
    subject: str
    message_key: str
    made_on: date
    content: Any
    status: str
    envelope_id: NotRequired[str | None]
    facts: NotRequired[Any]
    tries: NotRequired[int]
    next_attempt: NotRequired[datetime | None]
    claimed_until: NotRequired[datetime | None]
    taken: NotRequired[datetime | None]
    answered: NotRequired[datetime | None]
    reason: NotRequired[str | None]


ENFORCEMENT_MESSAGES_TABLE = Table("enforcement_messages", NewEnforcementMessage)


class EnforcementRow(TypedDict):
    """A row of `enforcements`: applications to the enforcement authority, and what became of them."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    customer_id: str
    letter_id: str
    case_ids: orjson.Fragment
    status: EnforcementStatus
    channel: EnforcementChannel
    case_number: str | None
    asked_capital_amount: int | None
    asked_interest_amount: int | None
    asked_costs_amount: int | None
    awarded_capital_amount: int | None
    awarded_interest_amount: int | None
    awarded_costs_amount: int | None
    signed_by: str | None
    sent_date: date | None
    received_date: date | None
    served_date: date | None
    contested_date: date | None
    hand_over_by: date | None
    handed_over_date: date | None
    order_date: date | None
    execution_date: date | None
    ended_date: date | None
    media_id: str | None
    answered_facts: orjson.Fragment | None
    notices: orjson.Fragment | None
    outlay_amount: int | None
    outlay_date: date | None
    replies: orjson.Fragment | None
    documents: orjson.Fragment | None
    renewals: orjson.Fragment | None


class NewEnforcement(TypedDict):
    """A new row of `enforcements`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    customer_id: str
    letter_id: str
    case_ids: Any
    status: EnforcementStatus
    channel: EnforcementChannel
    case_number: NotRequired[str | None]
    asked_capital_amount: NotRequired[int | None]
    asked_interest_amount: NotRequired[int | None]
    asked_costs_amount: NotRequired[int | None]
    awarded_capital_amount: NotRequired[int | None]
    awarded_interest_amount: NotRequired[int | None]
    awarded_costs_amount: NotRequired[int | None]
    signed_by: NotRequired[str | None]
    sent_date: NotRequired[date | None]
    received_date: NotRequired[date | None]
    served_date: NotRequired[date | None]
    contested_date: NotRequired[date | None]
    hand_over_by: NotRequired[date | None]
    handed_over_date: NotRequired[date | None]
    order_date: NotRequired[date | None]
    execution_date: NotRequired[date | None]
    ended_date: NotRequired[date | None]
    media_id: NotRequired[str | None]
    answered_facts: NotRequired[Any]
    notices: NotRequired[Any]
    outlay_amount: NotRequired[int | None]
    outlay_date: NotRequired[date | None]
    replies: NotRequired[Any]
    documents: NotRequired[Any]
    renewals: NotRequired[Any]


ENFORCEMENTS_TABLE = Table("enforcements", NewEnforcement)


class EnvelopeRow(TypedDict):
    """A row of `envelopes`: what goes to one customer from one creditor on one day."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    customer_id: str
    day: date
    channel: Channel
    receiver: str
    status: EnvelopeStatus
    attempts: int
    next_attempt: datetime
    trouble: str | None
    sent: datetime | None
    addressee: orjson.Fragment | None
    copy_of: str | None
    copies: orjson.Fragment | None
    tried_since: datetime | None
    read: datetime | None
    declined: datetime | None


class NewEnvelope(TypedDict):
    """A new row of `envelopes`."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    customer_id: str
    day: date
    channel: Channel
    receiver: str
    status: NotRequired[EnvelopeStatus]
    attempts: NotRequired[int]
    next_attempt: datetime
    trouble: NotRequired[str | None]
    sent: NotRequired[datetime | None]
    addressee: NotRequired[Any]
    copy_of: NotRequired[str | None]
    copies: NotRequired[Any]
    tried_since: NotRequired[datetime | None]
    read: NotRequired[datetime | None]
    declined: NotRequired[datetime | None]


ENVELOPES_TABLE = Table("envelopes", NewEnvelope)


class ErasureBatchCustomerRow(TypedDict):
    """A row of `erasure_batch_customers`: the customers of an erasure batch, and what became of each."""

    erasure_batch_id: str
    id: str
    account_id: str
    customer_id: str
    stage: ErasureStage
    outcome: ErasureOutcome | None


class NewErasureBatchCustomer(TypedDict):
    """A new row of `erasure_batch_customers`."""

    erasure_batch_id: str
    id: str
    account_id: str
    customer_id: str
    stage: ErasureStage
    outcome: NotRequired[ErasureOutcome | None]


ERASURE_BATCH_CUSTOMERS_TABLE = Table("erasure_batch_customers", NewErasureBatchCustomer)


class ErasureBatchRow(TypedDict):
    """A row of `erasure_batches`: people whose retention has ended, erased once a person confirms it."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    status: ErasureBatchStatus
    listed_on: date
    payers_before: date
    customers: int
    payers: int
    erased: int
    kept: int
    put_off_until: date | None
    note: str | None
    decided_by: str | None
    decided: datetime | None
    ended: datetime | None


class NewErasureBatch(TypedDict):
    """A new row of `erasure_batches`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    status: ErasureBatchStatus
    listed_on: date
    payers_before: date
    customers: int
    payers: int
    erased: NotRequired[int]
    kept: NotRequired[int]
    put_off_until: NotRequired[date | None]
    note: NotRequired[str | None]
    decided_by: NotRequired[str | None]
    decided: NotRequired[datetime | None]
    ended: NotRequired[datetime | None]


ERASURE_BATCHES_TABLE = Table("erasure_batches", NewErasureBatch)


class ErasureRow(TypedDict):
    """A row of `erasures`: what was erased of whom and when, by ids alone."""

    account_id: str
    id: str
    position: int
    at: datetime
    erased_on: date
    stage: ErasureStage
    table_name: str
    row_id: str
    columns: orjson.Fragment
    hash_before: str | None
    hash_after: str | None
    previous_hash: str
    hash: str


class NewErasure(TypedDict):
    """A new row of `erasures`."""

    account_id: str
    id: str
    position: int
    at: datetime
    erased_on: date
    stage: ErasureStage
    table_name: str
    row_id: str
    columns: Any
    hash_before: NotRequired[str | None]
    hash_after: NotRequired[str | None]
    previous_hash: str
    hash: str


ERASURES_TABLE = Table("erasures", NewErasure)


class EventStreamRow(TypedDict):
    """A row of `event_stream`: one row, locked by whoever numbers events; no writer of events touches it."""

    only_one: bool
    last_position: int
    given_position: int | None


class NewEventStream(TypedDict):
    """A new row of `event_stream`."""

    only_one: NotRequired[bool]
    last_position: NotRequired[int]
    given_position: NotRequired[int | None]


EVENT_STREAM_TABLE = Table("event_stream", NewEventStream)


class EventRow(TypedDict):
    """A row of `events`: what happened that a client would want to hear of, in the transaction that it happened in."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str | None
    type: EventName
    case_id: str | None
    data: orjson.Fragment
    serial: int | None
    position: int | None
    traceparent: str | None


class NewEvent(TypedDict):
    """A new row of `events`."""

    account_id: str
    id: str
    created: datetime
    creditor_id: NotRequired[str | None]
    type: EventName
    case_id: NotRequired[str | None]
    data: Any
    serial: NotRequired[int | None]
    position: NotRequired[int | None]
    traceparent: NotRequired[str | None]


EVENTS_TABLE = Table("events", NewEvent)


class FailedSignInRow(TypedDict):
    """A row of `failed_sign_ins`: failures of the last minute, by hashed address and hashed code."""

    subject: bytes
    at: datetime


class NewFailedSignIn(TypedDict):
    """A new row of `failed_sign_ins`."""

    subject: bytes
    at: datetime


FAILED_SIGN_INS_TABLE = Table("failed_sign_ins", NewFailedSignIn)


class FileImportRowRow(TypedDict):
    """A row of `file_import_rows`: what became of each registration in a file, noted in the transaction that it became."""

    file_import_id: str
    row_number: int
    outcome: RowOutcome
    registration_id: str | None
    issues: orjson.Fragment | None
    messages: orjson.Fragment | None


class NewFileImportRow(TypedDict):
    """A new row of `file_import_rows`."""

    file_import_id: str
    row_number: int
    outcome: RowOutcome
    registration_id: NotRequired[str | None]
    issues: NotRequired[Any]
    messages: NotRequired[Any]


FILE_IMPORT_ROWS_TABLE = Table("file_import_rows", NewFileImportRow)


class FileImportRow(TypedDict):
    """A row of `file_imports`: files of registrations that were imported."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    kind: ImportedKind
    filename: str
    sha256: bytes
    default_account: str
    default_creditor: str
    account_id: str | None
    creditor_id: str | None
    rows_read: int
    registered: int
    refused: int
    duplicates: int
    finished: datetime | None


class NewFileImport(TypedDict):
    """A new row of `file_imports`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    kind: ImportedKind
    filename: str
    sha256: bytes
    default_account: str
    default_creditor: str
    account_id: NotRequired[str | None]
    creditor_id: NotRequired[str | None]
    rows_read: int
    registered: NotRequired[int]
    refused: NotRequired[int]
    duplicates: NotRequired[int]
    finished: NotRequired[datetime | None]


FILE_IMPORTS_TABLE = Table("file_imports", NewFileImport)


class FilesToRemoveRow(TypedDict):
    """A row of `files_to_remove`: files that nobody may need any more, until they are gone from the disk."""

    id: str
    kind: FileToRemove
    created: datetime


class NewFilesToRemove(TypedDict):
    """A new row of `files_to_remove`."""

    id: str
    kind: FileToRemove
    created: datetime


FILES_TO_REMOVE_TABLE = Table("files_to_remove", NewFilesToRemove)


class FortnoxInvoiceRow(TypedDict):
    """A row of `fortnox_invoices`: invoices of Fortnox, with the cases that were made of them."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    document_number: str
    case_id: str | None
    digest: bytes | None
    refusal: str | None
    detail: str
    noted_bookings: int | None
    invoice_number: str | None


class NewFortnoxInvoice(TypedDict):
    """A new row of `fortnox_invoices`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    document_number: str
    case_id: NotRequired[str | None]
    digest: NotRequired[bytes | None]
    refusal: NotRequired[str | None]
    detail: NotRequired[str]
    noted_bookings: NotRequired[int | None]
    invoice_number: NotRequired[str | None]


FORTNOX_INVOICES_TABLE = Table("fortnox_invoices", NewFortnoxInvoice)


class FortnoxPullRow(TypedDict):
    """A row of `fortnox_pulls`: when invoices were pulled from the Fortnox of creditors."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    pulled_on: date | None
    tries: int
    next_try: datetime | None
    claimed_until: datetime | None
    trouble: str | None
    system: str | None


class NewFortnoxPull(TypedDict):
    """A new row of `fortnox_pulls`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    pulled_on: NotRequired[date | None]
    tries: NotRequired[int]
    next_try: NotRequired[datetime | None]
    claimed_until: NotRequired[datetime | None]
    trouble: NotRequired[str | None]
    system: NotRequired[str | None]


FORTNOX_PULLS_TABLE = Table("fortnox_pulls", NewFortnoxPull)


class HeldActRow(TypedDict):
    """A row of `held_acts`: acts that give up much of what is owed, which wait for a second person."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    case_id: str
    act: HeldAct
    amount: int
    body: orjson.Fragment
    asked_by: list[str]
    decided: datetime | None


class NewHeldAct(TypedDict):
    """A new row of `held_acts`."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    case_id: str
    act: HeldAct
    amount: int
    body: Any
    asked_by: tuple[str, ...]
    decided: NotRequired[datetime | None]


HELD_ACTS_TABLE = Table("held_acts", NewHeldAct)


class IdempotentAnswerRow(TypedDict):
    """A row of `idempotent_answers`: first answers to keyed requests, stored with their effect on its account's shard."""

    account_id: str
    user_id: str
    key: str
    at: datetime
    request_hash: bytes
    status: int
    headers: orjson.Fragment
    body: bytes


class NewIdempotentAnswer(TypedDict):
    """A new row of `idempotent_answers`."""

    account_id: str
    user_id: str
    key: str
    at: datetime
    request_hash: bytes
    status: int
    headers: Any
    body: bytes


IDEMPOTENT_ANSWERS_TABLE = Table("idempotent_answers", NewIdempotentAnswer)


class ImportFileRow(TypedDict):
    """A row of `import_files`: files of registrations that were sent, as long as rows of them are left."""

    file_import_id: str
    account_id: str
    creditor_id: str
    created: datetime
    asked_by: str
    asked_through: str
    registrations: int
    content: bytes


class NewImportFile(TypedDict):
    """A new row of `import_files`."""

    file_import_id: str
    account_id: str
    creditor_id: str
    created: datetime
    asked_by: str
    asked_through: str
    registrations: int
    content: bytes


IMPORT_FILES_TABLE = Table("import_files", NewImportFile)


class InstallationRow(TypedDict):
    """A row of `installation`: one row of facts about this installation."""

    only_one: bool
    created: datetime
    token_key: bytes
    sandbox: bool
    clock_offset_days: int
    agreement_template: str
    access_group_template: str
    case_settings: orjson.Fragment | None
    law_rows: orjson.Fragment
    code_key_mark: bytes | None
    operator_invoices_since: date | None


class NewInstallation(TypedDict):
    """A new row of `installation`."""

    only_one: NotRequired[bool]
    created: datetime
    token_key: bytes
    sandbox: NotRequired[bool]
    clock_offset_days: NotRequired[int]
    agreement_template: str
    access_group_template: str
    case_settings: NotRequired[Any]
    law_rows: NotRequired[Any]
    code_key_mark: NotRequired[bytes | None]
    operator_invoices_since: NotRequired[date | None]


INSTALLATION_TABLE = Table("installation", NewInstallation)


class InvoiceRegistrationRow(TypedDict):
    """A row of `invoice_registrations`: invoices as they were sent to us."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    invoice_id: str
    case_id: str
    ocr_number_id: str
    ocr_number: str
    document: orjson.Fragment
    is_protected: bool | None


class NewInvoiceRegistration(TypedDict):
    """A new row of `invoice_registrations`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    invoice_id: str
    case_id: str
    ocr_number_id: str
    ocr_number: str
    document: Any
    is_protected: NotRequired[bool | None]


INVOICE_REGISTRATIONS_TABLE = Table("invoice_registrations", NewInvoiceRegistration)


class InvoiceRow(TypedDict):
    """A row of `invoices`: invoices to customers."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    customer_id: str
    case_id: str
    registration_id: str
    invoice_type: InvoiceType
    invoice_number: str
    reference_number: str | None
    payout_reference: str | None
    invoice_date: datetime
    invoice_due_date: datetime
    invoice_delivery_date: datetime | None
    invoice_headline: str | None
    invoice_body_text: str | None
    your_contact: str | None
    your_reference: str | None
    our_reference: str | None
    your_additional_reference: str | None
    order_reference: str | None
    contract_reference: str | None
    debt_description: str | None
    letter_template: str
    custom_column_headlines: orjson.Fragment | None
    matrix: orjson.Fragment
    preferred_invoice_distribution: str | None
    labels: orjson.Fragment | None
    ocr_number: str
    agreement_version: str
    print_id: str | None
    total_amount_excluding_vat: int
    total_vat_25_percent: int
    total_vat_12_percent: int
    total_vat_6_percent: int
    amount_rounding: int
    number_freed_by: str | None


class NewInvoice(TypedDict):
    """A new row of `invoices`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    customer_id: str
    case_id: str
    registration_id: str
    invoice_type: InvoiceType
    invoice_number: str
    reference_number: NotRequired[str | None]
    payout_reference: NotRequired[str | None]
    invoice_date: datetime
    invoice_due_date: datetime
    invoice_delivery_date: NotRequired[datetime | None]
    invoice_headline: NotRequired[str | None]
    invoice_body_text: NotRequired[str | None]
    your_contact: NotRequired[str | None]
    your_reference: NotRequired[str | None]
    our_reference: NotRequired[str | None]
    your_additional_reference: NotRequired[str | None]
    order_reference: NotRequired[str | None]
    contract_reference: NotRequired[str | None]
    debt_description: NotRequired[str | None]
    letter_template: NotRequired[str]
    custom_column_headlines: NotRequired[Any]
    matrix: Any
    preferred_invoice_distribution: NotRequired[str | None]
    labels: NotRequired[Any]
    ocr_number: str
    agreement_version: str
    print_id: NotRequired[str | None]
    total_amount_excluding_vat: int
    total_vat_25_percent: int
    total_vat_12_percent: int
    total_vat_6_percent: int
    amount_rounding: int
    number_freed_by: NotRequired[str | None]


INVOICES_TABLE = Table("invoices", NewInvoice)


class JobRunRow(TypedDict):
    """A row of `job_runs`: how often each job has run, how long it took and what it did."""

    job: str
    runs: int
    failures: int
    done: int
    microseconds: int
    last_run: datetime
    last_success: datetime | None


class NewJobRun(TypedDict):
    """A new row of `job_runs`."""

    job: str
    runs: int
    failures: int
    done: int
    microseconds: int
    last_run: datetime
    last_success: NotRequired[datetime | None]


JOB_RUNS_TABLE = Table("job_runs", NewJobRun)


class KivraMatchRow(TypedDict):
    """A row of `kivra_matches`: whom Kivra reaches."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    customer_id: str
    number: str
    is_matched: bool
    asked: date


class NewKivraMatch(TypedDict):
    """A new row of `kivra_matches`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    customer_id: str
    number: str
    is_matched: bool
    asked: date


KIVRA_MATCHES_TABLE = Table("kivra_matches", NewKivraMatch)


class LawRowRow(TypedDict):
    """A row of `law_rows`: rows of law that an operator added, proposed, approved or rejected."""

    id: str
    created: datetime
    article: LawRowKind
    begins: date
    amount: int | None
    percent: Decimal | None
    parts: orjson.Fragment | None
    claim_kind: str | None
    is_for_consumers: bool
    source: str
    status: LawRowStatus
    proposed_by: list[str] | None
    decided: datetime | None
    decided_by: str | None
    known: datetime | None
    restated_account: str | None
    restated_case: str | None
    restated: datetime | None


class NewLawRow(TypedDict):
    """A new row of `law_rows`."""

    id: str
    created: datetime
    article: LawRowKind
    begins: date
    amount: NotRequired[int | None]
    percent: NotRequired[Decimal | None]
    parts: NotRequired[Any]
    claim_kind: NotRequired[str | None]
    is_for_consumers: bool
    source: str
    status: LawRowStatus
    proposed_by: NotRequired[tuple[str, ...] | None]
    decided: NotRequired[datetime | None]
    decided_by: NotRequired[str | None]
    known: NotRequired[datetime | None]
    restated_account: NotRequired[str | None]
    restated_case: NotRequired[str | None]
    restated: NotRequired[datetime | None]


LAW_ROWS_TABLE = Table("law_rows", NewLawRow)


class LedgerCaseRow(TypedDict):
    """A row of `ledger_cases`: cases that a ledger handed over, with the ledger's own ids."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    case_id: str
    connection_id: str
    case_ref: str
    invoice_ref: str


class NewLedgerCase(TypedDict):
    """A new row of `ledger_cases`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    case_id: str
    connection_id: str
    case_ref: str
    invoice_ref: str


LEDGER_CASES_TABLE = Table("ledger_cases", NewLedgerCase)


class LedgerConnectionRow(TypedDict):
    """A row of `ledger_connections`: companies of ledgers that hand invoices over by contract."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    company: str
    round: int
    minimum_amount: int
    delivery_enabled: bool
    consent: orjson.Fragment
    answers: orjson.Fragment
    disconnected: datetime | None


class NewLedgerConnection(TypedDict):
    """A new row of `ledger_connections`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    company: str
    round: NotRequired[int]
    minimum_amount: int
    delivery_enabled: bool
    consent: Any
    answers: Any
    disconnected: NotRequired[datetime | None]


LEDGER_CONNECTIONS_TABLE = Table("ledger_connections", NewLedgerConnection)


class LedgerReportRow(TypedDict):
    """A row of `ledger_reports`: payments and credit notes that a ledger reported, with the ledger's own ids."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    case_id: str
    kind: str
    ref: str
    day: date
    amount: int
    matched_amount: int
    is_reverted: bool


class NewLedgerReport(TypedDict):
    """A new row of `ledger_reports`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    case_id: str
    kind: str
    ref: str
    day: date
    amount: int
    matched_amount: int
    is_reverted: NotRequired[bool]


LEDGER_REPORTS_TABLE = Table("ledger_reports", NewLedgerReport)


class LedgerSettlementRow(TypedDict):
    """A row of `ledger_settlements`: payouts that a ledger has booked, with the ledger's own voucher."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    internal_ref: str


class NewLedgerSettlement(TypedDict):
    """A new row of `ledger_settlements`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    internal_ref: str


LEDGER_SETTLEMENTS_TABLE = Table("ledger_settlements", NewLedgerSettlement)


class LetterRow(TypedDict):
    """A row of `letters`: letters, with proof that each was lawful."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    customer_id: str
    case_id: str
    envelope_id: str
    kind: LetterKind
    language: LetterLanguage
    status: LetterStatus
    dated: date
    pay_by: date | None
    fee: int
    amount: int
    details: orjson.Fragment
    media_id: str | None
    sha256: bytes | None
    checklist: orjson.Fragment | None
    sent: datetime | None
    letter_number: str | None
    returned_on: date | None
    returned_reason: str | None


class NewLetter(TypedDict):
    """A new row of `letters`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    customer_id: str
    case_id: str
    envelope_id: str
    kind: LetterKind
    language: LetterLanguage
    status: NotRequired[LetterStatus]
    dated: date
    pay_by: NotRequired[date | None]
    fee: NotRequired[int]
    amount: NotRequired[int]
    details: NotRequired[Any]
    media_id: NotRequired[str | None]
    sha256: NotRequired[bytes | None]
    checklist: NotRequired[Any]
    sent: NotRequired[datetime | None]
    letter_number: NotRequired[str | None]
    returned_on: NotRequired[date | None]
    returned_reason: NotRequired[str | None]


LETTERS_TABLE = Table("letters", NewLetter)


class LocaleEntryRow(TypedDict):
    """A row of `locale_entries`: every text the service shows, by tag and language."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    application_id: str
    locale_tag: str
    description: str | None
    translations: orjson.Fragment
    machine_translations: orjson.Fragment | None
    translation_pending: bool


class NewLocaleEntry(TypedDict):
    """A new row of `locale_entries`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    application_id: str
    locale_tag: str
    description: NotRequired[str | None]
    translations: Any
    machine_translations: NotRequired[Any]
    translation_pending: NotRequired[bool]


LOCALE_ENTRIES_TABLE = Table("locale_entries", NewLocaleEntry)


class MediaFileRow(TypedDict):
    """A row of `media_files`: files, whose bytes lie in the media folder under their id."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    filename: str
    content_type: str
    size: int
    sha256: bytes
    dispute_id: str | None
    is_protected: bool | None


class NewMediaFile(TypedDict):
    """A new row of `media_files`."""

    account_id: str
    id: str
    created: datetime
    creditor_id: str
    filename: str
    content_type: str
    size: int
    sha256: bytes
    dispute_id: NotRequired[str | None]
    is_protected: NotRequired[bool | None]


MEDIA_FILES_TABLE = Table("media_files", NewMediaFile)


class OcrNumberRow(TypedDict):
    """A row of `ocr_numbers`: payment references."""

    account_id: str
    id: str
    creditor_id: str
    case_id: str
    ocr: str
    letter_id: str | None


class NewOcrNumber(TypedDict):
    """A new row of `ocr_numbers`."""

    account_id: str
    id: str
    creditor_id: str
    case_id: str
    ocr: str
    letter_id: NotRequired[str | None]


OCR_NUMBERS_TABLE = Table("ocr_numbers", NewOcrNumber)


class OperatorInvoiceBookingRow(TypedDict):
    """A row of `operator_invoice_bookings`: the journal of invoices to creditors, chained invoice by invoice."""

    account_id: str
    operator_invoice_id: str
    position: int
    id: str
    at: datetime
    booked_on: date
    day: date
    act: OperatorInvoiceAct
    amount: int
    ledger_accounts: list[int]
    amounts: list[int]
    previous_hash: str
    hash: str
    bank_key: str | None


class NewOperatorInvoiceBooking(TypedDict):
    """A new row of `operator_invoice_bookings`."""

    account_id: str
    operator_invoice_id: str
    position: int
    id: str
    at: datetime
    booked_on: date
    day: date
    act: OperatorInvoiceAct
    amount: int
    ledger_accounts: tuple[int, ...]
    amounts: tuple[int, ...]
    previous_hash: str
    hash: str
    bank_key: NotRequired[str | None]


OPERATOR_INVOICE_BOOKINGS_TABLE = Table("operator_invoice_bookings", NewOperatorInvoiceBooking)


class OperatorInvoiceRunRow(TypedDict):
    """A row of `operator_invoice_runs`: the last day of the last month whose fees of an account were invoiced."""

    account_id: str
    invoiced_until: date


class NewOperatorInvoiceRun(TypedDict):
    """A new row of `operator_invoice_runs`."""

    account_id: str
    invoiced_until: date


OPERATOR_INVOICE_RUNS_TABLE = Table("operator_invoice_runs", NewOperatorInvoiceRun)


class OperatorInvoiceRow(TypedDict):
    """A row of `operator_invoices`: invoices to creditors for what the operator keeps of fees."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    number: int
    period_start_date: date
    period_end_date: date
    invoice_date: date
    due_date: date
    lines: orjson.Fragment
    kept_amount: int
    net_amount: int
    vat_percent: int
    vat_amount: int
    settled_amount: int
    fee_vat: FeeVat
    settle_fees: FeeSettlement
    taxation: FeeTaxation
    document_id: str | None
    ubl_id: str | None
    bookings: int
    head_hash: str
    outlay_amount: int | None
    outlays: orjson.Fragment | None


class NewOperatorInvoice(TypedDict):
    """A new row of `operator_invoices`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    number: int
    period_start_date: date
    period_end_date: date
    invoice_date: date
    due_date: date
    lines: Any
    kept_amount: int
    net_amount: int
    vat_percent: int
    vat_amount: int
    settled_amount: int
    fee_vat: FeeVat
    settle_fees: FeeSettlement
    taxation: FeeTaxation
    document_id: NotRequired[str | None]
    ubl_id: NotRequired[str | None]
    bookings: int
    head_hash: str
    outlay_amount: NotRequired[int | None]
    outlays: NotRequired[Any]


OPERATOR_INVOICES_TABLE = Table("operator_invoices", NewOperatorInvoice)


class PartnerRow(TypedDict):
    """A row of `partners`: businesses that bring accounts."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    name: str
    integration_id: str
    description: str | None
    organization_no: str
    case_settings: orjson.Fragment | None
    agreement_template: str | None
    access_group_template: str | None


class NewPartner(TypedDict):
    """A new row of `partners`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    name: str
    integration_id: str
    description: NotRequired[str | None]
    organization_no: str
    case_settings: NotRequired[Any]
    agreement_template: NotRequired[str | None]
    access_group_template: NotRequired[str | None]


PARTNERS_TABLE = Table("partners", NewPartner)


class PasskeyRow(TypedDict):
    """A row of `passkeys`: passkeys that people have added to sign in with."""

    id: str
    user_id: str
    created: datetime
    credential: bytes
    public_key: bytes
    sign_count: int
    name: str
    last_used: datetime | None
    let_in_by: list[str] | None


class NewPasskey(TypedDict):
    """A new row of `passkeys`."""

    id: str
    user_id: str
    created: datetime
    credential: bytes
    public_key: bytes
    sign_count: int
    name: str
    last_used: NotRequired[datetime | None]
    let_in_by: NotRequired[tuple[str, ...] | None]


PASSKEYS_TABLE = Table("passkeys", NewPasskey)


class PayoutApprovalRow(TypedDict):
    """A row of `payout_approvals`: who let a payout leave, chained payout by payout."""

    account_id: str
    payout_id: str
    position: int
    at: datetime
    user_id: str
    amount: int
    bank_account: orjson.Fragment
    round: int
    previous_hash: str
    hash: str
    let_in_by: list[str] | None


class NewPayoutApproval(TypedDict):
    """A new row of `payout_approvals`."""

    account_id: str
    payout_id: str
    position: int
    at: datetime
    user_id: str
    amount: int
    bank_account: Any
    round: int
    previous_hash: str
    hash: str
    let_in_by: NotRequired[tuple[str, ...] | None]


PAYOUT_APPROVALS_TABLE = Table("payout_approvals", NewPayoutApproval)


class PayoutBookingRow(TypedDict):
    """A row of `payout_bookings`: the journal of what was paid out, chained payout by payout."""

    account_id: str
    payout_id: str
    position: int
    id: str
    at: datetime
    booked_on: date
    act: PayoutAct
    ledger_accounts: list[int]
    amounts: list[int]
    previous_hash: str
    hash: str


class NewPayoutBooking(TypedDict):
    """A new row of `payout_bookings`."""

    account_id: str
    payout_id: str
    position: int
    id: str
    at: datetime
    booked_on: date
    act: PayoutAct
    ledger_accounts: tuple[int, ...]
    amounts: tuple[int, ...]
    previous_hash: str
    hash: str


PAYOUT_BOOKINGS_TABLE = Table("payout_bookings", NewPayoutBooking)


class PayoutPreparationRow(TypedDict):
    """A row of `payout_preparations`: the day on which an account's payouts were last prepared."""

    account_id: str
    prepared_on: date


class NewPayoutPreparation(TypedDict):
    """A new row of `payout_preparations`."""

    account_id: str
    prepared_on: date


PAYOUT_PREPARATIONS_TABLE = Table("payout_preparations", NewPayoutPreparation)


class PayoutSpecificationRow(TypedDict):
    """A row of `payout_specifications`: what settled money owes to creditors and leaves to us, line by line."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str | None
    case_id: str
    booking_id: str
    payment_id: str
    settles: str
    settled_type: Article
    bank_date: date
    booking_date: date
    article: PayoutArticle
    finance_category: Category
    amount: int
    vat_amount: int
    share_percent: Decimal | None
    vat_percent: int | None
    invoice_number: str
    reference_number: str | None
    payout_id: str | None
    operator_invoice_id: str | None
    paid_invoice_id: str | None


class NewPayoutSpecification(TypedDict):
    """A new row of `payout_specifications`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: NotRequired[str | None]
    case_id: str
    booking_id: str
    payment_id: str
    settles: str
    settled_type: Article
    bank_date: date
    booking_date: date
    article: PayoutArticle
    finance_category: Category
    amount: int
    vat_amount: int
    share_percent: NotRequired[Decimal | None]
    vat_percent: NotRequired[int | None]
    invoice_number: str
    reference_number: NotRequired[str | None]
    payout_id: NotRequired[str | None]
    operator_invoice_id: NotRequired[str | None]
    paid_invoice_id: NotRequired[str | None]


PAYOUT_SPECIFICATIONS_TABLE = Table("payout_specifications", NewPayoutSpecification)


class PayoutRow(TypedDict):
    """A row of `payouts`: what is paid to creditors and to ourselves, by category and period."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str | None
    case_id: str | None
    payout_reference: str
    finance_category: Category
    finance_interval: Interval
    finance_period_start_date: date
    finance_period_end_date: date
    finance_period_day: int | None
    finance_period_week: int | None
    finance_period_month: int | None
    finance_period_quarter: int
    finance_period_half_year: int
    finance_period_year: int
    pay_on: date
    specifications: int
    amount: int
    vat_amount: int
    summary: orjson.Fragment
    ready_for_payout: bool
    not_ready_reason: NotReady | None
    bank_payout_request: str | None
    payout_date: datetime | None
    bank_account: orjson.Fragment | None
    banking_account: str | None
    document_number: int | None
    document_id: str | None
    bookings: int
    head_hash: str
    approvals_required: int
    changed_by: list[str]
    transfer_id: str | None


class NewPayout(TypedDict):
    """A new row of `payouts`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: NotRequired[str | None]
    case_id: NotRequired[str | None]
    payout_reference: str
    finance_category: Category
    finance_interval: Interval
    finance_period_start_date: date
    finance_period_end_date: date
    finance_period_day: NotRequired[int | None]
    finance_period_week: NotRequired[int | None]
    finance_period_month: NotRequired[int | None]
    finance_period_quarter: int
    finance_period_half_year: int
    finance_period_year: int
    pay_on: date
    specifications: NotRequired[int]
    amount: NotRequired[int]
    vat_amount: NotRequired[int]
    summary: NotRequired[Any]
    ready_for_payout: NotRequired[bool]
    not_ready_reason: NotRequired[NotReady | None]
    bank_payout_request: NotRequired[str | None]
    payout_date: NotRequired[datetime | None]
    bank_account: NotRequired[Any]
    banking_account: NotRequired[str | None]
    document_number: NotRequired[int | None]
    document_id: NotRequired[str | None]
    bookings: NotRequired[int]
    head_hash: NotRequired[str]
    approvals_required: NotRequired[int]
    changed_by: NotRequired[tuple[str, ...]]
    transfer_id: NotRequired[str | None]


PAYOUTS_TABLE = Table("payouts", NewPayout)


class PreviousCodeRow(TypedDict):
    """A row of `previous_codes`: API codes that were replaced, and until when each works."""

    user_id: str
    code_hash: bytes
    until: datetime


class NewPreviousCode(TypedDict):
    """A new row of `previous_codes`."""

    user_id: str
    code_hash: bytes
    until: datetime


PREVIOUS_CODES_TABLE = Table("previous_codes", NewPreviousCode)


class ProtectedDetailsRow(TypedDict):
    """A row of `protected_details`: how protected persons are reached, which only named staff reads."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    customer_id: str
    creditor_id: str | None
    address: orjson.Fragment
    mobile_number: str | None
    email: str | None
    e_invoice_address: str | None


class NewProtectedDetails(TypedDict):
    """A new row of `protected_details`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    customer_id: str
    creditor_id: NotRequired[str | None]
    address: Any
    mobile_number: NotRequired[str | None]
    email: NotRequired[str | None]
    e_invoice_address: NotRequired[str | None]


PROTECTED_DETAILS_TABLE = Table("protected_details", NewProtectedDetails)


class RefundRow(TypedDict):
    """A row of `refunds`: what is to go back to payers, and what became of it."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    case_id: str
    payment_id: str
    amount: int
    claimed_amount: int
    written_off_amount: int
    status: RefundStatus
    is_automatic: bool
    name: str | None
    bank_account: orjson.Fragment | None
    use_for_id: str | None
    settles_id: str | None
    order_id: str | None
    returned_id: str | None
    reason: str | None
    ordered_by: list[str] | None


class NewRefund(TypedDict):
    """A new row of `refunds`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    case_id: str
    payment_id: str
    amount: int
    claimed_amount: NotRequired[int]
    written_off_amount: NotRequired[int]
    status: RefundStatus
    is_automatic: bool
    name: NotRequired[str | None]
    bank_account: NotRequired[Any]
    use_for_id: NotRequired[str | None]
    settles_id: NotRequired[str | None]
    order_id: NotRequired[str | None]
    returned_id: NotRequired[str | None]
    reason: NotRequired[str | None]
    ordered_by: NotRequired[tuple[str, ...] | None]


REFUNDS_TABLE = Table("refunds", NewRefund)


class RequestLogRow(TypedDict):
    """A row of `request_logs`: registrations of users who asked for them to be kept, and their answers."""

    account_id: str | None
    id: str
    created: datetime
    updated: datetime
    revision: int
    user_id: str
    resource: str
    status: int
    request: orjson.Fragment
    answer: orjson.Fragment
    is_protected: bool | None


class NewRequestLog(TypedDict):
    """A new row of `request_logs`."""

    account_id: NotRequired[str | None]
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    user_id: str
    resource: str
    status: int
    request: Any
    answer: Any
    is_protected: NotRequired[bool | None]


REQUEST_LOGS_TABLE = Table("request_logs", NewRequestLog)


class SavedViewRow(TypedDict):
    """A row of `saved_views`: lists of the console that people save with their filters."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    name: str
    address: str
    shared: bool
    user_id: str


class NewSavedView(TypedDict):
    """A new row of `saved_views`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    name: str
    address: str
    shared: bool
    user_id: str


SAVED_VIEWS_TABLE = Table("saved_views", NewSavedView)


class SealRow(TypedDict):
    """A row of `seals`: a hash a day over the last booking of every case."""

    day: date
    at: datetime
    bookings: int
    previous_hash: str
    hash: str


class NewSeal(TypedDict):
    """A new row of `seals`."""

    day: date
    at: datetime
    bookings: int
    previous_hash: str
    hash: str


SEALS_TABLE = Table("seals", NewSeal)


class SecondApprovalRow(TypedDict):
    """A row of `second_approvals`: what a second person has approved, of which amount and account; of no account: zeros."""

    account_id: str
    id: str
    created: datetime
    kind: ApprovalKind
    subject_id: str
    amount: int
    what_hash: bytes
    user_id: str
    let_in_by: list[str] | None
    is_rejected: bool | None
    reason: str | None


class NewSecondApproval(TypedDict):
    """A new row of `second_approvals`."""

    account_id: str
    id: str
    created: datetime
    kind: ApprovalKind
    subject_id: str
    amount: int
    what_hash: bytes
    user_id: str
    let_in_by: NotRequired[tuple[str, ...] | None]
    is_rejected: NotRequired[bool | None]
    reason: NotRequired[str | None]


SECOND_APPROVALS_TABLE = Table("second_approvals", NewSecondApproval)


class SessionRow(TypedDict):
    """A row of `sessions`: people who are signed in to the pages, each until it ends."""

    id: str
    token_hash: bytes
    user_id: str
    created: datetime
    last_seen: datetime
    expires: datetime
    ended: datetime | None
    way: SignInWay
    address: str | None
    agent: str | None
    let_in_by: list[str] | None


class NewSession(TypedDict):
    """A new row of `sessions`."""

    id: str
    token_hash: bytes
    user_id: str
    created: datetime
    last_seen: datetime
    expires: datetime
    ended: NotRequired[datetime | None]
    way: SignInWay
    address: NotRequired[str | None]
    agent: NotRequired[str | None]
    let_in_by: NotRequired[tuple[str, ...] | None]


SESSIONS_TABLE = Table("sessions", NewSession)


class SignInAttemptRow(TypedDict):
    """A row of `sign_in_attempts`: what was asked of whoever is about to sign in, until it is answered, once."""

    token_hash: bytes
    kind: AttemptKind
    details: orjson.Fragment
    expires: datetime


class NewSignInAttempt(TypedDict):
    """A new row of `sign_in_attempts`."""

    token_hash: bytes
    kind: AttemptKind
    details: Any
    expires: datetime


SIGN_IN_ATTEMPTS_TABLE = Table("sign_in_attempts", NewSignInAttempt)


class SignInLinkRow(TypedDict):
    """A row of `sign_in_links`: links by which a person signs in once."""

    token_hash: bytes
    user_id: str
    created: datetime
    expires: datetime
    used: datetime | None
    made_by: list[str] | None
    mailed_to: str | None


class NewSignInLink(TypedDict):
    """A new row of `sign_in_links`."""

    token_hash: bytes
    user_id: str
    created: datetime
    expires: datetime
    used: NotRequired[datetime | None]
    made_by: NotRequired[tuple[str, ...] | None]
    mailed_to: NotRequired[str | None]


SIGN_IN_LINKS_TABLE = Table("sign_in_links", NewSignInLink)


class SmsNoticeRow(TypedDict):
    """A row of `sms_notices`: notices by SMS, and what became of them."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    customer_id: str
    case_id: str
    kind: str
    subject: str
    day: date
    status: str
    callback_key: str
    provider_id: str | None
    attempts: int
    next_attempt: datetime
    claimed_until: datetime | None
    sent: datetime | None
    delivered: datetime | None
    reason: str | None


class NewSmsNotice(TypedDict):
    """A new row of `sms_notices`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    customer_id: str
    case_id: str
    kind: str
    subject: str
    day: date
    status: str
    callback_key: str
    provider_id: NotRequired[str | None]
    attempts: NotRequired[int]
    next_attempt: datetime
    claimed_until: NotRequired[datetime | None]
    sent: NotRequired[datetime | None]
    delivered: NotRequired[datetime | None]
    reason: NotRequired[str | None]


SMS_NOTICES_TABLE = Table("sms_notices", NewSmsNotice)


class SparAnswerRow(TypedDict):
    """A row of `spar_answers`: what the register of addresses tells of customers."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    customer_id: str
    number: str
    outcome: SparOutcome
    answered_on: date | None
    answered: datetime | None
    code: str
    address: orjson.Fragment | None
    tries: int
    first_tried: datetime | None
    next_try: datetime | None
    claimed_until: datetime | None
    trouble: str | None


class NewSparAnswer(TypedDict):
    """A new row of `spar_answers`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    customer_id: str
    number: str
    outcome: SparOutcome
    answered_on: NotRequired[date | None]
    answered: NotRequired[datetime | None]
    code: NotRequired[str]
    address: NotRequired[Any]
    tries: NotRequired[int]
    first_tried: NotRequired[datetime | None]
    next_try: NotRequired[datetime | None]
    claimed_until: NotRequired[datetime | None]
    trouble: NotRequired[str | None]


SPAR_ANSWERS_TABLE = Table("spar_answers", NewSparAnswer)


class StepRow(TypedDict):
    """A row of `steps`: what was done to a case by itself, each step once."""

    account_id: str
    id: str
    creditor_id: str
    case_id: str
    step: Step
    occurrence: int
    done: datetime
    done_on: date
    outcome: StepOutcome


class NewStep(TypedDict):
    """A new row of `steps`."""

    account_id: str
    id: str
    creditor_id: str
    case_id: str
    step: Step
    occurrence: int
    done: datetime
    done_on: date
    outcome: StepOutcome


STEPS_TABLE = Table("steps", NewStep)


class SwishPaymentRow(TypedDict):
    """A row of `swish_payments`: payments that debtors asked Swish for, and what became of them."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    case_id: str
    amount: int
    state: SwishState
    error: str | None
    request_id: str
    callback_identifier: str
    token: str | None
    sent: datetime | None
    ask_at: datetime | None
    paid: datetime | None
    until_day: date | None
    payment_reference: str | None
    payment_id: str | None


class NewSwishPayment(TypedDict):
    """A new row of `swish_payments`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    case_id: str
    amount: int
    state: SwishState
    error: NotRequired[str | None]
    request_id: str
    callback_identifier: str
    token: NotRequired[str | None]
    sent: NotRequired[datetime | None]
    ask_at: NotRequired[datetime | None]
    paid: NotRequired[datetime | None]
    until_day: NotRequired[date | None]
    payment_reference: NotRequired[str | None]
    payment_id: NotRequired[str | None]


SWISH_PAYMENTS_TABLE = Table("swish_payments", NewSwishPayment)


class SwishRefundRow(TypedDict):
    """A row of `swish_refunds`: refunds that Swish was asked for, and what became of them."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    case_id: str
    state: SwishRefundState
    error: str | None
    request_id: str
    callback_identifier: str
    taken: datetime | None
    ask_at: datetime | None
    until_day: date


class NewSwishRefund(TypedDict):
    """A new row of `swish_refunds`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    case_id: str
    state: SwishRefundState
    error: NotRequired[str | None]
    request_id: str
    callback_identifier: str
    taken: NotRequired[datetime | None]
    ask_at: NotRequired[datetime | None]
    until_day: date


SWISH_REFUNDS_TABLE = Table("swish_refunds", NewSwishRefund)


class TallyRow(TypedDict):
    """A row of `tallies`: documents by resource and scope, as far as folded."""

    resource: str
    scope: str
    documents: int


class NewTally(TypedDict):
    """A new row of `tallies`."""

    resource: str
    scope: str
    documents: int


TALLIES_TABLE = Table("tallies", NewTally)


class TallyChangeRow(TypedDict):
    """A row of `tally_changes`: changes of the number of documents, not yet folded."""

    account_id: str
    id: int
    resource: str
    partner_id: str | None
    creditor_id: str | None
    documents: int


class NewTallyChange(TypedDict):
    """A new row of `tally_changes`."""

    account_id: NotRequired[str]
    id: NotRequired[int]
    resource: str
    partner_id: NotRequired[str | None]
    creditor_id: NotRequired[str | None]
    documents: int


TALLY_CHANGES_TABLE = Table("tally_changes", NewTallyChange)


class UserGroupRow(TypedDict):
    """A row of `user_groups`: which groups a user is in."""

    user_id: str
    access_group_id: str
    granted: datetime
    position: int


class NewUserGroup(TypedDict):
    """A new row of `user_groups`."""

    user_id: str
    access_group_id: str
    granted: datetime
    position: int


USER_GROUPS_TABLE = Table("user_groups", NewUserGroup)


class UserKeyRow(TypedDict):
    """A row of `user_keys`: public keys with which API clients sign."""

    id: str
    user_id: str
    created: datetime
    public_key: str


class NewUserKey(TypedDict):
    """A new row of `user_keys`."""

    id: str
    user_id: str
    created: datetime
    public_key: str


USER_KEYS_TABLE = Table("user_keys", NewUserKey)


class UserNetworkRow(TypedDict):
    """A row of `user_networks`: addresses from which API clients may use their code."""

    user_id: str
    network: Any


class NewUserNetwork(TypedDict):
    """A new row of `user_networks`."""

    user_id: str
    network: Any


USER_NETWORKS_TABLE = Table("user_networks", NewUserNetwork)


class UserRow(TypedDict):
    """A row of `users`: people and API clients; neither account nor partner means the operator's own."""

    id: str
    created: datetime
    updated: datetime
    revision: int
    account_id: str | None
    partner_id: str | None
    name: str
    oauth_type: OauthType | None
    email_oauth: str | None
    confirmed_email: str | None
    is_enabled: bool
    applications: orjson.Fragment | None
    log_invoice_registrations: bool
    log_case_registrations: bool
    log_creditor_payments: bool
    log_creditor_cancellations: bool
    log_creditor_creditings: bool
    system_user: bool
    api_code_hash: bytes | None
    may_see_protected: bool | None


class NewUser(TypedDict):
    """A new row of `users`."""

    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    account_id: NotRequired[str | None]
    partner_id: NotRequired[str | None]
    name: str
    oauth_type: NotRequired[OauthType | None]
    email_oauth: NotRequired[str | None]
    confirmed_email: NotRequired[str | None]
    is_enabled: NotRequired[bool]
    applications: NotRequired[Any]
    log_invoice_registrations: NotRequired[bool]
    log_case_registrations: NotRequired[bool]
    log_creditor_payments: NotRequired[bool]
    log_creditor_cancellations: NotRequired[bool]
    log_creditor_creditings: NotRequired[bool]
    system_user: NotRequired[bool]
    api_code_hash: NotRequired[bytes | None]
    may_see_protected: NotRequired[bool | None]


USERS_TABLE = Table("users", NewUser)


class WebhookDeliveryRow(TypedDict):
    """A row of `webhook_deliveries`: what is to be delivered to webhooks, and how each try went."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    webhook_id: str
    creditor_id: str | None
    serial: int
    event_id: str
    position: int | None
    type: EventName
    case_id: str | None
    origin: DeliveryOrigin
    status: DeliveryStatus
    attempts: int
    first_attempt: datetime | None
    due: datetime
    delivered: datetime | None
    body: str | None
    tries: orjson.Fragment
    traceparent: str | None
    partner_id: str | None
    event_account_id: str | None


class NewWebhookDelivery(TypedDict):
    """A new row of `webhook_deliveries`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    webhook_id: str
    creditor_id: NotRequired[str | None]
    serial: NotRequired[int]
    event_id: str
    position: NotRequired[int | None]
    type: EventName
    case_id: NotRequired[str | None]
    origin: DeliveryOrigin
    status: DeliveryStatus
    attempts: NotRequired[int]
    first_attempt: NotRequired[datetime | None]
    due: datetime
    delivered: NotRequired[datetime | None]
    body: NotRequired[str | None]
    tries: NotRequired[Any]
    traceparent: NotRequired[str | None]
    partner_id: NotRequired[str | None]
    event_account_id: NotRequired[str | None]


WEBHOOK_DELIVERIES_TABLE = Table("webhook_deliveries", NewWebhookDelivery)


class WebhookStateRow(TypedDict):
    """A row of `webhook_states`: how far and how well the deliveries of each webhook go."""

    account_id: str
    webhook_id: str
    position: int
    last_success: datetime | None
    failing_since: datetime | None
    failures: int
    last_error: str | None
    held_until: datetime | None


class NewWebhookState(TypedDict):
    """A new row of `webhook_states`."""

    account_id: str
    webhook_id: str
    position: int
    last_success: NotRequired[datetime | None]
    failing_since: NotRequired[datetime | None]
    failures: NotRequired[int]
    last_error: NotRequired[str | None]
    held_until: NotRequired[datetime | None]


WEBHOOK_STATES_TABLE = Table("webhook_states", NewWebhookState)


class WebhookRow(TypedDict):
    """A row of `webhooks`: where events are delivered to."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str | None
    url: str
    event_types: orjson.Fragment
    description: str | None
    enabled: bool
    disabled_reason: str | None
    secret_salt: bytes
    previous_secret_salt: bytes | None
    previous_secret_until: datetime | None
    partner_id: str | None


class NewWebhook(TypedDict):
    """A new row of `webhooks`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: NotRequired[str | None]
    url: str
    event_types: Any
    description: NotRequired[str | None]
    enabled: bool
    disabled_reason: NotRequired[str | None]
    secret_salt: bytes
    previous_secret_salt: NotRequired[bytes | None]
    previous_secret_until: NotRequired[datetime | None]
    partner_id: NotRequired[str | None]


WEBHOOKS_TABLE = Table("webhooks", NewWebhook)


class WorkItemRow(TypedDict):
    """A row of `work_items`: what waits for a person, and why."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: int
    creditor_id: str
    case_id: str | None
    letter_id: str | None
    kind: WorkItemKind
    reason: str
    message: orjson.Fragment | None
    subject: str | None
    resolved: datetime | None
    assigned_to: str | None
    snoozed_until: datetime | None
    note: str | None
    offered_instalments: int | None
    offered_first_date: date | None
    offered_respite_until: date | None
    offered_until: date | None
    offer_outcome: OfferOutcome | None


class NewWorkItem(TypedDict):
    """A new row of `work_items`."""

    account_id: str
    id: str
    created: datetime
    updated: datetime
    revision: NotRequired[int]
    creditor_id: str
    case_id: NotRequired[str | None]
    letter_id: NotRequired[str | None]
    kind: WorkItemKind
    reason: str
    message: NotRequired[Any]
    subject: NotRequired[str | None]
    resolved: NotRequired[datetime | None]
    assigned_to: NotRequired[str | None]
    snoozed_until: NotRequired[datetime | None]
    note: NotRequired[str | None]
    offered_instalments: NotRequired[int | None]
    offered_first_date: NotRequired[date | None]
    offered_respite_until: NotRequired[date | None]
    offered_until: NotRequired[date | None]
    offer_outcome: NotRequired[OfferOutcome | None]


WORK_ITEMS_TABLE = Table("work_items", NewWorkItem)


class WorkerHeartbeatRow(TypedDict):
    """A row of `worker_heartbeats`: the workers, and when each last reported that it works."""

    worker: str
    version: str
    started: datetime
    beat: datetime


class NewWorkerHeartbeat(TypedDict):
    """A new row of `worker_heartbeats`."""

    worker: str
    version: str
    started: datetime
    beat: datetime


WORKER_HEARTBEATS_TABLE = Table("worker_heartbeats", NewWorkerHeartbeat)


class WrongCodeRow(TypedDict):
    """A row of `wrong_codes`: how many codes were wrong from a hashed address, for an hour or two."""

    subject: bytes
    wrong: int
    since: datetime
    refused_until: datetime | None


class NewWrongCode(TypedDict):
    """A new row of `wrong_codes`."""

    subject: bytes
    wrong: int
    since: datetime
    refused_until: NotRequired[datetime | None]


WRONG_CODES_TABLE = Table("wrong_codes", NewWrongCode)
