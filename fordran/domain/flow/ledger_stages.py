"""Where a case is, in the words of the contract with ledgers (docs/ledger-contract.md), and what its ledger may do there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, TypeAlias

from fordran.domain.kinds.case_states import State, Status
from fordran.domain.kinds.close_reasons import CloseReason

LedgerStage: TypeAlias = Literal[
    "registered",
    "invoice_sent",
    "reminder",
    "collection",
    "awaiting_decision",
    "enforcement",
    "payment_plan",
    "monitoring",
    "paused",
    "closed_paid",
    "closed_other",
]
LedgerDecision: TypeAlias = Literal["legal_action", "dispute"]
LedgerAction: TypeAlias = Literal[
    "start",
    "pause",
    "resume",
    "withdraw",
    "dispute",
    "contest_dispute",
    "approve_legal_action",
    "decline_legal_action",
]

_STAGES: Mapping[State, LedgerStage] = {
    "initializing": "registered",
    "invoice": "invoice_sent",
    "reminder": "reminder",
    "debt_collection": "collection",
    "enforcement": "enforcement",
    "surveillance": "monitoring",
}
CLOSE_REASONS: Mapping[CloseReason, str] = {
    "paid": "paid",
    "credited": "credited",
    "cancelled": "withdrawn",
    "written_off": "other",
    "returned": "withdrawn",
    "bankruptcy": "bankrupt",
    "deceased": "deceased",
    "debt_restructuring": "insolvent",
    "time_barred": "other",
}


def decision_in(
    state: State, status: Status, waits_for: Collection[str], *, is_answered: bool
) -> LedgerDecision | None:
    """The decision that the creditor is asked for, if any.

    >>> decision_in("debt_collection", "debt_collection_active", ["confirm_unpaid"], is_answered=False)
    'legal_action'
    """
    if state == "closed":
        return None
    if status == "disputed":
        return None if is_answered else "dispute"
    return "legal_action" if "confirm_unpaid" in waits_for else None


def stage_of(state: State, status: Status, decision: LedgerDecision | None) -> LedgerStage:
    """The stage of a case.

    >>> stage_of("reminder", "respite", None), stage_of("closed", "credited", None), stage_of("closed", "paid", None)
    ('paused', 'closed_other', 'closed_paid')
    """
    if state == "closed":
        return "closed_paid" if status == "paid" else "closed_other"
    if decision is not None:
        return "awaiting_decision"
    if status in ("respite", "disputed"):
        return "paused"
    return "payment_plan" if status == "amortization" else _STAGES[state]


def actions_of(
    state: State, status: Status, decision: LedgerDecision | None, *, is_started: bool
) -> tuple[LedgerAction, ...]:
    """The actions that a case offers its ledger now.

    >>> actions_of("reminder", "reminder_active", None, is_started=True)
    ('pause', 'withdraw', 'dispute')
    """
    if state == "closed":
        return ()
    found: list[LedgerAction] = [] if is_started else ["start"]
    if decision == "legal_action":
        found += ["approve_legal_action", "decline_legal_action"]
    if decision == "dispute":
        found.append("contest_dispute")
    if status == "respite":
        found.append("resume")
    elif status not in ("disputed", "amortization") and state not in ("initializing", "enforcement"):
        found.append("pause")
    found.append("withdraw")
    if status not in ("disputed", "respite", "amortization") and state != "initializing":
        found.append("dispute")
    return tuple(found)
