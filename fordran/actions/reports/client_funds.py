"""Client funds by owner: day by day, each creditor's part of the client bank account, whose it is, and what is missing."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from datetime import date
from typing import TypedDict

from fordran.actions.reports.creditors import SECONDS, check_creditor
from fordran.domain.books.client_funds import FUND_ACCOUNTS, FundsPart, FundsParts
from fordran.domain.books.report import Report, ReportValue
from fordran.domain.days import ONE_DAY
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

CLIENT_FUNDS_COLUMNS = (
    *("day", "creditor_number", "creditor", "client_funds", "owed_to_creditors", "owed_to_debtors"),
    *("suspense", "own_fees", "difference", "shortfall"),
)
_AMOUNTS = frozenset(CLIENT_FUNDS_COLUMNS[3:])

POOL = ""
"""The owner of money without a case and of the operator's own fees."""


class _FundsRow(TypedDict):
    booked_on: date
    creditor_id: str
    ledger_account: int
    amount: int


_MOVED = """
select booked_on, creditor_id, ledger_account, sum(amount)::bigint as amount from (
    select booked_on, creditor_id, unnest(ledger_accounts) as ledger_account, unnest(amounts) as amount from bookings
    union all select booked_on, '', unnest(ledger_accounts), unnest(amounts) from bank_bookings
    union all select b.booked_on, coalesce(p.creditor_id, ''), unnest(b.ledger_accounts), unnest(b.amounts)
    from payout_bookings b join payouts p on p.account_id = b.account_id and p.id = b.payout_id) postings
where booked_on <= $1 and ledger_account = any($2::integer[])
group by booked_on, creditor_id, ledger_account order by booked_on
"""


async def client_funds(tx: Connection, first: date, last: date, creditor: str | None = None) -> Report:
    """Each creditor's part on the days on which its money moved, and on the first and the last day."""
    await check_creditor(tx, creditor)
    names = {row["id"]: row for row in await tx.fetch("select id, creditor_number, name from creditors")}
    moved = deque(await _moved(tx, last))
    parts = FundsParts(POOL)
    rows: list[tuple[ReportValue, ...]] = []
    day = first
    while day <= last:
        touched = _post(parts, moved, day)
        shown = parts.parts if day in (first, last) else touched
        for owner in sorted(shown, key=lambda id_: names[id_]["creditor_number"] if id_ else 0):
            if creditor in (None, owner) and (owner == POOL or parts.parts[owner].balances):
                number, name = (names[owner]["creditor_number"], names[owner]["name"]) if owner else (None, None)
                rows.append((day, number, name, *_amounts(parts.parts[owner])))
        day += ONE_DAY
    return Report(
        "Client funds by creditor",
        CLIENT_FUNDS_COLUMNS,
        _AMOUNTS,
        rows,
        name="client-funds",
        days=(first, last),
    )


async def short_creditors(tx: Connection, today: date) -> dict[str, int]:
    """Creditors whose part of the client funds is not enough today, and the missing amount."""
    parts = FundsParts(POOL)
    _post(parts, deque(await _moved(tx, today)), today)
    return {owner: part.shortfall for owner, part in parts.parts.items() if owner and part.shortfall}


async def _moved(tx: Connection, last: date) -> list[_FundsRow]:
    return await fetch_rows(tx, _FundsRow, _MOVED, last, sorted(FUND_ACCOUNTS), seconds=SECONDS)


def _post(parts: FundsParts[str], moved: deque[_FundsRow], day: date) -> set[str]:
    """Post all up to a day; the owners of the postings."""
    touched = {POOL} if moved and moved[0]["booked_on"] <= day else set()
    while moved and moved[0]["booked_on"] <= day:
        row = moved.popleft()
        parts.post(row["creditor_id"], row["ledger_account"], row["amount"])
        touched.add(row["creditor_id"])
    return touched


def _amounts(part: FundsPart) -> Iterator[int]:
    yield from (part.money, part.owed_to_creditors, part.owed_to_debtors, part.suspense, part.own_fees)
    yield from (part.difference, part.shortfall)
