"""Closed lists in the database: a domain for each, whose check follows from the `Literal` that declares the list.

A column that holds a value of a closed list has the list's domain as its type. `migrate` adds to each check the values that
the code declares and the database lacks, so a new value needs no SQL. A value is never removed by itself: an earlier version
may still write it. A migration that removes one drops the check, and `migrate` makes it again from the code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

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
from fordran.store.connections.database import Connection

CLOSED_LISTS: Mapping[str, Any] = {
    "access_group_type": AccessGroupType,
    "address_source": AddressSource,
    "approval_kind": ApprovalKind,
    "bulk_act_kind": BulkActKind,
    "bulk_act_status": BulkActStatus,
    "bulk_outcome": BulkOutcome,
    "erasure_batch_status": ErasureBatchStatus,
    "erasure_outcome": ErasureOutcome,
    "audit_by": AuditBy,
    "audit_kind": AuditKind,
    "audit_records": AuditRecords,
    "bank_act": BankAct,
    "bank_file_status": BankFileStatus,
    "bank_order_line_kind": OrderLineKind,
    "bank_order_status": OrderStatus,
    "bank_transaction_kind": TransactionKind,
    "bank_transaction_status": TransactionStatus,
    "batch_channel": Batched,
    "case_state": State,
    "case_status": Status,
    "claim_article": Article,
    "close_reason": CloseReason,
    "delivery_kind": DeliveryKind,
    "delivery_outcome": DeliveryOutcome,
    "delivery_status": DeliveryState,
    "dispute_end": DisputeEnd,
    "dispute_kind": DisputeKind,
    "party_role": PartyRole,
    "party_letters": PartyLetters,
    "enforcement_channel": EnforcementChannel,
    "enforcement_status": EnforcementStatus,
    "envelope_channel": Channel,
    "envelope_status": EnvelopeStatus,
    "erasure_stage": ErasureStage,
    "event_type": EventName,
    "file_import_kind": ImportedKind,
    "file_import_row_outcome": RowOutcome,
    "file_to_remove_kind": FileToRemove,
    "finance_category": Category,
    "finance_interval": Interval,
    "first_action": FirstAction,
    "flow_step": Step,
    "held_act_code": HeldAct,
    "id_number_status": IdNumberStatus,
    "invoice_distribution": Distribution,
    "invoice_type": InvoiceType,
    "law_row_kind": LawRowKind,
    "law_row_status": LawRowStatus,
    "letter_kind": LetterKind,
    "letter_language": LetterLanguage,
    "letter_status": LetterStatus,
    "next_step": NextStepCode,
    "note_kind": NoteKind,
    "number_validation": NumberValidation,
    "oauth_type": OauthType,
    "fee_settlement": FeeSettlement,
    "fee_taxation": FeeTaxation,
    "fee_vat": FeeVat,
    "operator_invoice_act": OperatorInvoiceAct,
    "payout_act": PayoutAct,
    "payout_article": PayoutArticle,
    "payout_not_ready": NotReady,
    "plan_end": PlanEnd,
    "recorded_status": RecordedStatus,
    "refund_status": RefundStatus,
    "autogiro_mandate_state": AutogiroMandateState,
    "autogiro_debit_state": AutogiroDebitState,
    "swish_state": SwishState,
    "swish_refund_state": SwishRefundState,
    "offer_outcome": OfferOutcome,
    "sign_in_attempt_kind": AttemptKind,
    "sign_in_way": SignInWay,
    "spar_outcome": SparOutcome,
    "status_reason": StatusReason,
    "step_outcome": StepOutcome,
    "suspense_reason": SuspenseReason,
    "transfer_status": TransferStatus,
    "webhook_delivery_origin": DeliveryOrigin,
    "webhook_delivery_status": DeliveryStatus,
    "work_item_kind": WorkItemKind,
}
"""Domain → the list of its values."""

_VALUES = re.compile(r"'\{(.*)\}'::text\[\]")

_CHECKS = """
select t.typname::text as domain, pg_get_constraintdef(c.oid) as definition
from pg_type t left join pg_constraint c on c.contypid = t.oid and c.conname = t.typname || '_is_known'
where t.typnamespace = 'fordran'::regnamespace and t.typname = any($1::text[])
"""


async def outdated_checks(connection: Connection, lists: Mapping[str, Any] = CLOSED_LISTS) -> list[str]:
    """Statements that add to the checks of the domains every value that the lists have and the database lacks."""
    rows = await connection.fetch(_CHECKS, list(lists))
    statements = []
    for domain, definition in sorted(tuple(row) for row in rows):
        known = set(values_in(definition))
        declared = set(get_args(lists[domain]))
        if not declared <= known:
            name = f"{domain}_is_known"
            values = ",".join(sorted(known | declared))
            # Not valid, which spares a look at every row: they all hold values that were known before.
            statements += [
                f"alter domain fordran.{domain} drop constraint if exists {name}",
                f"alter domain fordran.{domain} add constraint {name} check (value = any('{{{values}}}'::text[])) not valid",
            ]
    return statements


def values_in(definition: str | None) -> list[str]:
    """The values that a check allows.

    >>> values_in("CHECK (((VALUE)::text = ANY ('{queued,made}'::text[]))) NOT VALID")
    ['queued', 'made']
    >>> values_in(None)
    []
    """
    found = _VALUES.search(definition or "")
    return found[1].split(",") if found else []
