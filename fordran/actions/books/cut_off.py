"""Cut-off: movements of the operator's ledger whose own day and booking are on different sides of the end of a day.

At a year's end it shows what the bank had in the old year and the books had in the new one, and the opposite.
"""

from __future__ import annotations

from datetime import date
from typing import TypedDict

from fordran.actions.books.ledger import BOOKED, LONG_SECONDS, OPENED
from fordran.domain.books.journal import CLIENT_FUNDS
from fordran.domain.books.ledger_accounts import CASE_LEDGER
from fordran.domain.books.report import Report
from fordran.domain.books.vouchers import KIND_OF_PAIR, VOUCHER_KINDS
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

CUT_OFF = ("own_day", "booked_on", "ledger_day", "voucher_kind", "moved", "client_funds")
"""`own_day` is the bank's, `booked_on` that of the booking, and `ledger_day` the one that the ledger dates it."""


class _MovedRow(TypedDict):
    own_day: date
    booked_on: date
    ledger_day: date
    debit: int
    credit: int
    amount: int


_ACROSS = f"""
select moved.own_day, moved.booked_on, greatest(moved.own_day, opened.day) as ledger_day, moved.debit, moved.credit,
       sum(moved.amount)::bigint as amount
from (select b.id, b.booked_on, coalesce(b.days[place], b.day) as own_day, b.ledger_accounts[place] as debit,
             b.ledger_accounts[place + 1] as credit, b.amounts[place] as amount
      from ({BOOKED}) b cross join lateral generate_series(1, cardinality(b.amounts), 2) as place
      where b.ledger_accounts[place] <> all ($2::integer[])) moved
{OPENED}
where (moved.own_day <= $1) <> (moved.booked_on <= $1)
group by 1, 2, 3, 4, 5
"""


async def cut_off(tx: Connection, at: date, _creditor: str | None = None) -> Report:
    """The movements across the end of a day, by kind.

    1990 by booking date, and the `client_funds` of own days up to the day, less those of later ones, are 1990 by bank date.
    """
    sums: dict[tuple[date, date, date, str], list[int]] = {}
    for row in await fetch_rows(tx, _MovedRow, _ACROSS, at, sorted(CASE_LEDGER), seconds=LONG_SECONDS):
        kind = KIND_OF_PAIR[row["debit"], row["credit"]]
        amounts = sums.setdefault((row["own_day"], row["booked_on"], row["ledger_day"], kind), [0, 0])
        amounts[0] += row["amount"]
        amounts[1] += row["amount"] * ((row["debit"] == CLIENT_FUNDS) - (row["credit"] == CLIENT_FUNDS))
    kinds = list(VOUCHER_KINDS)
    return Report(
        "Cut-off",
        CUT_OFF,
        frozenset({"moved", "client_funds"}),
        [
            (*key, *amounts)
            for key, amounts in sorted(sums.items(), key=lambda item: (*item[0][:3], kinds.index(item[0][3])))  # type: ignore[arg-type]
        ],
        codes=frozenset({"voucher_kind"}),
        name="cut-off",
        days=(at,),
    )
