"""Export the operator's ledger of a period as SIE 4I: a voucher for each day and kind, for the operator's bookkeeping."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from fordran.actions.books.ledger import vouchers
from fordran.domain.books.ledger_accounts import LedgerNumbers
from fordran.domain.books.vouchers import VOUCHER_KINDS, LedgerVoucher
from fordran.domain.languages import SWEDISH
from fordran.formats.sie import Voucher, VoucherRow, make_sie
from fordran.operator import Operator
from fordran.store.connections.database import Connection
from fordran.texts.catalogue import texts


class PeriodIsBackwards(Exception):
    """The period ends before it begins."""


async def export_sie(
    tx: Connection, operator: Operator, numbers: LedgerNumbers, first: date, last: date, generated: date
) -> tuple[bytes, int]:
    """The file and the number of its vouchers. A closed month is exported as it was when it was closed, byte by byte."""
    if last < first:
        raise PeriodIsBackwards(f"The period ends on {last}, before it begins on {first}.")
    stored = await tx.fetchrow(
        "select file, vouchers from closed_periods where month = $1 and last_day = $2 and closed is not null",
        first,
        last,
    )
    if stored is not None:
        return stored["file"], stored["vouchers"]
    made = await vouchers(tx, first, last)
    return sie_file(made, operator, numbers, generated), len(made)


def sie_file(made: Iterable[LedgerVoucher], operator: Operator, numbers: LedgerNumbers, generated: date) -> bytes:
    """A file of these vouchers."""
    pieces = make_sie(
        (_voucher(voucher, numbers) for voucher in made),
        company=operator.name,
        organization_no=operator.organization_no,
        generated=generated,
        ledger_accounts={str(number): name for number, name in numbers.chart().items()},
    )
    return b"".join(pieces)


def _voucher(voucher: LedgerVoucher, numbers: LedgerNumbers) -> Voucher:
    swedish = texts(SWEDISH)
    name = swedish.of("voucher_kind", voucher.kind)
    if voucher.is_late:
        name = swedish("voucher.late", what=name, day=voucher.own_day)
    rows = sorted((str(numbers.number(account)), amount) for account, amount in voucher.rows)
    # The receiving system numbers vouchers in its own order.
    return Voucher(VOUCHER_KINDS[voucher.kind].series, "", voucher.day, name, tuple(VoucherRow(*row) for row in rows))
