"""The closed lists that the interface shows: the name of each, its type, and where the catalogues describe its values.

The lists themselves are declared in domain/kinds, elsewhere in domain/, and in the nouns' files. The description of a value has
the code `<texts>.<value>.about`; the description of a list has the code `closed_list.<name>`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, get_args

import pycountry

from fordran.domain.bank.autogiro import AutogiroMandateState
from fordran.domain.bank.bank_states import (
    BankFileStatus,
    BankOrderState,
    OrderLineKind,
    SuspenseReason,
    TransactionKind,
    TransactionStatus,
    TransferStatus,
)
from fordran.domain.bank.refunds import RefundStatus
from fordran.domain.books.journal import Category
from fordran.domain.claims.entries import Component
from fordran.domain.claims.facts import Origin, WaivedComponent
from fordran.domain.days import Interval
from fordran.domain.flow.plan_progress import PlanEnd
from fordran.domain.kinds.address_sources import AddressSource
from fordran.domain.kinds.application_needs import ApplicationRelease, WaitsFor
from fordran.domain.kinds.articles import CreditorArticle, FeeArticle, LineType, PayoutArticle
from fordran.domain.kinds.bulk_acts import BulkActKind, BulkActStatus
from fordran.domain.kinds.case_states import Hold, Reply, State, Status
from fordran.domain.kinds.channels import Channel, DeliveryState, Distribution, InvoiceChannel
from fordran.domain.kinds.claim_kinds import ClaimKind, DueDateBasis
from fordran.domain.kinds.close_reasons import CloseReason, DecidedReason
from fordran.domain.kinds.dispute_kinds import DisputeEnd, DisputeKind, DisputeOutcome, Settlement
from fordran.domain.kinds.enforcement_kinds import EnforcementChannel, EnforcementStatus, NoticeKind
from fordran.domain.kinds.erasure_batches import ErasureBatchStatus, ErasureOutcome
from fordran.domain.kinds.event_types import EventName
from fordran.domain.kinds.letter_kinds import FreeTemplate, LetterKind, LetterStatus
from fordran.domain.kinds.limitation_kinds import EarlierLetterKind, InterruptionKind, LimitationKind
from fordran.domain.kinds.party_roles import InsolvencyKind, PartyLetters, PartyRole
from fordran.domain.kinds.steps import FirstAction, NextStepCode
from fordran.domain.kinds.work_item_kinds import OfferOutcome, WorkItemKind
from fordran.domain.languages import ENGLISH
from fordran.domain.law.law import LawRowKind, LawRowStatus
from fordran.domain.law.payment_order import DebtPart
from fordran.domain.numbers.identity import IdNumberStatus
from fordran.domain.payouts.four_eyes import ApprovalKind, ApprovalStatus, HeldAct
from fordran.domain.payouts.gathering import NotReady
from fordran.domain.payouts.operator_invoice import FeeSettlement, FeeTaxation, FeeVat, OperatorInvoiceStatus
from fordran.domain.payouts.payout import PayeeKind, PayoutDay, SpecificationState
from fordran.domain.service.audit import AuditBy, AuditKind
from fordran.domain.service.connections import CertificateState, ConnectionSystem, ConnectionTrouble
from fordran.domain.service.retention import ErasureStage
from fordran.domain.service.staff import StaffRole
from fordran.domain.vat import VatPercent
from fordran.resources.access_groups import AccessGroupType
from fordran.resources.accounts import NumberValidation
from fordran.resources.api_clients import ScopeLevel
from fordran.resources.case_acts import NoteKind, WrittenKind
from fordran.resources.common import RecordedStatus, StatusReason
from fordran.resources.creditor_payments import Earmark
from fordran.resources.customer_corrections import CorrectedField
from fordran.resources.customers import DistributionChange
from fordran.resources.file_import_reports import ImportedKind
from fordran.resources.invoices import InvoiceType
from fordran.resources.letters import LetterLanguage
from fordran.resources.operator import ParticularSource
from fordran.resources.users import OauthType
from fordran.resources.webhook_deliveries import DeliveryOrigin, DeliveryStatus
from fordran.resources.work_items import WishDecision
from fordran.shape.closed import ClosedList
from fordran.shape.kinds import COUNTRIES
from fordran.texts.catalogue import texts

_LISTS: tuple[tuple[str, Any, str], ...] = (
    ("ApprovalKind", ApprovalKind, ""),
    ("ApprovalStatus", ApprovalStatus, ""),
    ("HeldAct", HeldAct, ""),
    ("AccessGroupType", AccessGroupType, ""),
    ("StaffRole", StaffRole, ""),
    ("ScopeLevel", ScopeLevel, ""),
    ("OauthType", OauthType, ""),
    ("NumberValidation", NumberValidation, ""),
    ("CorrectedField", CorrectedField, ""),
    ("AutogiroMandateState", AutogiroMandateState, ""),
    ("BulkActKind", BulkActKind, ""),
    ("BulkActStatus", BulkActStatus, ""),
    ("ErasureBatchStatus", ErasureBatchStatus, ""),
    ("ErasureOutcome", ErasureOutcome, ""),
    ("ErasureStage", ErasureStage, ""),
    ("PartyRole", PartyRole, ""),
    ("InsolvencyKind", InsolvencyKind, ""),
    ("ConnectionSystem", ConnectionSystem, ""),
    ("ConnectionTrouble", ConnectionTrouble, ""),
    ("CertificateState", CertificateState, ""),
    ("ParticularSource", ParticularSource, ""),
    ("PartyLetters", PartyLetters, ""),
    ("IdNumberStatus", IdNumberStatus, ""),
    ("ClaimKind", ClaimKind, ""),
    ("DueDateBasis", DueDateBasis, ""),
    ("Earmark", Earmark, ""),
    ("LimitationKind", LimitationKind, ""),
    ("InterruptionKind", InterruptionKind, ""),
    ("EarlierLetterKind", EarlierLetterKind, ""),
    ("CaseState", State, ""),
    ("CaseStatus", Status, ""),
    ("CaseHold", Hold, "case_status"),
    ("NextStep", NextStepCode, ""),
    ("WaitsFor", WaitsFor, ""),
    ("ApplicationRelease", ApplicationRelease, ""),
    ("CloseReason", CloseReason, "case_status"),
    ("ClosingDecision", DecidedReason, "case_status"),
    ("FirstAction", FirstAction, ""),
    ("DisputeAnswer", DisputeOutcome, "dispute_end"),
    ("DisputeKind", DisputeKind, ""),
    ("DisputeEnd", DisputeEnd, ""),
    ("DisputeSettlement", Settlement, "dispute_end"),
    ("PlanEnd", PlanEnd, ""),
    ("EnforcementReply", Reply, ""),
    ("EnforcementStatus", EnforcementStatus, ""),
    ("EnforcementChannel", EnforcementChannel, ""),
    ("NoticeKind", NoticeKind, ""),
    ("NoteKind", NoteKind, ""),
    ("WrittenNoteKind", WrittenKind, "note_kind"),
    ("LineType", LineType, ""),
    ("CreditorArticle", CreditorArticle, "line_type"),
    ("Component", Component, ""),
    ("WaivedComponent", WaivedComponent, "component"),
    ("FeeArticle", FeeArticle, "line_type"),
    ("Origin", Origin, ""),
    ("RecordedStatus", RecordedStatus, ""),
    ("StatusReason", StatusReason, ""),
    ("LetterKind", LetterKind, ""),
    ("FreeTemplate", FreeTemplate, "letter_template"),
    ("LetterStatus", LetterStatus, ""),
    ("Channel", Channel, "distribution"),
    ("DeliveryChannel", InvoiceChannel, "distribution"),
    ("AddressSource", AddressSource, ""),
    ("InvoiceDistribution", Distribution, "distribution"),
    ("InvoiceDistributionChange", DistributionChange, "distribution"),
    ("InvoiceDeliveryStatus", DeliveryState, "delivery_state"),
    ("Language", LetterLanguage, ""),
    ("InvoiceType", InvoiceType, ""),
    ("VatPercent", VatPercent, ""),
    ("WorkItemKind", WorkItemKind, ""),
    ("WishDecision", WishDecision, ""),
    ("OfferOutcome", OfferOutcome, ""),
    ("TransactionKind", TransactionKind, ""),
    ("TransactionStatus", TransactionStatus, ""),
    ("SuspenseReason", SuspenseReason, ""),
    ("BankFileStatus", BankFileStatus, ""),
    ("BankOrderState", BankOrderState, ""),
    ("OrderLineKind", OrderLineKind, ""),
    ("TransferStatus", TransferStatus, ""),
    ("RefundStatus", RefundStatus, ""),
    ("PayeeKind", PayeeKind, ""),
    ("PayoutArticle", PayoutArticle, ""),
    ("FinanceCategory", Category, "category"),
    ("Interval", Interval, ""),
    ("PayoutDay", PayoutDay, ""),
    ("NotReadyReason", NotReady, "not_ready"),
    ("SpecificationState", SpecificationState, ""),
    ("FeeVat", FeeVat, ""),
    ("FeeSettlement", FeeSettlement, ""),
    ("FeeTaxation", FeeTaxation, ""),
    ("OperatorInvoiceStatus", OperatorInvoiceStatus, ""),
    ("EventType", EventName, ""),
    ("DeliveryStatus", DeliveryStatus, ""),
    ("DeliveryOrigin", DeliveryOrigin, ""),
    ("AuditBy", AuditBy, ""),
    ("AuditKind", AuditKind, ""),
    ("ImportedKind", ImportedKind, ""),
    ("LawRowKind", LawRowKind, ""),
    ("LawRowStatus", LawRowStatus, ""),
    ("DebtPart", DebtPart, ""),
)
"""Name in the description, type, and the prefix of its values' codes where that is another list's."""


def described(name: str, literal: Any, *prefixes: str) -> ClosedList:
    """A closed list with its English descriptions. A value is described under the first prefix that has it."""
    own = _snake(name)
    values: tuple[str, ...] = get_args(literal)
    entries = texts(ENGLISH).entries
    codes = {
        value: next(
            (code for prefix in prefixes or (own,) if (code := f"{prefix}.{value or 'unset'}.about") in entries), None
        )
        for value in values
    }
    missing = [value for value, code in codes.items() if code is None]
    assert not missing, f"{name}: the catalogues do not describe {missing}"
    return ClosedList(
        name,
        values,
        str(entries[f"closed_list.{own}"]),
        {value: str(entries[code or ""]) for value, code in codes.items()},
    )


@cache
def closed_lists() -> tuple[ClosedList, ...]:
    """Every list that a noun shows."""
    countries = ClosedList(
        "CountryCode",
        tuple(sorted(COUNTRIES)),
        str(texts(ENGLISH).entries["closed_list.country_code"]),
        {country.alpha_2: f"{country.name}." for country in pycountry.countries},
    )
    return (*(described(name, literal, *filter(None, [prefix])) for name, literal, prefix in _LISTS), countries)


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
