"""Closed lists of cases: where a case stands, what comes next, and how it ends."""

from __future__ import annotations

from fordran.domain.claims.entries import Component
from fordran.domain.claims.facts import Origin
from fordran.domain.flow.plan_progress import PlanEnd
from fordran.domain.kinds.articles import CreditorArticle, LineType
from fordran.domain.kinds.case_states import DisputeEnd, DisputeOutcome, Hold, Reply, State, Status
from fordran.domain.kinds.close_reasons import CloseReason, DecidedReason
from fordran.domain.kinds.steps import FirstAction, Upcoming
from fordran.resources.case_acts import NoteKind, WrittenKind
from fordran.resources.common import RecordedStatus, StatusReason
from fordran.shape.closed import ClosedList, closed_list

_HOLDS = {
    "respite": "The debtor was given time: nothing is sent until it has passed.",
    "disputed": "The debtor objects: letters and fees wait for an answer.",
    "amortization": "The debtor pays by instalments that were agreed on.",
}
_WRITTEN = {
    "note": "A thought or a fact.",
    "call": "A telephone call.",
    "message": "A message from or to the debtor by other ways.",
    "to_debtor": "What is answered on the debtor's page, where the debtor reads it.",
}
_CLOSED = {
    "paid": "All that was owed is paid.",
    "credited": "The creditor no longer claims anything.",
    "cancelled": "The creditor took the claim back.",
    "written_off": "It was given up.",
    "returned": "It was given back to the creditor.",
    "bankruptcy": "The debtor is in bankruptcy.",
    "deceased": "The debtor has died.",
    "debt_restructuring": "The debtor is in debt restructuring.",
    "time_barred": "The claim is too old to be collected.",
}
_OUTCOMES = {
    "rejected": "The creditor upholds all of the claim.",
    "partly": "The creditor upholds some of the claim; the rest is credited.",
    "accepted": "The creditor no longer claims it; all of it is credited.",
}
_FEES = {
    "invoice_fee": "A fee for an invoice.",
    "reminder": "The fee for a reminder.",
    "debt_collection": "The fee for a debt-collection demand.",
    "late_payment_fee": "The compensation for late payment that one business owes another.",
    "amortization_setup": "The fee for agreeing on an instalment plan.",
    "amortization_advice": "The fee for a notice of an instalment.",
    "amortization_reminder": "The fee for a reminder of an instalment.",
    "enforcement": "Costs of an application to the enforcement authority.",
    "attachment": "The enforcement authority's own charge.",
    "cost": "Any other cost.",
}
_STEPS = {
    "reminder": "A reminder is sent.",
    "debt_collection": "A debt-collection demand is sent.",
    "enforcement": "An application is made to the enforcement authority.",
    "surveillance": "The case goes over to long-term surveillance.",
    "surveillance_letter": "A letter of the surveillance is sent.",
    "respite_end": "A respite ends.",
    "amortization_notice": "An instalment is asked for.",
    "amortization_reminder": "The debtor is told of an instalment that was not paid.",
    "amortization_default": "An instalment that was not paid ends the plan, with a demand for all of it.",
    "close_time_barred": "The case is closed because the claim is too old.",
    "start": "Somebody has to start the flow.",
    "dispute_answer": "The creditor has to answer an objection.",
    "letter": "A letter is about to leave.",
    "enforcement_reply": "The enforcement authority has to reply.",
    "review": "A person has to look at it.",
    "delivery": "The invoice has to leave first.",
}

CASE_LISTS: tuple[ClosedList, ...] = (
    closed_list(
        "CaseState",
        State,
        "The phase that a case is in.",
        {
            "initializing": "It is registered and its flow has not begun.",
            "invoice": "It is an invoice that is not overdue, or whose reminder has not been sent.",
            "reminder": "The customer was reminded.",
            "debt_collection": "The customer got a debt-collection demand.",
            "enforcement": "It is with the enforcement authority.",
            "surveillance": "It is under long-term surveillance.",
            "closed": "It has come to its end.",
        },
    ),
    closed_list(
        "CaseStatus",
        Status,
        "Where in its phase a case is: a stage, what holds it, or why it is closed.",
        {
            "initializing": "It is being registered.",
            "initialized": "It waits for somebody to start its flow.",
            "invoice": "The invoice is out.",
            "reminder_active": "The reminder is out.",
            "debt_collection_active": "The debt-collection demand is out.",
            "enforcement_applied": "The enforcement authority was applied to.",
            "enforcement_served": "The application was served on the debtor.",
            "enforcement_contested": "The debtor contests the application.",
            "enforcement_verdict": "The claim was established by a verdict.",
            "enforcement_execution": "The enforcement authority collects it.",
            "surveillance_active": "It is looked at again now and then.",
            **_HOLDS,
            **_CLOSED,
        },
    ),
    closed_list("CaseHold", Hold, "What holds a case.", _HOLDS),
    closed_list("NextStep", Upcoming, "What happens next to a case, or what it waits for.", _STEPS),
    closed_list("CloseReason", CloseReason, "Why a case is closed.", _CLOSED),
    closed_list(
        "ClosingDecision",
        DecidedReason,
        "A reason for which a person closes a case.",
        {
            reason: said
            for reason, said in _CLOSED.items()
            if reason not in ("paid", "credited", "cancelled", "time_barred")
        },
    ),
    closed_list(
        "FirstAction",
        FirstAction,
        "What is done first with overdue debts.",
        {
            "reminder": "A reminder is sent, then a debt-collection demand.",
            "debt_collection": "A debt-collection demand is sent at once; reminding was done already.",
        },
    ),
    closed_list("DisputeAnswer", DisputeOutcome, "How a creditor answers an objection.", _OUTCOMES),
    closed_list(
        "DisputeEnd",
        DisputeEnd,
        "How an objection came to its end.",
        _OUTCOMES
        | {
            "withdrawn": "The debtor took it back, or it was noted by mistake.",
            "overtaken": "A reply of the enforcement authority took the case on.",
        },
    ),
    closed_list(
        "PlanEnd",
        PlanEnd,
        "Why an instalment plan ended while its case went on.",
        {
            "lifted": "Somebody ended it.",
            "missed": "An instalment was not paid in time.",
            "disputed": "The debtor objected.",
        },
    ),
    closed_list(
        "EnforcementReply",
        Reply,
        "What the enforcement authority says of an application.",
        {
            "served": "It was served on the debtor.",
            "contested": "The debtor contests it.",
            "verdict": "The claim was established.",
            "execution": "The claim is collected.",
            "ended": "The authority has ended its work without the claim being paid.",
        },
    ),
    closed_list(
        "NoteKind",
        NoteKind,
        "What kind of note it is.",
        _WRITTEN | {"from_debtor": "What the debtor wrote on the debtor's page."},
    ),
    closed_list("WrittenNoteKind", WrittenKind, "What kind of note somebody writes.", _WRITTEN),
    closed_list(
        "LineType",
        LineType,
        "What kind of amount a line of what is owed is.",
        {
            "capital": "The debt itself.",
            "interest": "Interest on the capital.",
            **_FEES,
            "letter_paid": "A letter was paid in time, and what remained beside what it asked for is given up.",
        },
    ),
    closed_list(
        "CreditorArticle",
        CreditorArticle,
        "Costs that a creditor may have claimed itself.",
        {
            article: _FEES[article]
            for article in ("invoice_fee", "reminder", "debt_collection", "late_payment_fee", "cost")
        },
    ),
    closed_list(
        "Component",
        Component,
        "The component of what is owed that an amount belongs to.",
        {
            "capital": "The debt itself.",
            "interest": "Interest on it.",
            "costs": "Fees and other costs of collecting it.",
        },
    ),
    closed_list(
        "Origin",
        Origin,
        "Who told of it.",
        {"creditor_system": "The creditor's own system.", "system": "This service.", "bank": "The bank."},
    ),
    closed_list(
        "RecordedStatus",
        RecordedStatus,
        "What became of a payment, a crediting or a cancellation.",
        {"completed": "It had its whole effect.", "warning": "Not all of it had an effect; the reason is told."},
    ),
    closed_list(
        "StatusReason",
        StatusReason,
        "Why not all of it had an effect; also the tag of a text in `locales`.",
        {
            "payment_more_than_owed": "More was paid than is owed.",
            "payment_on_closed_case": "The case was closed already.",
            "crediting_more_than_capital": "More was credited than is left of the capital.",
            "cancellation_of_closed_case": "The case was closed already.",
        },
    ),
)
