"""A case as its ledger sees it: the stage, what may be done, letters, money both ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from fordran.actions.cases.move_case import FlowingCase, read_flowing
from fordran.actions.flow.dispute_records import open_disputes
from fordran.actions.ledger.refusals import LedgerRefusal
from fordran.domain.claims.facts import PaymentFact
from fordran.domain.claims.statement import booked
from fordran.domain.flow.ledger_stages import CLOSE_REASONS, actions_of, decision_in, stage_of
from fordran.domain.languages import SWEDISH
from fordran.domain.money import kronor
from fordran.resources.cases import CASES
from fordran.shape.moments import moment_of
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows
from fordran.store.reading.scope import Caller
from fordran.store.rows.rows import find
from fordran.store.rows.schema_rows import LedgerCaseRow, LedgerConnectionRow, LedgerReportRow, LetterRow
from fordran.texts.catalogue import texts

TO_CREDITOR = ("interest", "late_payment_fee")
"""Beside capital, what is the creditor's own."""


@dataclass(frozen=True)
class LedgerCase:
    """A case of a ledger: its link, and the case as the caller reads it."""

    link: LedgerCaseRow
    document: Mapping[str, Any]


_LINK = """
select account_id, id, updated, creditor_id, case_id, connection_id, case_ref, invoice_ref from ledger_cases
where account_id = $1 and connection_id = $2 and case_ref = $3
"""


async def own_case(tx: Connection, caller: Caller, row: LedgerConnectionRow, case_ref: str) -> LedgerCase:
    """The case of a connection; refused where it is not the connection's."""
    link = await fetch_row(tx, LedgerCaseRow, _LINK, row["account_id"], row["id"], case_ref)
    item = None if link is None else await find(tx, CASES, caller, link["case_id"])
    if link is None or item is None:
        raise LedgerRefusal("CONNECTOR_COLLECTIONS_CASE_NOT_OWNED", status=404)
    # Lists come from the database as they are sent.
    return LedgerCase(link, orjson.loads(orjson.dumps(item.document)))


async def shown_case(
    tx: Connection, caller: Caller, row: LedgerConnectionRow, case_ref: str, now: datetime
) -> dict[str, Any]:
    """A case as the contract shows it."""
    one = await own_case(tx, caller, row, case_ref)
    case, link = one.document, one.link
    flowing = await read_flowing(tx, link["case_id"], link["account_id"], now)
    disputes = await open_disputes(tx, flowing, now) if case["status"] == "disputed" else []
    is_answered = bool(disputes) and all(dispute.rejected_on is not None for dispute in disputes)
    decision = decision_in(case["state"], case["status"], case["waits_for"], is_answered=is_answered)
    say = texts(SWEDISH)
    reason = case.get("close_reason")
    letters = await fetch_rows(tx, _SentLetter, _LETTERS, link["account_id"], link["case_id"])
    reports = await fetch_rows(tx, LedgerReportRow, _REPORTS, link["account_id"], link["case_id"])
    next_date = case.get("next_step_date")
    return {
        "caseRef": link["case_ref"],
        "caseNumber": case["case_number"],
        "invoiceRef": link["invoice_ref"],
        "stage": stage_of(case["state"], case["status"], decision),
        "isOpen": case["state"] != "closed",
        "closeReason": None if reason is None else CLOSE_REASONS[reason],
        "decisionKind": decision,
        "providerState": case["status"],
        "providerStateLabel": say.of("case_status", case["status"]),
        "outstandingPrincipal": float(case["total_remaining_capital_amount"]),
        "outstandingTotal": float(case["total_remaining_transaction_amount"]),
        "currency": "SEK",
        "nextActionDate": None if next_date is None else _day(next_date),
        "nextActionLabel": say.of("next_step", case["next_step"]) if case.get("next_step") else None,
        "actions": list(actions_of(case["state"], case["status"], decision, is_started=case["start_flow"])),
        "parentCaseRef": None,
        "events": [*_stages(case), *(_letter_event(letter, say) for letter in letters)],
        "collectedPayments": _collected(flowing),
        "reportedPayments": [_reported(report) for report in reports],
        "documents": [_document(letter) for letter in letters],
        "updatedAt": _iso(case["_updated"]),
        "raw": {"state": case["state"], "status": case["status"], "waits_for": list(case["waits_for"])},
    }


class _SentLetter(LetterRow):
    filename: str


_LETTERS = """
select l.id, l.kind, l.sent, l.media_id, m.filename from letters l
join media_files m on m.account_id = l.account_id and m.id = l.media_id
where l.account_id = $1 and l.case_id = $2 and l.status in ('sent', 'shown') and l.sent is not null order by l.sent, l.id
"""
_REPORTS = """
select ref, amount, matched_amount, day from ledger_reports
where account_id = $1 and case_id = $2 and kind = 'payment' and not is_reverted order by day, id
"""


def _stages(case: Mapping[str, Any]) -> Sequence[dict[str, Any]]:
    say = texts(SWEDISH)
    return [
        {
            "eventRef": f"{case['_id']}-{turn}",
            "occurredAt": _iso(one["status_date"]),
            "kind": "stage",
            "direction": "internal",
            "label": say.of("case_state", one["state"]),
            "amount": None,
        }
        for turn, one in enumerate(case["state_history"])
    ]


def _letter_event(letter: _SentLetter, say: Any) -> dict[str, Any]:
    return {
        "eventRef": letter["id"],
        "occurredAt": _iso(letter["sent"]),
        "kind": "letter",
        "direction": "to_debtor",
        "label": say.of("letter_kind", letter["kind"]),
        "amount": None,
    }


def _document(letter: _SentLetter) -> dict[str, Any]:
    return {
        "documentRef": letter["media_id"],
        "type": "closing_letter" if letter["kind"] == "closing" else "letter_to_debtor",
        "createdAt": _iso(letter["sent"]),
        "filename": letter["filename"],
    }


def _reported(report: LedgerReportRow) -> dict[str, Any]:
    return {
        "paymentRef": report["ref"],
        "amount": kronor(report["amount"]),
        "matchedAmount": kronor(report["matched_amount"]),
        "date": report["day"].isoformat(),
    }


def _collected(flowing: FlowingCase) -> list[dict[str, Any]]:
    """Payments that reached us, by what they covered."""
    debt = booked([stored.fact for stored in flowing.case.facts], flowing.case.terms)
    found = []
    for stored in flowing.case.facts:
        fact = stored.fact
        if not isinstance(fact, PaymentFact) or not fact.reached_us:
            continue
        lines = [line for line in debt.lines if line.fact == fact.id and line.kind == "settled"]
        capital = -sum(line.amount for line in lines if line.component == "capital")
        others = [line for line in lines if line.component != "capital"]
        creditors = -sum(line.amount for line in others if line.by_creditor or line.type in TO_CREDITOR)
        found.append(
            {
                "paymentRef": fact.id,
                "paidAt": fact.date.isoformat(),
                "total": kronor(fact.amount),
                "capitalPaid": kronor(capital),
                "toCreditorOther": kronor(creditors),
                "toAgency": kronor(-sum(line.amount for line in others) - creditors),
            }
        )
    return found


def _iso(moment: Any) -> str:
    return moment.isoformat() if isinstance(moment, datetime) else moment_of(moment).isoformat()


def _day(moment: Any) -> str:
    return _iso(moment)[:10]
