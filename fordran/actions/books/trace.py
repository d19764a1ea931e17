"""Trace: one öre's way from the bank's line over a case to the line of a payout, and back."""

from __future__ import annotations

import orjson

from fordran.actions.books.traced import (
    BANK_LINES,
    ORDER_LINES,
    SPECIFICATIONS,
    SWISH_REFUNDS,
    BankLineRow,
    SpecificationRow,
    Traced,
    TracedOrderLineRow,
    TracedSwishRefundRow,
    shown_bank_line,
    shown_order,
    shown_payment,
    shown_refund,
    shown_specification,
    shown_swish_refund,
)
from fordran.actions.cases.case_facts import entry_from_json, from_json
from fordran.domain.claims.facts import PaymentFact
from fordran.domain.payouts.payout import OPERATOR_FEES
from fordran.resources.cases import CASES
from fordran.shape.wire import kronor, parsed
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_row, fetch_rows, fetch_the_row
from fordran.store.reading.scope import OPERATOR, Caller
from fordran.store.rows.rows import find
from fordran.store.rows.schema_rows import CaseRow, PayoutRow

_BY_CASE = " where s.account_id = $1 and s.case_id = $2 order by s.id"
_BY_PAYOUT = " where s.account_id = $1 and s.payout_id = $2 order by s.id"
_OF_CASE = "where b.account_id = $1 and b.case_id = $2"
_OF_PAYMENTS = "where b.id = any($1::text[])"
_CALLED = "where t.bank_reference = $1 or t.own_reference = $1 or t.key = $1 or t.id = $1 order by t.id, b.id"
_REFUNDS = "where l.kind = 'refund' and l.account_id = $1 and l.case_id = $2 order by l.order_id, l.position"
_PAYING = "where l.kind = 'payout' and l.subject_id = $1"


async def trace_case(connection: Connection, caller: Caller, id_: str) -> Traced | None:
    """Every payment on a case: where it came from and where it went; None where the case is not the caller's."""
    item = await find(connection, CASES, caller, id_)
    if item is None:
        return None
    traced = await _of_case(connection, item.document["account"], id_)
    return traced if caller.level == OPERATOR else _without_own_fees(traced)


def _without_own_fees(traced: Traced) -> Traced:
    """The public view of a case, without the operator's share of fees."""
    for payment in traced["payments"]:
        for settled in payment["settled"]:
            shown = settled["specifications"]
            settled["specifications"] = [line for line in shown if line["finance_category"] != OPERATOR_FEES]
    return traced


async def trace(connection: Connection, what: str) -> Traced:
    """All that an OCR number, a payout's id or reference, or a bank's reference leads to; empty where it leads nowhere."""
    cases = await connection.fetch(
        "select account_id, id from cases where ocr_number = $1 or id = $1 order by id", what
    )
    payouts = await connection.fetch(
        "select account_id, id from payouts where id = $1 or payout_reference = $1 order by id", what
    )
    lines = await fetch_rows(connection, BankLineRow, BANK_LINES + _CALLED, what)
    return {
        "cases": [await _of_case(connection, row["account_id"], row["id"]) for row in cases],
        "payouts": [await _of_payout(connection, row["account_id"], row["id"]) for row in payouts],
        "bank_transactions": [await _of_bank_line(connection, row) for row in lines],
    }


class _CaseRow(CaseRow):
    booked: orjson.Fragment


_CASE = """
select k.ocr_number, k.invoice_number, k.creditor_id, k.facts,
       (select jsonb_agg(b.entries order by b.position) from bookings b
        where b.account_id = k.account_id and b.case_id = k.id) as booked
from cases k where k.account_id = $1 and k.id = $2
"""


async def _of_case(connection: Connection, account: str, id_: str, payments: frozenset[str] | None = None) -> Traced:
    """A case's payments, or only some of them."""
    case = await fetch_the_row(connection, _CaseRow, _CASE, account, id_)
    entries = [entry_from_json(entry) for booked in parsed(case["booked"]) for entry in booked]
    specifications = await fetch_rows(connection, SpecificationRow, SPECIFICATIONS + _BY_CASE, account, id_)
    lines = await fetch_rows(connection, BankLineRow, BANK_LINES + _OF_CASE, account, id_)
    bank_lines = {row["payment_id"]: row for row in lines}
    by_bank = await fetch_rows(connection, TracedOrderLineRow, ORDER_LINES + _REFUNDS, account, id_)
    by_swish = await fetch_rows(connection, TracedSwishRefundRow, SWISH_REFUNDS, account, id_)
    refunds = [(row["payment_id"], shown_refund(row)) for row in by_bank]
    refunds += [(row["payment_id"], shown_swish_refund(row)) for row in by_swish]
    facts = [stored.fact for stored in from_json(parsed(case["facts"]))]
    return {
        "case": id_,
        "ocr_number": case["ocr_number"],
        "invoice_number": case["invoice_number"],
        "creditor": case["creditor_id"],
        "payments": [
            shown_payment(fact, entries, specifications, bank_lines.get(fact.id), refunds)
            for fact in facts
            if isinstance(fact, PaymentFact) and (payments is None or fact.id in payments)
        ],
    }


_PAYOUT = """
select payout_reference, creditor_id, finance_category, amount, vat_amount from payouts where account_id = $1 and id = $2
"""


async def _of_payout(connection: Connection, account: str, id_: str) -> Traced:
    """A payout line by line, each with the payment and the bank's line that it came of."""
    payout = await fetch_the_row(connection, PayoutRow, _PAYOUT, account, id_)
    order = await fetch_row(connection, TracedOrderLineRow, ORDER_LINES + _PAYING, id_)
    return {
        "payout": id_,
        "payout_reference": payout["payout_reference"],
        "creditor": payout["creditor_id"] or "",
        "finance_category": payout["finance_category"],
        "amount": kronor(payout["amount"]),
        "vat_amount": kronor(payout["vat_amount"]),
        **({"bank_order": shown_order(order)} if order else {}),
        "specifications": await _specifications(connection, account, id_),
    }


async def _specifications(connection: Connection, account: str, payout: str) -> list[Traced]:
    rows = await fetch_rows(connection, SpecificationRow, SPECIFICATIONS + _BY_PAYOUT, account, payout, seconds=600)
    payments = list({row["payment_id"] for row in rows})
    lines = await fetch_rows(connection, BankLineRow, BANK_LINES + _OF_PAYMENTS, payments, seconds=600)
    bank_lines = {line["payment_id"]: line for line in lines}
    return [
        shown_specification(row)
        | {"case": row["case_id"], "invoice_number": row["invoice_number"], "payment": row["payment_id"]}
        | ({"bank": shown_bank_line(bank_lines[row["payment_id"]])} if row["payment_id"] in bank_lines else {})
        for row in rows
    ]


async def _of_bank_line(connection: Connection, row: BankLineRow) -> Traced:
    """A line of the bank's, with what became of it on the case that got it."""
    shown = shown_bank_line(row)
    if row["case_id"] is None or row["account_id"] is None or row["payment_id"] is None:
        return shown
    case = await _of_case(connection, row["account_id"], row["case_id"], frozenset({row["payment_id"]}))
    return shown | {"case": case}
