"""Recall payments: what the bank takes back reverses a payment.

A recall may come in a file that is read before the payment's own, and then waits for it. The cases are not touched here:
their payments become due, to be settled once more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime

from fordran.actions.bank.journal import BookingAct, ChainedRow, write_acts
from fordran.actions.bank.lower_payments import IS_DEDUCTED
from fordran.domain.books.journal import received_unmatched
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

_CANDIDATE = """
    select p.* from bank_transactions p
    where {known_by} and p.kind = 'payment' and p.bank_account = r.bank_account and p.amount = -r.amount
      and p.booking_date <= r.booking_date and p.status in ('matched', 'suspense', 'to_refund')
"""
# Where payer or clearing name the payment that is recalled, no other will do, however like it is.
_NO_OTHER = "(r.own_reference = '' or p.own_reference = '')"
_SAME_OWN = "r.own_reference <> '' and p.own_reference = r.own_reference and p.own_reference <> ''"
_SAME_BANK = (
    f"{_NO_OTHER} and r.bank_reference <> '' and p.bank_reference = r.bank_reference and p.bank_reference <> ''"
)
_SAME_REFERENCE = (
    f"{_NO_OTHER} and r.reference <> '' and p.reference = r.reference and p.reference <> ''"
    ' and p."references" = r."references"'
)
_CANDIDATES = f"""
select r.id as recall, r.booking_date as recalled_on, r.file_id = $1 as is_new, r.bookings as recall_bookings,
       r.head_hash as recall_head_hash, r.suspense_amount as recall_suspense_amount,
       p.id, p.key, p.booking_date, p.suspense_amount, p.bookings, p.head_hash,
       (p.own_reference = r.own_reference and r.own_reference <> '')::integer as same_own,
       (p."references" = r."references" and r.reference <> '')::integer as same_reference,
       (p.bank_reference = r.bank_reference and r.bank_reference <> '')::integer as same_bank,
       (select coalesce(array_agg(b.case_id::text order by b.case_id), '{{}}') from bank_payments b
        where b.transaction_id = p.id) as cases,
       exists (select 1 from bank_payments b where b.transaction_id = p.id and {IS_DEDUCTED}) as is_lowered
from bank_transactions r,
lateral ({_CANDIDATE.format(known_by=_SAME_OWN)} union {_CANDIDATE.format(known_by=_SAME_BANK)}
         union {_CANDIDATE.format(known_by=_SAME_REFERENCE)}) p
where r.kind = 'recall' and r.status = 'suspense'
order by r.booking_date, r.key
"""


class RecalledRow(ChainedRow):
    """A payment, and the recall that takes it back."""

    suspense_amount: int
    recall: str
    recalled_on: date
    recall_bookings: int
    recall_head_hash: str
    recall_suspense_amount: int


class _CandidateRow(RecalledRow):
    is_new: bool
    """Whether the file brought the recall."""
    key: str
    booking_date: date
    same_own: int
    same_reference: int
    same_bank: int
    cases: list[str]
    is_lowered: bool


async def recall_payments(tx: Connection, file: str, booked_on: date, now: datetime) -> int:
    """Reverse the payments of all waiting recalls that are certain; return how many of them the file brought."""
    candidates: dict[str, list[_CandidateRow]] = defaultdict(list)
    for row in await fetch_rows(tx, _CandidateRow, _CANDIDATES, file, seconds=600):
        candidates[row["recall"]].append(row)
    taken: set[str] = set()
    chosen = []
    for rows in candidates.values():
        payment = _the_one([row for row in rows if row["id"] not in taken])
        if payment is not None:
            taken.add(payment["id"])
            chosen.append(payment)
    await recall_all(tx, chosen, booked_on, now)
    return sum(payment["is_new"] for payment in chosen)


def _the_one(rows: list[_CandidateRow]) -> _CandidateRow | None:
    """The payment that is most surely the recalled one; None where two are equally so and differ in day or case."""
    if not rows:
        return None
    best = max(map(_likeness, rows))
    alike = sorted((row for row in rows if _likeness(row) == best), key=lambda row: row["key"])
    same = {(row["booking_date"], tuple(row["cases"])) for row in alike}
    return alike[0] if len(same) == 1 and not alike[0]["is_lowered"] else None


def _likeness(row: _CandidateRow) -> tuple[int, int, int]:
    return row["same_own"], row["same_reference"], row["same_bank"]


async def recall_all(tx: Connection, chosen: Sequence[RecalledRow], booked_on: date, now: datetime) -> None:
    """Let each payment be taken back by its recall: on its cases they become due, in suspense they are booked back."""
    if not chosen:
        return
    acts = [act for payment in chosen for act in _recall_acts(payment)]
    await write_acts(tx, acts, booked_on, now)
    payments = [payment["id"] for payment in chosen]
    recalls = [payment["recall"] for payment in chosen]
    days = [payment["recalled_on"] for payment in chosen]
    await tx.execute(
        """update bank_transactions r set status = 'matched', reason = null, suspense_amount = 0, recalled_id = g.payment
           from unnest($1::text[], $2::text[]) as g (payment, recall) where r.id = g.recall""",
        payments,
        recalls,
    )
    # A refund that came back is the same money.
    again = await _came_back(tx, payments)
    await tx.execute(
        """update bank_payments b set recalled_on = g.recalled_on, recall_id = g.recall, is_due = true
           from unnest($1::text[], $2::text[], $3::date[]) as g (payment, recall, recalled_on)
           join unnest($4::text[], $5::text[]) as same (payment, transaction_id) on same.payment = g.payment
           where b.lowered_id is null and b.recalled_on is null and b.transaction_id = same.transaction_id""",
        payments,
        recalls,
        days,
        payments + [payment for payment, _ in again],
        payments + [transaction for _, transaction in again],
    )
    await tx.execute("delete from bank_refunds where transaction_id = any($1::text[]) and exported is null", payments)


async def _came_back(tx: Connection, payments: Sequence[str]) -> list[tuple[str, str]]:
    """Of the payments whose money was refunded and returned: the payment, and the transaction that brought it back.

    Refunds lie with their accounts, and what the bank says does not; so the two are not asked together.
    """
    parts = await tx.fetch(
        "select id, account_id, transaction_id from bank_payments where transaction_id = any($1::text[])", payments
    )
    if not parts:
        return []
    of = {row["id"]: row["transaction_id"] for row in parts}
    returned = await tx.fetch(
        """select payment_id, returned_id from refunds
           where account_id = any($1::text[]) and payment_id = any($2::text[]) and status = 'returned'
             and returned_id is not null""",
        [row["account_id"] for row in parts],
        list(of),
    )
    return [(of[row["payment_id"]], row["returned_id"]) for row in returned]


def _recall_acts(payment: RecalledRow) -> list[BookingAct]:
    """Bookings for a recalled payment, and for its recall if that has waited."""
    waited = received_unmatched(-payment["suspense_amount"]) if payment["suspense_amount"] else ()
    acts = [BookingAct(payment, "recalled", {"recall": payment["recall"]}, waited, "recalled")]
    recall: ChainedRow = {
        "id": payment["recall"],
        "bookings": payment["recall_bookings"],
        "head_hash": payment["recall_head_hash"],
    }
    if recall["bookings"]:
        postings = received_unmatched(-payment["recall_suspense_amount"])
        acts.append(BookingAct(recall, "matched", {"payment": payment["id"]}, postings, "matched"))
    return acts
