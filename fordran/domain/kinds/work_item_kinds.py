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
]


@dataclass(frozen=True, slots=True)
class WorkItemKindRecord:
    """A kind of work item. `from_debtor` holds for what a debtor sent on the debtor's page and waits to have answered."""

    code: WorkItemKind
    from_debtor: bool = False


WORK_ITEM_KINDS: Mapping[WorkItemKind, WorkItemKindRecord] = by_code(
    WorkItemKind,
    (
        WorkItemKindRecord("stopped"),
        WorkItemKindRecord("letter_stopped"),
        WorkItemKindRecord("letter_failed"),
        WorkItemKindRecord("invoice_failed"),
        WorkItemKindRecord("step_failed"),
        WorkItemKindRecord("duty_failed"),
        WorkItemKindRecord("refund_owed"),
        WorkItemKindRecord("refund_returned"),
        WorkItemKindRecord("refund_claimed"),
        WorkItemKindRecord("delivery_failed"),
        WorkItemKindRecord("debtor_message", from_debtor=True),
        WorkItemKindRecord("debtor_request", from_debtor=True),
        WorkItemKindRecord("debtor_objection", from_debtor=True),
        WorkItemKindRecord("debtor_hardship"),
        WorkItemKindRecord("dispute_to_confirm"),
        WorkItemKindRecord("dispute_to_settle"),
        WorkItemKindRecord("supplement_wanted"),
        WorkItemKindRecord("confirm_unpaid"),
        WorkItemKindRecord("time_barred_at_registration"),
        WorkItemKindRecord("control_fee_to_sue"),
        WorkItemKindRecord("notice_to_send"),
        WorkItemKindRecord("notice_unconfirmed"),
        WorkItemKindRecord("hand_over_due"),
        WorkItemKindRecord("payout_account_rejected"),
        WorkItemKindRecord("client_funds_short"),
        WorkItemKindRecord("name_differs"),
        WorkItemKindRecord("complaint_overdue"),
    ),
)
