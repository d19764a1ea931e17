"""Work-item kinds: what waits for a person."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fordran.domain.kinds.records import by_code

WorkItemKind: TypeAlias = Literal[
    "stopped",
    "letter_stopped",
    "letter_failed",
    "invoice_failed",
    "step_failed",
    "duty_failed",
    "refund_owed",
    "refund_returned",
    "refund_claimed",
    "delivery_failed",
    "debtor_message",
    "debtor_request",
    "debtor_objection",
    "debtor_hardship",
    "dispute_to_confirm",
    "dispute_to_settle",
    "supplement_wanted",
    "confirm_unpaid",
    "time_barred_at_registration",
    "control_fee_to_sue",
    "notice_to_send",
    "notice_unconfirmed",
    "hand_over_due",
    "payout_account_rejected",
    "client_funds_short",
    "name_differs",
    "complaint_overdue",
    "wrong_person",
    "transfer_rejected",
    "swish_missing",
    "autogiro_failed",
    "autogiro_unmatched",
    "kivra_declined",
    "bankruptcy_claim",
    "company_liquidation",
    "company_deregistered",
    "handler_left",
    "fortnox_refused",
    "fortnox_unreachable",
    "visma_refused",
    "visma_unreachable",
    "enforcement_unsent",
    "enforcement_refused",
    "accounting_refused",
    "accounting_unreachable",
]


OfferOutcome: TypeAlias = Literal["accepted", "declined", "withdrawn"]
"""The outcome of an offer to a debtor; none where nobody has answered."""

Settling: TypeAlias = Literal["by_hand", "by_decision", "by_cause"]
"""How an item ends: a person calls it done, a person decides and the debtor gets an answer, or what it is about ends."""


@dataclass(frozen=True, slots=True)
class WorkItemKindRecord:
    """A kind of work item. `from_debtor` holds for what a debtor sent on the debtor's page and waits to have answered."""

    code: WorkItemKind
    from_debtor: bool = False
    settled: Settling = "by_hand"
    ends_with_case: bool = False
    """Whether nothing is left to do about it once the case is closed."""


WORK_ITEM_KINDS: Mapping[WorkItemKind, WorkItemKindRecord] = by_code(
    WorkItemKind,
    (
        WorkItemKindRecord("stopped", settled="by_cause", ends_with_case=True),
        WorkItemKindRecord("letter_stopped", ends_with_case=True),
        WorkItemKindRecord("letter_failed"),
        WorkItemKindRecord("invoice_failed"),
        WorkItemKindRecord("step_failed", ends_with_case=True),
        WorkItemKindRecord("duty_failed"),
        WorkItemKindRecord("refund_owed"),
        WorkItemKindRecord("refund_returned"),
        WorkItemKindRecord("refund_claimed"),
        WorkItemKindRecord("delivery_failed"),
        WorkItemKindRecord("debtor_message", from_debtor=True),
        WorkItemKindRecord("debtor_request", from_debtor=True, settled="by_decision"),
        WorkItemKindRecord("debtor_objection", from_debtor=True, settled="by_cause", ends_with_case=True),
        WorkItemKindRecord("debtor_hardship", ends_with_case=True),
        WorkItemKindRecord("dispute_to_confirm", ends_with_case=True),
        WorkItemKindRecord("dispute_to_settle", ends_with_case=True),
        WorkItemKindRecord("supplement_wanted"),
        WorkItemKindRecord("confirm_unpaid", ends_with_case=True),
        WorkItemKindRecord("time_barred_at_registration", ends_with_case=True),
        WorkItemKindRecord("control_fee_to_sue", ends_with_case=True),
        WorkItemKindRecord("notice_to_send"),
        WorkItemKindRecord("notice_unconfirmed"),
        WorkItemKindRecord("hand_over_due"),
        WorkItemKindRecord("payout_account_rejected"),
        WorkItemKindRecord("client_funds_short"),
        WorkItemKindRecord("name_differs", ends_with_case=True),
        WorkItemKindRecord("complaint_overdue"),
        WorkItemKindRecord("wrong_person"),
        WorkItemKindRecord("transfer_rejected"),
        WorkItemKindRecord("swish_missing"),
        WorkItemKindRecord("autogiro_failed"),
        WorkItemKindRecord("autogiro_unmatched"),
        WorkItemKindRecord("kivra_declined"),
        WorkItemKindRecord("bankruptcy_claim"),
        WorkItemKindRecord("company_liquidation"),
        WorkItemKindRecord("company_deregistered"),
        WorkItemKindRecord("handler_left", ends_with_case=True),
        WorkItemKindRecord("fortnox_refused"),
        WorkItemKindRecord("fortnox_unreachable"),
        WorkItemKindRecord("visma_refused"),
        WorkItemKindRecord("visma_unreachable"),
        WorkItemKindRecord("enforcement_unsent"),
        WorkItemKindRecord("enforcement_refused"),
        WorkItemKindRecord("accounting_refused"),
        WorkItemKindRecord("accounting_unreachable"),
    ),
)

ENDING_WITH_CASE: tuple[WorkItemKind, ...] = tuple(
    kind for kind, record in WORK_ITEM_KINDS.items() if record.ends_with_case
)
