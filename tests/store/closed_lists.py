"""The closed lists: which column holds which of them, and which are in no column; and what a check of one says."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from fordran.domain.bank.bank_states import (
    BankAct,
    BankFileStatus,
    OrderLineKind,
    OrderStatus,
    SuspenseReason,
    TransactionKind,
    TransactionStatus,
)
from fordran.domain.bank.refunds import RefundStatus
from fordran.domain.books.journal import Category
from fordran.domain.days import Interval
from fordran.domain.flow.plan_progress import PlanEnd
from fordran.domain.kinds.articles import Article, PayoutArticle
from fordran.domain.kinds.case_states import DisputeEnd, State, Status
from fordran.domain.kinds.channels import Batched, Channel, DeliveryKind, DeliveryOutcome, DeliveryState, Distribution
from fordran.domain.kinds.close_reasons import CloseReason
from fordran.domain.kinds.event_types import EventName
from fordran.domain.kinds.letter_kinds import EnvelopeStatus, LetterKind, LetterStatus
from fordran.domain.kinds.steps import FirstAction, Step, StepOutcome, Upcoming
from fordran.domain.kinds.work_item_kinds import WorkItemKind
from fordran.domain.languages import Language
from fordran.domain.numbers.identity import IdNumberStatus
from fordran.domain.payouts.gathering import NotReady
from fordran.domain.payouts.payout import PayoutAct
from fordran.domain.service.audit import AuditBy, AuditKind, AuditRecords
from fordran.domain.service.retention import Erased, FileToRemove
from fordran.domain.service.signing_in import AttemptKind, SignInWay
from fordran.resources.access_groups import AccessGroupType
from fordran.resources.accounts import NumberValidation
from fordran.resources.case_acts import NoteKind
from fordran.resources.common import RecordedStatus, StatusReason
from fordran.resources.file_import_reports import ImportedKind, RowOutcome
from fordran.resources.invoices import InvoiceType
from fordran.resources.users import OauthType
from fordran.resources.webhook_deliveries import DeliveryOrigin, DeliveryStatus

HOUSE = Path(__file__).parents[2] / "fordran"

COLUMNS: Mapping[tuple[str, str], Any] = {
    ("access_groups", "type"): AccessGroupType,
    ("accounts", "number_validation"): NumberValidation,
    ("amortization_plans", "end_reason"): PlanEnd,
    ("audit_log", "by"): AuditBy,
    ("audit_log", "kind"): AuditKind,
    ("audit_rules", "records"): AuditRecords,
    ("bank_bookings", "act"): BankAct,
    ("bank_files", "status"): BankFileStatus,
    ("bank_order_lines", "kind"): OrderLineKind,
    ("bank_orders", "status"): OrderStatus,
    ("bank_transactions", "kind"): TransactionKind,
    ("bank_transactions", "reason"): SuspenseReason,
    ("bank_transactions", "status"): TransactionStatus,
    ("case_disputes", "outcome"): DisputeEnd,
    ("case_notes", "kind"): NoteKind,
    ("cases", "close_reason"): CloseReason,
    ("cases", "erasure"): Erased,
    ("cases", "first_action"): FirstAction,
    ("cases", "next_step"): Upcoming,
    ("cases", "state"): State,
    ("cases", "status"): Status,
    ("creditor_cancellations", "cancellation_status"): RecordedStatus,
    ("creditor_cancellations", "status_reason_locale"): StatusReason,
    ("creditor_creditings", "payment_status"): RecordedStatus,
    ("creditor_creditings", "status_reason_locale"): StatusReason,
    ("creditor_payments", "payment_status"): RecordedStatus,
    ("creditor_payments", "status_reason_locale"): StatusReason,
    ("customers", "erasure"): Erased,
    ("customers", "id_number_status"): IdNumberStatus,
    ("customer_details", "id_number_status"): IdNumberStatus,
    ("creditors", "default_invoice_distribution"): Distribution,
    ("customer_details", "invoice_distribution"): Distribution,
    ("customers", "invoice_distribution"): Distribution,
    ("deliveries", "channel"): Distribution,
    ("deliveries", "kind"): DeliveryKind,
    ("deliveries", "status"): DeliveryState,
    ("delivery_batches", "channel"): Batched,
    ("delivery_outcomes", "channel"): Distribution,
    ("delivery_outcomes", "outcome"): DeliveryOutcome,
    ("envelopes", "channel"): Channel,
    ("envelopes", "status"): EnvelopeStatus,
    ("erasures", "stage"): Erased,
    ("events", "type"): EventName,
    ("file_import_rows", "outcome"): RowOutcome,
    ("file_imports", "kind"): ImportedKind,
    ("files_to_remove", "kind"): FileToRemove,
    ("invoices", "invoice_type"): InvoiceType,
    ("letters", "kind"): LetterKind,
    ("letters", "language"): Language,
    ("letters", "status"): LetterStatus,
    ("payout_bookings", "act"): PayoutAct,
    ("payout_specifications", "article"): PayoutArticle,
    ("payout_specifications", "finance_category"): Category,
    ("payout_specifications", "settled_type"): Article,
    ("payouts", "finance_category"): Category,
    ("payouts", "finance_interval"): Interval,
    ("payouts", "not_ready_reason"): NotReady,
    ("refunds", "status"): RefundStatus,
    ("steps", "outcome"): StepOutcome,
    ("steps", "step"): Step,
    ("users", "oauth_type"): OauthType,
    ("webhook_deliveries", "origin"): DeliveryOrigin,
    ("webhook_deliveries", "status"): DeliveryStatus,
    ("webhook_deliveries", "type"): EventName,
    ("work_items", "kind"): WorkItemKind,
    ("sessions", "way"): SignInWay,
    ("sign_in_attempts", "kind"): AttemptKind,
}
"""Table and column → the list that its values are of."""

IN_NO_COLUMN: Mapping[str, str] = {
    "domain.kinds.letter_kinds.LetterPurpose": "of a letter kind's record, which stands in code alone",
    "domain.kinds.letter_kinds.StepLetter": "a part of Step",
    "domain.kinds.tones.Tone": "of records, which stand in code alone",
    "domain.bank.allotment.Reason": "a part of SuspenseReason",
    "domain.bank.likeness.Likeness": "reckoned out for a page",
    "domain.bank.reconciling.Cause": "reckoned out for a report",
    "domain.kinds.articles.CreditorArticle": "of a document that is kept as it was sent",
    "domain.kinds.articles.FeeArticle": "a part of Article",
    "domain.kinds.articles.LineType": "of the journal's entries, which are one jsonb value",
    "resources.case_acts.WrittenKind": "a part of NoteKind",
    "domain.service.staff.StaffRole": "follows from the type of an access group",
    "domain.flow.case_settings.Kind": "what a setting is, which stands in code alone",
    "domain.kinds.case_states.DisputeOutcome": "a part of DisputeEnd",
    "domain.kinds.case_states.Hold": "a part of Status",
    "domain.kinds.case_states.Reply": "sent and acted on",
    "domain.kinds.letter_kinds.FreeTemplate": "what a letter begins with, of which the words are kept",
    "domain.books.journal.CreditorCategory": "a part of Category",
    "domain.books.ages.Age": "of a report, which is computed",
    "domain.claims.entries.Component": "of the journal's entries, which are one jsonb value",
    "domain.claims.entries.Kind": "of the journal's entries, which are one jsonb value",
    "domain.kinds.close_reasons.DecidedReason": "a part of CloseReason",
    "domain.claims.facts.Origin": "of the journal's facts, which are one jsonb value",
    "domain.law.fees.Each": "what a cap is for, which stands in code alone",
    "domain.law.deadlines.LawTerm": "what a dated row is for, which stands in code alone",
    "domain.kinds.articles.LawArticle": "of the rows that an installation tries, which are one jsonb value",
    "domain.flow.marks.Mark": "a column each",
    "domain.money.Currency": "there is one, and no column of it",
    "domain.kinds.steps.Awaited": "a part of Upcoming",
    "domain.kinds.letter_kinds.Demand": "a part of Step",
    "domain.numbers.debtor_code.Opens": "what a code is made of, which stands in code alone",
    "domain.numbers.identity.Kind": "follows from the number",
    "domain.numbers.ocr.Level": "what a payment reference is checked by, which stands in code alone",
    "domain.payouts.payout.PayeeKind": "of bank accounts, which are jsonb values",
    "domain.flow.plans.Wish": "which wish of a plan cannot be met, which stands in code alone",
    "domain.payouts.payout.PayoutDay": "of a creditor's case_config, which is a jsonb value",
    "domain.payouts.payout.SpecificationState": "follows from the payout",
    "domain.kinds.channels.Way": "a part of Distribution",
    "domain.vat.VatCategory": "follows from a line and its seller",
    "domain.vat.VatPercent": "of an invoice's lines, which are one jsonb value",
    "resources.api_clients.ScopeLevel": "follows from a client's access groups",
    "resources.customers.DistributionChange": "sent, and kept as a Distribution or none",
    "resources.common.CreditorOrigin": "there is one, and no column of it",
}
"""Declared lists that no column of their own holds → why that is so."""


def declared() -> Iterator[tuple[str, Any]]:
    """Every list that a module of the domain or of the resources declares, by its name."""
    for room in ("domain", "resources"):
        for file in sorted((HOUSE / room).rglob("*.py")):
            place = ".".join(file.relative_to(HOUSE).with_suffix("").parts)
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
                    name = ast.unparse(node.target)
                    alias = getattr(importlib.import_module(f"fordran.{place}"), name)
                    if get_origin(alias) is Literal:
                        yield f"{place}.{name}", alias


def check_name(table: str, column: str) -> str:
    """What the check of a closed list is called."""
    return f"{table}_{column}_is_known"


def check_of(column: str, closed: Any) -> str:
    """The check of a closed list, as a column's definition has it."""
    values = ", ".join(f"'{value}'" for value in get_args(closed))
    return f'check ("{column}" in ({values}))'
