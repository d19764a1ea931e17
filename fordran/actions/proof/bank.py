"""Verify money that came over the bank: every transaction's chain, where each öre of it is, and that its cases have it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

from fordran.actions.bank.journal import hash_of
from fordran.actions.proof.counts import Tell
from fordran.actions.proof.differences import Difference, differs
from fordran.domain.chain import GENESIS
from fordran.domain.journal import SUSPENSE
from fordran.shape.wire import parsed
from fordran.store.database import Connection

AT_A_TIME = 2000
LONG_SECONDS = 3600


async def check_bank(tx: Connection, tell: Tell) -> AsyncIterator[Difference]:
    """Every transaction in turn, then what cases say of payments over the bank."""
    total = await tx.fetchval("select count(*) from bank_transactions")
    done, last = 0, ""
    while rows := await tx.fetch("select * from bank_transactions where id > $1 order by id limit $2", last, AT_A_TIME):
        ids = [row["id"] for row in rows]
        bookings = await _by_transaction(tx, "bank_bookings", "position", ids)
        payments = await _by_transaction(tx, "bank_payments", "id", ids)
        for row in rows:
            for found in (
                *_check_chain(row, bookings[row["id"]]),
                *_check_money(row, bookings[row["id"]], payments[row["id"]]),
            ):
                yield found
        done, last = done + len(rows), ids[-1]
        tell("bank transactions", done, total)
    for case, payment, what, amount in await _facts_and_payments(tx):
        yield Difference("bank_payments", payment, what, amount, f"otherwise on case {case}")


async def _by_transaction(tx: Connection, table: str, order: str, ids: Sequence[str]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = defaultdict(list)
    for row in await tx.fetch(f"select * from {table} where transaction_id = any($1::text[]) order by {order}", ids):
        found[row["transaction_id"]].append(row)
    return found


def _check_chain(row: Any, bookings: Sequence[Any]) -> Iterator[Difference]:
    head = GENESIS
    for position, booking in enumerate(bookings, 1):
        id_ = booking["id"]
        yield from differs("bank_bookings", id_, "position", position, booking["position"])
        yield from differs("bank_bookings", id_, "previous_hash", head, booking["previous_hash"])
        content = dict(booking) | {"details": parsed(booking["details"])}
        yield from differs("bank_bookings", id_, "hash", hash_of(content), booking["hash"])
        yield from differs("bank_bookings", id_, "sum of postings", 0, sum(booking["amounts"]))
        head = booking["hash"]
    yield from differs("bank_transactions", row["id"], "bookings", len(bookings), row["bookings"])
    yield from differs("bank_transactions", row["id"], "head_hash", head, row["head_hash"])
    if bookings and bookings[0]["act"] == "received":
        said = {name: str(row[name]) for name in ("key", "kind", "booking_date", "amount")}
        yield from differs(
            "bank_transactions", row["id"], "what was booked of it", parsed(bookings[0]["details"]), said
        )


def _check_money(row: Any, bookings: Sequence[Any], payments: Sequence[Any]) -> Iterator[Difference]:
    """What is in suspense is what was booked there, and all parts together are the transaction."""
    booked = -sum(
        amount
        for booking in bookings
        for account, amount in zip(booking["ledger_accounts"], booking["amounts"], strict=True)
        if account == SUSPENSE
    )
    left = sum(payment["amount"] for payment in payments if payment["was_in_suspense"])
    yield from differs("bank_transactions", row["id"], "suspense_amount", booked - left, row["suspense_amount"])
    on_cases = sum(payment["amount"] for payment in payments)
    if row["status"] in ("matched", "suspense", "to_refund") and row["kind"] in ("payment", "deduction"):
        yield from differs("bank_transactions", row["id"], "amount", on_cases + row["suspense_amount"], row["amount"])
    elif row["status"] in ("withdrawn", "duplicate"):
        yield from differs("bank_transactions", row["id"], "what of it is on cases", 0, on_cases)


async def _facts_and_payments(tx: Connection) -> list[tuple[str, str, str, Any]]:
    """Payments that their case's journal does not have as they are, and those that only a journal has."""
    rows = await tx.fetch(
        """with told as (
               select k.account_id, k.id as case_id, fact ->> 'id' as id, (fact ->> 'amount')::bigint
                          * case when fact ->> 'kind' = 'payment' then 1 else -1 end as amount
               from cases k cross join jsonb_array_elements(k.facts) fact
               where fact ->> 'origin' = 'bank' and fact ->> 'kind' in ('payment', 'deduction')),
           recalled as (
               select k.id as case_id, fact ->> 'payment' as id, (fact ->> 'date')::date as day
               from cases k cross join jsonb_array_elements(k.facts) fact
               where fact ->> 'origin' = 'bank' and fact ->> 'kind' = 'recall')
           select coalesce(b.case_id, t.case_id) as case_id, coalesce(b.id, t.id) as id, 'amount' as what,
                  b.amount::text as expected
           from bank_payments b full join told t on t.id = b.id and t.account_id = b.account_id and t.case_id = b.case_id
           where coalesce(b.is_booked, true) and t.amount is distinct from b.amount
           union all
           select coalesce(b.case_id, r.case_id), coalesce(b.id, r.id), 'recalled_on', b.recalled_on::text
           from bank_payments b full join recalled r on r.id = b.id and r.case_id = b.case_id
           where coalesce(not b.is_due, true) and r.day is distinct from b.recalled_on""",
        timeout=LONG_SECONDS,
    )
    return [(row["case_id"], row["id"], row["what"], row["expected"]) for row in rows]
