"""Take payments back: recalls by the bank reverse a payment, deductions by the payer lower one.

A recall may come in a file that is read before the payment's own, and then waits for it. The cases are not touched here:
their payments become due, to be settled once more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from fordran.actions.bank.journal import Act, write_acts
from fordran.actions.bank.match_payments import CaseFound
from fordran.domain.journal import received_unmatched
from fordran.store.database import Connection
from fordran.store.ids import new_id

IS_LOWERED = """(
    exists (select from bank_payments l where l.lowered_id = b.id)
    or exists (select from cases k where k.account_id = b.account_id and k.id = b.case_id
               and k.facts @> jsonb_build_array(jsonb_build_object('kind', 'deduction', 'payment', b.id))))"""
"""Of a bank payment b: something of it has been taken back already, by a deduction or a refund."""

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
       exists (select from bank_payments b where b.transaction_id = p.id and {IS_LOWERED}) as is_lowered
from bank_transactions r,
lateral ({_CANDIDATE.format(known_by=_SAME_OWN)} union {_CANDIDATE.format(known_by=_SAME_BANK)}
         union {_CANDIDATE.format(known_by=_SAME_REFERENCE)}) p
where r.kind = 'recall' and r.status = 'suspense'
order by r.booking_date, r.key
"""


async def recall_payments(tx: Connection, file: str, booked_on: date, now: datetime) -> int:
    """Reverse the payments of all recalls that wait and can be told for certain; how many of them the file brought."""
    candidates: dict[str, list[Any]] = defaultdict(list)
    for row in await tx.fetch(_CANDIDATES, file, timeout=600):
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


def _the_one(rows: list[Any]) -> Any | None:
    """The payment that is most surely the recalled one; None where two are equally so and differ in day or case."""
    if not rows:
        return None
    best = max(map(_likeness, rows))
    alike = sorted((row for row in rows if _likeness(row) == best), key=lambda row: row["key"])
    same = {(row["booking_date"], tuple(row["cases"])) for row in alike}
    return alike[0] if len(same) == 1 and not alike[0]["is_lowered"] else None


def _likeness(row: Any) -> tuple[int, int, int]:
    return row["same_own"], row["same_reference"], row["same_bank"]


async def recall_all(tx: Connection, chosen: Sequence[Any], booked_on: date, now: datetime) -> None:
    """Let each payment be taken back by its recall: on its cases they become due, in suspense they are booked back."""
    acts = []
    for payment in chosen:
        details = {"recall": payment["recall"]}
        acts.append(
            Act(payment, "recalled", details, received_unmatched(-payment["suspense_amount"]), "recalled")
            if payment["suspense_amount"]
            else Act(payment, "recalled", details, (), "recalled")
        )
        recall = {
            "id": payment["recall"],
            "bookings": payment["recall_bookings"],
            "head_hash": payment["recall_head_hash"],
        }
        if recall["bookings"]:
            waited = received_unmatched(-payment["recall_suspense_amount"])
            acts.append(Act(recall, "matched", {"payment": payment["id"]}, waited, "matched"))
    await write_acts(tx, acts, booked_on, now)
    values = (
        [payment["id"] for payment in chosen],
        [payment["recall"] for payment in chosen],
        [payment["recalled_on"] for payment in chosen],
    )
    await tx.execute(
        """update bank_transactions r set status = 'matched', reason = null, suspense_amount = 0, recalled_id = g.payment
           from unnest($1::text[], $2::text[]) as g (payment, recall) where r.id = g.recall""",
        *values[:2],
    )
    await tx.execute(
        """update bank_payments b set recalled_on = g.recalled_on, recall_id = g.recall, is_due = true
           from unnest($1::text[], $2::text[], $3::date[]) as g (payment, recall, recalled_on)
           where b.transaction_id = g.payment""",
        *values,
    )
    await tx.execute("delete from bank_refunds where transaction_id = any($1::text[]) and exported is null", values[0])


async def lower_payments(tx: Connection, deductions: Sequence[tuple[str, CaseFound]]) -> int:
    """Lower what the same booking pays on a deduction's case; how many deductions were taken so. The others wait.

    A booking comes whole in whatever file it comes, so this does not depend on what was read before.
    """
    lowered = 0
    for transaction, case in deductions:
        row = await tx.fetchrow(
            "select id, entry, amount, booking_date from bank_transactions where id = $1 and status = 'suspense'",
            transaction,
        )
        if row is None:
            continue
        payments = await tx.fetch(
            """select b.id, b.amount + coalesce((select sum(l.amount) from bank_payments l where l.lowered_id = b.id), 0)::bigint
                      as amount
               from bank_transactions t join bank_payments b on b.transaction_id = t.id
               where t.entry = $1 and b.account_id = $2 and b.case_id = $3 and b.amount > 0 and b.recalled_on is null
               order by t.key""",
            row["entry"],
            case.account,
            case.case,
        )
        parts = spread(-row["amount"], [(payment["id"], payment["amount"]) for payment in payments])
        if parts is None:
            continue
        await take_from(tx, row, case, parts, was_in_suspense=False)
        await tx.execute(
            "update bank_transactions set status = 'matched', reason = null, suspense_amount = 0 where id = $1",
            row["id"],
        )
        lowered += 1
    return lowered


def spread(amount: int, payments: Sequence[tuple[str, int]]) -> list[tuple[str, int]] | None:
    """What to take from each payment, in their order, to make up an amount; None where they are too little.

    >>> spread(150, [("a", 100), ("b", 100)]), spread(150, [("a", 100)])
    ([('a', 100), ('b', 50)], None)
    """
    taken = []
    for id_, there in payments:
        if amount and there:
            taken.append((id_, min(amount, there)))
            amount -= taken[-1][1]
    return None if amount else taken


async def take_from(
    tx: Connection, deduction: Any, case: CaseFound, parts: Sequence[tuple[str, int]], *, was_in_suspense: bool
) -> None:
    """Let a deduction lower payments on a case."""
    await tx.executemany(
        """insert into bank_payments (id, transaction_id, account_id, creditor_id, case_id, amount, booking_date,
               was_in_suspense, lowered_id)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)""",
        [
            (new_id(), deduction["id"], *case, -amount, deduction["booking_date"], was_in_suspense, payment)
            for payment, amount in parts
        ],
    )
