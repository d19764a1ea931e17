"""Reports: whether client funds are what is owed, how old open claims are, and what was recovered. Amounts are öre."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, TypedDict

from fordran.actions.books.journal_lines import POSTINGS
from fordran.domain.books.journal import (
    CLAIMS_ON_PAYERS,
    CLIENT_FUND_LIABILITIES,
    CLIENT_FUNDS,
    OWED_TO_CREDITOR,
    OWN_FEES_IN_CLIENT_FUNDS,
    PAYERS,
    SUSPENSE,
)
from fordran.domain.claims.entries import COMPONENTS
from fordran.domain.days import ONE_DAY
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows, fetch_the_row


@dataclass(frozen=True)
class Report:
    """A table with names for its columns. Those named in `amounts` are öre."""

    title: str
    columns: tuple[str, ...]
    amounts: frozenset[str]
    rows: Sequence[tuple[Any, ...]]


_OWED = {
    "owed_to_creditors": [account for name, account in OWED_TO_CREDITOR.items() if name != "creditor_commission"],
    "own_fees": [OWN_FEES_IN_CLIENT_FUNDS],
    "owed_to_debtors": [PAYERS, CLAIMS_ON_PAYERS],
    "suspense": [SUSPENSE],
}
"""Whose the money on the client bank account is, and the ledger accounts that say it."""

RECONCILIATION = ("day", "client_funds", *_OWED, "difference", "documents_differ_by")


async def reconciliation(tx: Connection, first: date, last: date) -> Report:
    """Day by day, what stood on the client bank account and whose it was, by the journal.

    `difference` is what the two differ by, always nothing. On the last day the journal is also held against the
    documents: specifications not paid out, refunds that cases owe, and payments in suspense.
    """
    rows = await tx.fetch(
        f"""select booked_on, ledger_account, sum(amount)::bigint as amount from ({POSTINGS}) postings
            where booked_on <= $1 and ledger_account = any($2::integer[]) group by booked_on, ledger_account
            order by booked_on""",
        last,
        [CLIENT_FUNDS, *CLIENT_FUND_LIABILITIES],
        timeout=600,
    )
    balances: Counter[int] = Counter()
    waiting = deque(rows)
    made = []
    day = first
    while day <= last:
        while waiting and waiting[0]["booked_on"] <= day:
            row = waiting.popleft()
            balances[row["ledger_account"]] += row["amount"]
        owed = [-sum(balances[account] for account in accounts) for accounts in _OWED.values()]
        made.append((day, balances[CLIENT_FUNDS], *owed, balances[CLIENT_FUNDS] - sum(owed), None))
        day += ONE_DAY
    if made:
        made[-1] = (*made[-1][:-1], await _unlike_documents(tx, balances, last))
    return Report("Client funds", RECONCILIATION, frozenset(RECONCILIATION[1:]), made)


class _DocumentsRow(TypedDict):
    owed_to_creditors: int
    owed_to_debtors: int
    suspense: int


async def _unlike_documents(tx: Connection, balances: Counter[int], last: date) -> int | None:
    """How much the ledger accounts differ from the documents that stand for them, in all; None before the last booking."""
    if await tx.fetchval(f"select exists (select from ({POSTINGS}) postings where booked_on > $1)", last, timeout=600):
        return None
    documents = await fetch_the_row(
        tx,
        _DocumentsRow,
        """select (select coalesce(sum(s.amount + s.vat_amount), 0)::bigint from payout_specifications s
                   left join payouts p on p.account_id = s.account_id and p.id = s.payout_id
                   where s.finance_category <> 'creditor_commission' and p.payout_date is null) as owed_to_creditors,
                  (select coalesce(sum(refund_amount), 0) from cases)::bigint
                      - (select coalesce(sum(claimed_amount), 0) from refunds)::bigint as owed_to_debtors,
                  (select coalesce(sum(suspense_amount), 0)::bigint from bank_transactions) as suspense""",
        seconds=600,
    )
    owed = {
        "owed_to_creditors": documents["owed_to_creditors"],
        "owed_to_debtors": documents["owed_to_debtors"],
        "suspense": documents["suspense"],
    }
    return sum(abs(amount + sum(balances[account] for account in _OWED[name])) for name, amount in owed.items())


AGES = ("not_due", "1_30", "31_60", "61_90", "91_180", "181_365", "over_365")
"""Days past the due date."""

AGEING = ("creditor_number", "creditor", "cases", *AGES, "remaining")


class _AgeRow(TypedDict):
    creditor_number: int
    name: str
    age: int
    """The place in `AGES`."""
    cases: int
    remaining: int


async def ageing(tx: Connection, at: date) -> Report:
    """What remains of open claims, as booked, by creditor and by how long it has been due."""
    rows = await fetch_rows(
        tx,
        _AgeRow,
        """select d.creditor_number, d.name, o.age, count(*) as cases, sum(o.remaining)::bigint as remaining
           from (select k.account_id, k.creditor_id,
                        k.total_remaining_capital_amount + k.total_remaining_interest_amount + k.total_remaining_costs_amount
                            as remaining,
                        width_bucket($1::date - ((k.invoice_date at time zone 'Europe/Stockholm')::date + k.invoice_due_days),
                                     array[1, 31, 61, 91, 181, 366]) as age
                 from cases k where k.closed is null) o
           join creditors d on d.account_id = o.account_id and d.id = o.creditor_id
           group by d.creditor_number, d.name, o.age order by d.creditor_number""",
        at,
        seconds=600,
    )
    by_creditor: dict[tuple[int, str], list[_AgeRow]] = {}
    for row in rows:
        by_creditor.setdefault((row["creditor_number"], row["name"]), []).append(row)
    made = []
    for creditor, found in by_creditor.items():
        ages = [sum(row["remaining"] for row in found if row["age"] == place) for place in range(len(AGES))]
        made.append((*creditor, sum(row["cases"] for row in found), *ages, sum(ages)))
    return Report("Open claims by days past due", AGEING, frozenset((*AGES, "remaining")), made)


RECOVERY = (
    *("month", "creditor_number", "creditor", "capital_registered"),
    *("capital_recovered", "interest_recovered", "costs_recovered", "recovered", "recovered_percent_so_far"),
)


class _MonthRow(TypedDict):
    month: str
    creditor_number: int
    name: str
    kind: str
    component: str
    amount: int


async def recovery(tx: Connection, first: date, last: date) -> Report:
    """What debtors paid, to us or to the creditor, by creditor and month of booking.

    The last column is the capital recovered up to the end of that month of all that had been registered by then.
    """
    rows = await fetch_rows(
        tx,
        _MonthRow,
        """select to_char(b.booked_on, 'YYYY-MM') as month, d.creditor_number, d.name, entry ->> 'kind' as kind,
                  entry ->> 'component' as component, sum((entry ->> 'amount')::bigint)::bigint as amount
           from bookings b cross join lateral jsonb_array_elements(b.entries) entry
           join creditors d on d.account_id = b.account_id and d.id = b.creditor_id
           where b.booked_on <= $1 and entry ->> 'kind' in ('added', 'settled')
           group by month, d.creditor_number, d.name, kind, component order by month, d.creditor_number""",
        last,
        seconds=600,
    )
    months: dict[tuple[str, int, str], Counter[tuple[str, str]]] = {}
    for row in rows:
        month = months.setdefault((row["month"], row["creditor_number"], row["name"]), Counter())
        month[row["kind"], row["component"]] += row["amount"]
    registered: Counter[int] = Counter()
    recovered: Counter[int] = Counter()
    made = []
    for (name, number, creditor), sums in months.items():
        settled = [-sums["settled", component] for component in COMPONENTS]
        registered[number] += sums["added", "capital"]
        recovered[number] += settled[0]
        if name >= f"{first:%Y-%m}":
            share = Decimal(recovered[number]) * 100 / registered[number] if registered[number] else Decimal(0)
            amounts = (sums["added", "capital"], *settled, sum(settled))
            made.append((name, number, creditor, *amounts, round(share, 1)))
    return Report("Recovery by creditor and month", RECOVERY, frozenset(RECOVERY[3:8]), made)
