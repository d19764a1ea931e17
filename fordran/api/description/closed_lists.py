"""Every closed list that the interface shows: those of the nouns, and those that only answers about a case have."""

from __future__ import annotations

from typing import Any, Literal

from fordran.actions.cases.known_facts import BecameKnown
from fordran.domain.flow.plan_progress import PlanEnd
from fordran.domain.kinds.case_states import DisputeEnd
from fordran.resources.meanings import CLOSED_LISTS
from fordran.shape.closed import ClosedList, by_values, closed_list

_KNOWN = {one.name: one for one in CLOSED_LISTS}
_FEES = {
    article: said for article, said in _KNOWN["LineType"].means.items() if article not in ("interest", "letter_paid")
}

ANSWERED_LISTS: tuple[ClosedList, ...] = (
    closed_list(
        "DisputeStatus",
        Literal["open", "ended"],
        "Whether an objection waits for an answer.",
        {"open": "It does.", "ended": "It has come to its end."},
    ),
    closed_list(
        "DisputeOutcome",
        Literal[DisputeEnd, "closed"],
        "How an objection ended.",
        {**_KNOWN["DisputeEnd"].means, "closed": "The case was closed before anybody answered."},
    ),
    closed_list(
        "PlanStatus",
        Literal["running", "ended"],
        "Whether an instalment plan still runs.",
        {"running": "It does.", "ended": "It has come to its end."},
    ),
    closed_list(
        "PlanEndReason",
        Literal[PlanEnd, "closed"],
        "Why an instalment plan ended.",
        {**_KNOWN["PlanEnd"].means, "closed": "The case was closed."},
    ),
    closed_list(
        "FactType",
        BecameKnown,
        "What has become known about a case; a fee is told by its article.",
        {
            "credit": "A crediting.",
            "payment": "A payment.",
            "letter": "A letter.",
            "closing": "That the case was closed.",
            "recall": "That a payment was taken back.",
            "deduction": "That a payer held something back.",
            "refund": "That money went back to its payer.",
            "withdrawal": "That a fee was withdrawn.",
        }
        | _FEES,
    ),
    closed_list(
        "FileDomain",
        Literal["media--files", "cases", "creditors"],
        "What an uploaded file is to belong to.",
        {
            "media--files": "What the path names, a case or a creditor.",
            "cases": "The case that the path names.",
            "creditors": "The creditor that the path names.",
        },
    ),
    closed_list(
        "FileField",
        Literal["original_invoice", "logo"],
        "The field of a document that shows an uploaded file.",
        {"original_invoice": "Of a case: the invoice that it is about.", "logo": "Of a creditor: its logo."},
    ),
)

ALL_CLOSED_LISTS: tuple[ClosedList, ...] = (*CLOSED_LISTS, *ANSWERED_LISTS)
BY_VALUES = by_values(ALL_CLOSED_LISTS)


def closed_schema(values: tuple[str, ...]) -> dict[str, Any]:
    """The schema of the list with these values."""
    return BY_VALUES[values].schema
