"""The closed lists that have texts: list → its values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import get_args

from fordran.actions.accounting.accounting_system import AccountingEntryKind, AccountingRefusal
from fordran.actions.accounting.reconcile import AccountingFinding
from fordran.actions.books.report_days import AMOUNTS, COUNTS
from fordran.actions.reports.operator_vat import VatItem
from fordran.actions.reports.suspense import SUSPENSE_AGES
from fordran.actions.reports.write_offs import WRITE_OFF_REASONS
from fordran.actions.sms.queue_notices import SmsKind
from fordran.console.audit import NAMED
from fordran.console.creditor_blanks import GROUPS
from fordran.console.report_table import REPORTS
from fordran.domain.bank.bank_states import (
    BankFileStatus,
    BankOrderState,
    SuspenseReason,
    TransactionKind,
    TransactionStatus,
)
from fordran.domain.bank.likeness import Likeness
from fordran.domain.bank.refunds import RefundStatus
from fordran.domain.bank.swish import DebtorText, SwishState
from fordran.domain.books.ages import AGES
from fordran.domain.books.cohorts import AFTER_DAYS
from fordran.domain.books.journal import Category
from fordran.domain.books.vouchers import VOUCHER_KINDS
from fordran.domain.claims.entries import COMPONENTS, KINDS
from fordran.domain.days import Interval
from fordran.domain.flow.lawfulness import RULES
from fordran.domain.flow.marks import MARKS
from fordran.domain.kinds.address_sources import AddressSource
from fordran.domain.kinds.application_needs import WAITS_FOR, ApplicationRelease
from fordran.domain.kinds.articles import Article, PayoutArticle
from fordran.domain.kinds.bulk_acts import BulkActKind, BulkActStatus
from fordran.domain.kinds.case_states import Hold, Reply, State, Status
from fordran.domain.kinds.channels import Channel, DeliveryKind, DeliveryState, Distribution
from fordran.domain.kinds.claim_kinds import ClaimKind, DueDateBasis
from fordran.domain.kinds.close_reasons import CloseReason
from fordran.domain.kinds.dispute_kinds import DisputeEnd, DisputeKind, DisputeOutcome
from fordran.domain.kinds.enforcement_kinds import EnforcementStatus
from fordran.domain.kinds.erasure_batches import ErasureBatchStatus, ErasureOutcome
from fordran.domain.kinds.letter_kinds import FreeTemplate, LetterKind, LetterStatus
from fordran.domain.kinds.limitation_kinds import InterruptionKind
from fordran.domain.kinds.party_roles import PartyRole
from fordran.domain.kinds.steps import NextStepCode
from fordran.domain.kinds.work_item_kinds import OfferOutcome, WorkItemKind
from fordran.domain.law.law import LAW_ROW_KINDS
from fordran.domain.law.payment_order import DEBT_PARTS
from fordran.domain.payouts.four_eyes import ApprovalKind, ApprovalStatus, HeldAct
from fordran.domain.payouts.gathering import NotReady
from fordran.domain.payouts.operator_invoice import FeeSettlement, FeeVat, OperatorInvoiceStatus
from fordran.domain.payouts.payout import PayeeKind, PayoutDay
from fordran.domain.service.audit import AuditBy, AuditKind
from fordran.domain.service.complaints import COMPLAINT_OUTCOMES
from fordran.domain.service.connections import CertificateState, ConnectionSystem, ConnectionTrouble
from fordran.domain.service.retention import ErasureStage
from fordran.domain.service.signing_in import SignInWay
from fordran.domain.spar.outcome import SparOutcome
from fordran.formats.accounting import AccountingReason
from fordran.formats.accounting_invoices import InvoiceRefusal
from fordran.formats.enforcement import MessageKind
from fordran.my.offers import ANSWERS
from fordran.resources.access_groups import AccessGroupType
from fordran.resources.api_clients import ScopeLevel
from fordran.resources.case_acts import NoteKind
from fordran.resources.customer_corrections import CorrectedField
from fordran.resources.file_import_reports import ImportedKind
from fordran.resources.operator import ParticularSource
from fordran.resources.users import OauthType
from fordran.resources.webhook_deliveries import DeliveryOrigin, DeliveryStatus
from fordran.resources.work_items import WishDecision
from fordran.settings import Settings
from fordran.store.reading.search import FoundKind
from fordran.texts.languages import LANGUAGES
from fordran.web import trouble_pages
from fordran.web.particulars import particulars_of
from fordran.web.troubles import PageTrouble


def _tags(of: type[PageTrouble]) -> Iterator[str]:
    yield of.tag
    for each in of.__subclasses__():
        yield from _tags(each)


assert trouble_pages  # whose troubles are counted, too

LISTS: Mapping[str, Iterable[str]] = {
    "voucher_kind": VOUCHER_KINDS,
    "suspense_age": SUSPENSE_AGES,
    "imported_kind": get_args(ImportedKind),
    "vat_item": get_args(VatItem),
    "operator_invoice_status": get_args(OperatorInvoiceStatus),
    "access_group_type": get_args(AccessGroupType),
    "approval_kind": get_args(ApprovalKind),
    "approval_status": get_args(ApprovalStatus),
    "held_act": get_args(HeldAct),
    "age": AGES,
    "article": get_args(Article),
    "address_source": get_args(AddressSource),
    "connection_system": get_args(ConnectionSystem),
    "connection_trouble": get_args(ConnectionTrouble),
    "certificate_state": get_args(CertificateState),
    "operator_particular": tuple(one["name"] for one in particulars_of(Settings())),
    "particular_source": get_args(ParticularSource),
    "spar_outcome": get_args(SparOutcome),
    "claim_kind": get_args(ClaimKind),
    "due_date_basis": get_args(DueDateBasis),
    "waits_for": WAITS_FOR,
    "application_release": get_args(ApplicationRelease),
    "audit_by": get_args(AuditBy),
    "audit_kind": get_args(AuditKind),
    "bank_file_status": get_args(BankFileStatus),
    "bank_order_state": get_args(BankOrderState),
    "case_state": get_args(State),
    "case_status": get_args(Status),
    "category": get_args(Category),
    "channel": get_args(Channel),
    "component": COMPONENTS,
    "debt_part": DEBT_PARTS,
    "law_row_kind": LAW_ROW_KINDS,
    "party_role": get_args(PartyRole),
    "bulk_act_kind": get_args(BulkActKind),
    "bulk_act_status": get_args(BulkActStatus),
    "complaint_outcome": (*COMPLAINT_OUTCOMES, "other"),
    "erasure_batch_status": get_args(ErasureBatchStatus),
    "erasure_outcome": get_args(ErasureOutcome),
    "erasure_stage": get_args(ErasureStage),
    "creditor_group": GROUPS,
    "fee_settlement": get_args(FeeSettlement),
    "fee_vat": get_args(FeeVat),
    "day_result": (*COUNTS, *AMOUNTS),
    "delivery_origin": get_args(DeliveryOrigin),
    "delivery_state": get_args(DeliveryState),
    "delivery_status": get_args(DeliveryStatus),
    "dispute_end": get_args(DisputeEnd),
    "dispute_kind": get_args(DisputeKind),
    "distribution": get_args(Distribution),
    "enforcement_message": get_args(MessageKind),
    "enforcement_reply": get_args(Reply),
    "enforcement_status": get_args(EnforcementStatus),
    "interruption_kind": get_args(InterruptionKind),
    "found_by": (
        *("name", "id_number", "email", "phone", "customer_number", "ocr", "case_number", "letter_number"),
        *("invoice_number", "debt_reference", "number", "id", "amount", "letter_amount", "beginning", "similar_name"),
    ),
    "accounting_entry_kind": get_args(AccountingEntryKind),
    "accounting_refusal": get_args(AccountingRefusal),
    "accounting_finding": get_args(AccountingFinding),
    "fortnox_refusal": get_args(InvoiceRefusal),
    "accounting_reason": get_args(AccountingReason),
    "found_kind": get_args(FoundKind),
    "invoiced": ("invoices", "commission"),
    "interval": get_args(Interval),
    "language": LANGUAGES,
    "law_rule": [rule.name for rule in RULES],
    "letter_kind": get_args(LetterKind),
    "letter_status": get_args(LetterStatus),
    "letter_template": get_args(FreeTemplate),
    "line_kind": KINDS,
    "likeness": get_args(Likeness),
    "mark": MARKS,
    "missing_data": ("id_number", "address", "debt_description"),
    "my.not_now": ("closed", *get_args(Hold), "other"),
    "my.swish.error": get_args(DebtorText),
    "my.swish.state": get_args(SwishState),
    "my.status": ("closed", *get_args(Hold), "open"),
    "next_step": get_args(NextStepCode),
    "not_ready": get_args(NotReady),
    "note_kind": get_args(NoteKind),
    "oauth_type": get_args(OauthType),
    "corrected_field": get_args(CorrectedField),
    "owed_for": ("overpayment", "unidentified"),
    "payee_kind": get_args(PayeeKind),
    "payout_article": get_args(PayoutArticle),
    "payout_day": get_args(PayoutDay),
    "report": REPORTS,
    "resource": NAMED,
    "scope_level": get_args(ScopeLevel),
    "sign_in_way": get_args(SignInWay),
    "suspense_reason": get_args(SuspenseReason),
    "transaction_kind": get_args(TransactionKind),
    "transaction_status": get_args(TransactionStatus),
    "trouble": set(_tags(PageTrouble)),
    "write_off_reason": WRITE_OFF_REASONS,
    "refund_status": get_args(RefundStatus),
    "wish_decision": get_args(WishDecision),
    "offer_outcome": get_args(OfferOutcome),
    "my.offer.words": tuple(ANSWERS),
    "work_item_kind": get_args(WorkItemKind),
}

MADE = frozenset(
    {
        *(f"addressed.{role}" for role in get_args(PartyRole)),
        *(f"sms.{kind}" for kind in get_args(SmsKind)),
        *(f"letter.closed_{reason}" for reason in get_args(CloseReason)),
        *(f"letter.dispute_{outcome}" for outcome in get_args(DisputeOutcome)),
        *(f"report_column.recovered_percent_after_{days}_days" for days in AFTER_DAYS),
        *("article.application_fee", "article.application_work"),
        *(f"covering_note.{kind}.{part}" for kind in get_args(DeliveryKind) for part in ("subject", "text")),
        *(f"short_amount.{unit}" for unit in ("kronor", "thousands", "millions")),
    }
)
"""Codes that are made of a value."""
