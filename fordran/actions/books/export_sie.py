"""Export the journal of a period as SIE 4I: a voucher a booking, for the operator's bookkeeping."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import date

from fordran.actions.books.journal_lines import JOURNAL, JournalRow
from fordran.domain.books.journal import CHART
from fordran.formats.sie import Voucher, VoucherRow, make_sie
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.store.connections.typed_rows import fetch_rows

VOUCHERS_AT_A_TIME = 5000

_PORTION = f"""
select * from ({JOURNAL}) journal
where booked_on between $1 and $2 and (booked_on, series, id) > ($3, $4, $5) and cardinality(amounts) > 0
order by booked_on, series, id limit {VOUCHERS_AT_A_TIME}
"""


class PeriodIsBackwards(Exception):
    """The period ends before it begins."""


async def sie_pieces(
    tx: Connection, operator: Operator, first: date, last: date, generated: date
) -> AsyncIterator[bytes]:
    """The file in pieces, in order of days. It is read in portions, so that memory does not grow with the period."""
    if last < first:
        raise PeriodIsBackwards(f"The period ends on {last}, before it begins on {first}.")
    after: tuple[date, str, str] = (first, "", "")
    is_first = True
    while True:
        rows = await fetch_rows(tx, JournalRow, _PORTION, first, last, *after, seconds=600)
        pieces = _pieces(rows, operator, generated)
        header = next(pieces)
        if is_first:
            yield header
        for piece in pieces:
            yield piece
        if len(rows) < VOUCHERS_AT_A_TIME:
            return
        is_first = False
        after = (rows[-1]["booked_on"], rows[-1]["series"], rows[-1]["id"])


def _pieces(rows: Sequence[JournalRow], operator: Operator, generated: date) -> Iterator[bytes]:
    """A file of these vouchers, whose first piece is its header."""
    return make_sie(
        [voucher for row in rows if (voucher := _voucher(row)).rows],
        company=operator.name,
        organization_no=operator.organization_no,
        generated=generated,
        ledger_accounts={str(number): name for number, name in CHART.items()},
    )


def _voucher(row: JournalRow) -> Voucher:
    """A booking, with one row for each ledger account that it changes."""
    sums: dict[int, int] = defaultdict(int)
    for account, amount in zip(row["ledger_accounts"], row["amounts"], strict=True):
        sums[account] += amount
    rows = tuple(VoucherRow(str(account), amount) for account, amount in sorted(sums.items()) if amount)
    # The receiving system numbers vouchers in its own order; ours are found again by the id in the text.
    return Voucher(row["series"], "", row["booked_on"], f"{row['text']} {row['id']}", rows)
