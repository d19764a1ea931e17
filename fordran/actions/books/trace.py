"""Trace: one öre's way from the bank's line over a case to the line of a payout, and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fordran.actions.cases.case_facts import entry_from_json, from_json
from fordran.domain.entries import Entry
from fordran.domain.facts import Payment
from fordran.domain.journal import category_of
from fordran.resources.cases import CASES
from fordran.shape.wire import kronor, parsed
from fordran.store.database import Connection
from fordran.store.rows import find
from fordran.store.scope import Caller

Traced = dict[str, Any]

_SPECIFICATIONS = """
select s.id, s.case_id, s.payment_id, s.settles, s.settled_type, s.bank_date, s.booking_date, s.article, s.finance_category,
       s.amount, s.vat_amount, s.invoice_number, p.id as payout_id, p.payout_reference, p.payout_date,
       l.order_id, l.position as order_position, l.execution_date, o.filename as order_filename
from payout_specifications s
left join payouts p on p.account_id = s.account_id and p.id = s.payout_id
left join bank_order_lines l on l.kind = 'payout' and l.subject_id = p.id
left join bank_orders o on o.id = l.order_id
"""
_BANK_LINES = """
select b.id as payment_id, b.account_id, b.case_id, b.amount as case_amount, t.id, t.amount, t.booking_date, t.reference,
       t.bank_reference, t.own_reference, t.position, t.status, f.filename
from bank_transactions t join bank_files f on f.id = t.file_id left join bank_payments b on b.transaction_id = t.id
"""


async def trace_case(connection: Connection, caller: Caller, id_: str) -> Traced | None:
    """Every payment on a case: where it came from and where it went; None where the case is not the caller's."""
    item = await find(connection, CASES, caller, id_)
    if item is None:
        return None
    return await _of_case(connection, item.document["account"], id_)


async def trace(connection: Connection, what: str) -> Traced:
    """All that an OCR number, a payout's id or reference, or a bank's reference leads to; empty where it leads nowhere."""
    cases = await connection.fetch(
        "select account_id, id from cases where ocr_number = $1 or id = $1 order by id", what
    )
    payouts = await connection.fetch(
        "select account_id, id from payouts where id = $1 or payout_reference = $1 order by id", what
    )
    lines = await connection.fetch(
        _BANK_LINES
        + "where t.bank_reference = $1 or t.own_reference = $1 or t.key = $1 or t.id = $1 order by t.id, b.id",
        what,
    )
    return {
        "cases": [await _of_case(connection, row["account_id"], row["id"]) for row in cases],
        "payouts": [await _of_payout(connection, row["account_id"], row["id"]) for row in payouts],
        "bank_transactions": [await _of_bank_line(connection, row) for row in lines],
    }


async def _of_case(connection: Connection, account: str, id_: str, payments: frozenset[str] | None = None) -> Traced:
    """A case's payments, or only some of them."""
    case = await connection.fetchrow(
        """select k.id, k.ocr_number, k.invoice_number, k.creditor_id, k.facts,
                  (select jsonb_agg(b.entries order by b.position) from bookings b
                   where b.account_id = k.account_id and b.case_id = k.id) as booked
           from cases k where k.account_id = $1 and k.id = $2""",
        account,
        id_,
    )
    entries = [entry_from_json(entry) for booked in parsed(case["booked"]) for entry in booked]
    where = " where s.account_id = $1 and s.case_id = $2 order by s.id"
    specifications = await connection.fetch(_SPECIFICATIONS + where, account, id_)
    bank_lines = {
        row["payment_id"]: row
        for row in await connection.fetch(_BANK_LINES + "where b.account_id = $1 and b.case_id = $2", account, id_)
    }
    refunds = await connection.fetch(
        """select l.*, o.filename from bank_order_lines l join bank_orders o on o.id = l.order_id
           where l.kind = 'refund' and l.account_id = $1 and l.case_id = $2 order by l.order_id, l.position""",
        account,
        id_,
    )
    facts = [stored.fact for stored in from_json(parsed(case["facts"]))]
    return {
        "case": id_,
        "ocr_number": case["ocr_number"],
        "invoice_number": case["invoice_number"],
        "creditor": case["creditor_id"],
        "payments": [
            _payment(fact, entries, specifications, bank_lines.get(fact.id), refunds)
            for fact in facts
            if isinstance(fact, Payment) and (payments is None or fact.id in payments)
        ],
    }


def _payment(
    fact: Payment, entries: Iterable[Entry], specifications: Sequence[Any], bank_line: Any, refunds: Sequence[Any]
) -> Traced:
    settled: dict[tuple[Any, ...], list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.kind == "settled" and entry.fact == fact.id:
            settled[entry.settles, entry.type, entry.date].append(entry)
    shown: Traced = {
        "payment": fact.id,
        "date": fact.date.isoformat(),
        "amount": kronor(fact.amount),
        "reached_us": fact.reached_us,
    }
    if fact.recalled_on is not None:
        shown["taken_back"] = fact.recalled_on.isoformat()
    if bank_line is not None:
        shown["bank"] = _bank(bank_line)
    shown["settled"] = [
        _settled(key, lines, [row for row in specifications if _is_of(row, fact.id, key)])
        for key, lines in settled.items()
    ]
    sent_back = [_order(row) | {"amount": kronor(row["amount"])} for row in refunds if row["payment_id"] == fact.id]
    return shown | ({"refunds": sent_back} if sent_back else {})


def _is_of(row: Any, payment: str, key: tuple[Any, ...]) -> bool:
    return row["payment_id"] == payment and (row["settles"], row["settled_type"], row["bank_date"]) == key


def _settled(key: tuple[Any, ...], lines: Sequence[Entry], specifications: Sequence[Any]) -> Traced:
    """What a payment settled of one thing, corrections included, and what of it is paid on."""
    own = lines[0].reached_us and category_of(lines[0]) is None
    return {
        "settles": key[0],
        "type": key[1],
        "date": key[2].isoformat(),
        "amount": kronor(-sum(line.amount for line in lines)),
        "is_own_fee": own,
        "specifications": [_specification(row) for row in specifications],
    }


def _specification(row: Any) -> Traced:
    shown: Traced = {
        "specification": row["id"],
        "booking_date": row["booking_date"].isoformat(),
        "article": row["article"],
        "finance_category": row["finance_category"],
        "amount": kronor(row["amount"]),
        "vat_amount": kronor(row["vat_amount"]),
    }
    if row["payout_id"] is not None:
        shown["payout"] = row["payout_id"]
        shown["payout_reference"] = row["payout_reference"]
    if row["order_id"] is not None:
        shown["bank_order"] = {
            "order": row["order_id"],
            "position": row["order_position"],
            "end_to_end_id": row["payout_id"],
            "execution_date": row["execution_date"].isoformat(),
            "file": row["order_filename"],
        }
    return shown


def _order(row: Any) -> Traced:
    return {
        "order": row["order_id"],
        "position": row["position"],
        "end_to_end_id": row["subject_id"],
        "execution_date": row["execution_date"].isoformat(),
        "file": row["filename"],
    }


def _bank(row: Mapping[str, Any]) -> Traced:
    return {
        "transaction": row["id"],
        "file": row["filename"],
        "line": row["position"],
        "booking_date": row["booking_date"].isoformat(),
        "amount": kronor(row["amount"]),
        "reference": row["reference"],
        "bank_reference": row["bank_reference"],
        "own_reference": row["own_reference"],
        "status": row["status"],
    }


async def _of_payout(connection: Connection, account: str, id_: str) -> Traced:
    """A payout line by line, each with the payment and the bank's line that it came of."""
    payout = await connection.fetchrow("select * from payouts where account_id = $1 and id = $2", account, id_)
    order = await connection.fetchrow(
        """select l.*, o.filename from bank_order_lines l join bank_orders o on o.id = l.order_id
           where l.kind = 'payout' and l.subject_id = $1""",
        id_,
    )
    where = " where s.account_id = $1 and s.payout_id = $2 order by s.id"
    rows = await connection.fetch(_SPECIFICATIONS + where, account, id_, timeout=600)
    bank_lines = {
        row["payment_id"]: row
        for row in await connection.fetch(
            _BANK_LINES + "where b.id = any($1::text[])", list({row["payment_id"] for row in rows}), timeout=600
        )
    }
    return {
        "payout": id_,
        "payout_reference": payout["payout_reference"],
        "creditor": payout["creditor_id"],
        "finance_category": payout["finance_category"],
        "amount": kronor(payout["amount"]),
        "vat_amount": kronor(payout["vat_amount"]),
        **({"bank_order": _order(order)} if order else {}),
        "specifications": [
            _specification(row)
            | {"case": row["case_id"], "invoice_number": row["invoice_number"], "payment": row["payment_id"]}
            | ({"bank": _bank(bank_lines[row["payment_id"]])} if row["payment_id"] in bank_lines else {})
            for row in rows
        ],
    }


async def _of_bank_line(connection: Connection, row: Any) -> Traced:
    """A line of the bank's, with what became of it on the case that got it."""
    shown = _bank(row)
    if row["case_id"] is None:
        return shown
    case = await _of_case(connection, row["account_id"], row["case_id"], frozenset({row["payment_id"]}))
    return shown | {"case": case}
