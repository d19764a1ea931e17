"""The parts of a trace: bank line, payment and settlements, payout line and bank order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple, TypedDict

from fordran.clock import stockholm_date
from fordran.domain.books.journal import category_of
from fordran.domain.claims.entries import LedgerEntry
from fordran.domain.claims.facts import PaymentFact
from fordran.shape.wire import kronor
from fordran.store.rows.schema_rows import BankOrderLineRow, BankTransactionRow, PayoutSpecificationRow

Traced = dict[str, Any]


class SpecificationRow(PayoutSpecificationRow):
    """A specification by the columns of `SPECIFICATIONS`: with its payout, and its place in the order to the bank."""

    payout_reference: str | None
    order_id: str | None
    order_position: int | None
    execution_date: date | None
    end_to_end_id: str | None
    order_filename: str | None


SPECIFICATIONS = """
select s.id, s.case_id, s.payment_id, s.settles, s.settled_type, s.bank_date, s.booking_date, s.article, s.finance_category,
       s.amount, s.vat_amount, s.invoice_number, p.id as payout_id, p.payout_reference,
       l.order_id, l.position as order_position, l.execution_date, coalesce(l.transfer_id, l.subject_id) as end_to_end_id,
       o.filename as order_filename
from payout_specifications s
left join payouts p on p.account_id = s.account_id and p.id = s.payout_id
left join bank_order_lines l on l.kind = 'payout' and l.subject_id = p.id and l.order_id = p.bank_payout_request
left join bank_orders o on o.id = l.order_id
"""


class BankLineRow(BankTransactionRow):
    """A line of the bank's by the columns of `BANK_LINES`, once for each payment that it made, or once for none."""

    payment_id: str | None
    account_id: str | None
    case_id: str | None
    filename: str


BANK_LINES = """
select b.id as payment_id, b.account_id, b.case_id, t.id, t.amount, t.booking_date, t.reference, t.bank_reference,
       t.own_reference, t.position, t.status, f.filename
from bank_transactions t join bank_files f on f.id = t.file_id left join bank_payments b on b.transaction_id = t.id
"""


class TracedOrderLineRow(BankOrderLineRow):
    """A line of an order to the bank by the columns of `ORDER_LINES`."""

    end_to_end_id: str
    filename: str


ORDER_LINES = """
select l.order_id, l.position, coalesce(l.transfer_id, l.subject_id) as end_to_end_id, l.payment_id, l.amount,
       l.execution_date, o.filename
from bank_order_lines l join bank_orders o on o.id = l.order_id
"""


class _Settled(NamedTuple):
    """A settlement of a payment: fact, article and day."""

    settles: str | None
    type: str
    date: date


class TracedSwishRefundRow(TypedDict):
    """A refund by the columns of `SWISH_REFUNDS`, which left by Swish and by no order to the bank."""

    id: str
    payment_id: str
    amount: int
    left: datetime


SWISH_REFUNDS = """
select r.id, r.payment_id, r.amount, s.updated as left
from swish_refunds s join refunds r on r.account_id = s.account_id and r.id = s.id
where s.account_id = $1 and s.case_id = $2 and s.state = 'paid' order by r.id
"""


def shown_payment(
    fact: PaymentFact,
    entries: Iterable[LedgerEntry],
    specifications: Sequence[SpecificationRow],
    bank_line: BankLineRow | None,
    refunds: Sequence[tuple[str | None, Traced]],
) -> Traced:
    """A payment: where it came from, what it settled, and what of it went back. Refunds go with their payments."""
    settled: dict[_Settled, list[LedgerEntry]] = defaultdict(list)
    for entry in entries:
        if entry.kind == "settled" and entry.fact == fact.id:
            settled[_Settled(entry.settles, entry.article, entry.date)].append(entry)
    shown: Traced = {
        "payment": fact.id,
        "date": fact.date.isoformat(),
        "amount": kronor(fact.amount),
        "reached_us": fact.reached_us,
    }
    if fact.recalled_on is not None:
        shown["taken_back"] = fact.recalled_on.isoformat()
    if bank_line is not None:
        shown["bank"] = shown_bank_line(bank_line)
    of_payment = [row for row in specifications if row["payment_id"] == fact.id]
    shown["settled"] = [
        _shown_settled(what, lines, [row for row in of_payment if _settled_by(row) == what])
        for what, lines in settled.items()
    ]
    back = [refund for payment, refund in refunds if payment == fact.id]
    return shown | ({"refunds": back} if back else {})


def shown_refund(row: TracedOrderLineRow) -> Traced:
    """A refund, with its line in the order to the bank."""
    return shown_order(row) | {"amount": kronor(row["amount"])}


def shown_swish_refund(row: TracedSwishRefundRow) -> Traced:
    """A refund by Swish, with the day on which it was paid."""
    day = stockholm_date(row["left"]).isoformat()
    return {"refund": row["id"], "by_swish": True, "execution_date": day, "amount": kronor(row["amount"])}


def _settled_by(row: SpecificationRow) -> _Settled:
    return _Settled(row["settles"], row["settled_type"], row["bank_date"])


def _shown_settled(what: _Settled, lines: Sequence[LedgerEntry], specifications: Sequence[SpecificationRow]) -> Traced:
    """The settlements of one payment, corrections included, and their payouts."""
    own = lines[0].reached_us and category_of(lines[0]) is None
    return {
        "settles": what.settles,
        "type": what.type,
        "date": what.date.isoformat(),
        "amount": kronor(-sum(line.amount for line in lines)),
        "is_own_fee": own,
        "specifications": [shown_specification(row) for row in specifications],
    }


def shown_specification(row: SpecificationRow) -> Traced:
    """A line that is owed to a creditor, and how it was paid."""
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
    if row["order_id"] is not None and row["execution_date"] is not None:
        shown["bank_order"] = {
            "order": row["order_id"],
            "position": row["order_position"],
            "end_to_end_id": row["end_to_end_id"],
            "execution_date": row["execution_date"].isoformat(),
            "file": row["order_filename"],
        }
    return shown


def shown_order(row: TracedOrderLineRow) -> Traced:
    """Where in which order to the bank something is paid."""
    return {
        "order": row["order_id"],
        "position": row["position"],
        "end_to_end_id": row["end_to_end_id"],
        "execution_date": row["execution_date"].isoformat(),
        "file": row["filename"],
    }


def shown_bank_line(row: BankLineRow) -> Traced:
    """A line of the bank's."""
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
