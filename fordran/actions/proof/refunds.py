"""Verify refunds: what went back was ordered once, as much as its case's journal says, and payers owe us what is claimed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TypedDict

from fordran.actions.books.journal_lines import POSTINGS
from fordran.actions.proof.counts import Tell
from fordran.actions.proof.differences import Discrepancy, differs
from fordran.domain.bank.refunds import LEFT
from fordran.domain.books.journal import CLAIMS_ON_PAYERS
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

LONG_SECONDS = 3600


class _AmountsRow(TypedDict):
    id: str
    expected: int | None
    there: int | None


# A line of an order for which there is no refund was ordered by nobody, or once more.
_OTHERWISE_ORDERED = """
select coalesce(r.id, l.subject_id) as id, r.amount as expected, l.amount as there
from (select * from bank_order_lines where kind = 'refund') l
full join (select * from refunds where order_id is not null) r
    on r.account_id = l.account_id and r.id = l.subject_id and r.case_id = l.case_id and r.payment_id = l.payment_id
       and r.order_id = l.order_id
where l.amount is distinct from r.amount
union all
select coalesce(r.id, l.subject_id), r.amount, l.amount
from (select * from bank_order_lines where kind = 'suspense_refund') l
full join (select * from bank_refunds where exported is not null) r on r.id = l.subject_id
where l.amount is distinct from r.amount
"""

# Money that has left is taken from its payment in the case's journal, under the refund's own id.
_OTHERWISE_BOOKED = """
with booked as (
    select k.account_id, k.id as case_id, fact ->> 'id' as id, fact ->> 'payment' as payment_id,
           (fact ->> 'amount')::bigint as amount
    from cases k cross join jsonb_array_elements(k.facts) fact
    where fact ->> 'kind' = 'deduction' and (fact ->> 'origin' = 'system' or fact ? 'is_refund'))
select coalesce(r.id, b.id) as id, b.amount as expected, r.amount as there
from (select * from refunds where status = any($1::text[])) r
full join booked b on b.account_id = r.account_id and b.case_id = r.case_id and b.id = r.id and b.payment_id = r.payment_id
where r.amount is distinct from b.amount
"""

_MORE_THAN_OWED = """
select k.id, k.refund_amount as expected, r.ordered as there
from (select account_id, case_id, sum(amount)::bigint as ordered from refunds where status = 'ordered'
      group by account_id, case_id) r
join cases k on k.account_id = r.account_id and k.id = r.case_id
where r.ordered > k.refund_amount
"""


async def check_refunds(tx: Connection, tell: Tell) -> AsyncIterator[Discrepancy]:
    """Every refund against the orders to the bank, the journals of the cases, and what is owed back."""
    for row in await fetch_rows(tx, _AmountsRow, _OTHERWISE_ORDERED, seconds=LONG_SECONDS):
        yield Discrepancy("bank_order_lines", row["id"], "refund ordered", row["expected"], row["there"])
    for row in await fetch_rows(tx, _AmountsRow, _OTHERWISE_BOOKED, LEFT, seconds=LONG_SECONDS):
        yield Discrepancy("refunds", row["id"], "amount taken from its payment", row["expected"], row["there"])
    for row in await fetch_rows(tx, _AmountsRow, _MORE_THAN_OWED, seconds=LONG_SECONDS):
        yield Discrepancy("refunds", row["id"], "ordered of what the case owes back", row["expected"], row["there"])
    claimed = await tx.fetchval("select coalesce(sum(claimed_amount), 0)::bigint from refunds", timeout=LONG_SECONDS)
    booked = await tx.fetchval(
        f"select coalesce(sum(amount), 0)::bigint from ({POSTINGS}) postings where ledger_account = $1",
        CLAIMS_ON_PAYERS,
        timeout=LONG_SECONDS,
    )
    for found in differs("bookings", str(CLAIMS_ON_PAYERS), "owed to us by payers", claimed, booked):
        yield found
    tell("refunds", 1, 1)
