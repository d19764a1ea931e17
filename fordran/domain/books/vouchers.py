"""Vouchers of the operator's ledger: the movements of one day, gathered by kind, as an accountant reads them."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from fordran.domain.books.journal import (
    CLAIMS_ON_CREDITORS,
    CLAIMS_ON_PAYERS,
    CLIENT_FUNDS,
    CREDITORS_SHARE,
    FEE_INCOME,
    INPUT_VAT,
    LOSSES,
    OUTLAYS,
    OUTPUT_VAT,
    OWED_TO_CREDITOR,
    OWN_BANK,
    OWN_CLAIM_ON_CLIENT_FUNDS,
    OWN_FEES_IN_CLIENT_FUNDS,
    PAYERS,
    SERVICE_INCOME,
    SERVICE_INCOME_EU,
    SERVICE_INCOME_OUTSIDE_EU,
    SUSPENSE,
)
from fordran.domain.kinds.records import by_code

VoucherKind: TypeAlias = Literal[
    "received",
    "identified",
    "settled",
    "fees",
    "returned",
    "paid_out",
    "own_fees_moved",
    "commission",
    "losses",
    "invoiced",
    "invoices_paid",
    "outlays",
]

Pair: TypeAlias = tuple[int, int]
"""The accounts of a debit and its credit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoucherKindRecord:
    """A kind of voucher: its series, and the pairs of accounts that it gathers."""

    code: VoucherKind
    series: str
    pairs: frozenset[Pair]


_TO_CREDITOR = [account for category, account in OWED_TO_CREDITOR.items() if category != "creditor_commission"]
_COMMISSION = OWED_TO_CREDITOR["creditor_commission"]
_CAPITAL = OWED_TO_CREDITOR["capital"]
SERVICE_ACCOUNTS = (SERVICE_INCOME, SERVICE_INCOME_EU, SERVICE_INCOME_OUTSIDE_EU)

VOUCHER_KINDS: Mapping[VoucherKind, VoucherKindRecord] = by_code(
    VoucherKind,
    (
        VoucherKindRecord(
            code="received", series="A", pairs=frozenset({(CLIENT_FUNDS, PAYERS), (CLIENT_FUNDS, SUSPENSE)})
        ),
        VoucherKindRecord(code="identified", series="B", pairs=frozenset({(SUSPENSE, PAYERS)})),
        VoucherKindRecord(
            code="settled",
            series="C",
            pairs=frozenset((PAYERS, account) for account in (*_TO_CREDITOR, OWN_FEES_IN_CLIENT_FUNDS)),
        ),
        VoucherKindRecord(code="fees", series="D", pairs=frozenset({(OWN_CLAIM_ON_CLIENT_FUNDS, FEE_INCOME)})),
        VoucherKindRecord(
            code="returned",
            series="E",
            pairs=frozenset(
                {
                    (PAYERS, CLIENT_FUNDS),
                    (SUSPENSE, CLIENT_FUNDS),
                    (CLAIMS_ON_PAYERS, CLIENT_FUNDS),
                    (PAYERS, CLAIMS_ON_PAYERS),
                }
            ),
        ),
        VoucherKindRecord(
            code="paid_out", series="F", pairs=frozenset((account, CLIENT_FUNDS) for account in _TO_CREDITOR)
        ),
        VoucherKindRecord(
            code="own_fees_moved",
            series="G",
            pairs=frozenset({(OWN_FEES_IN_CLIENT_FUNDS, CLIENT_FUNDS), (OWN_BANK, OWN_CLAIM_ON_CLIENT_FUNDS)}),
        ),
        VoucherKindRecord(
            code="commission",
            series="H",
            pairs=frozenset({(CREDITORS_SHARE, _COMMISSION), (INPUT_VAT, _COMMISSION), (_COMMISSION, OWN_BANK)}),
        ),
        VoucherKindRecord(
            code="losses",
            series="I",
            pairs=frozenset({(OWN_FEES_IN_CLIENT_FUNDS, CLAIMS_ON_PAYERS), (LOSSES, OWN_CLAIM_ON_CLIENT_FUNDS)}),
        ),
        VoucherKindRecord(
            code="invoiced",
            series="J",
            pairs=frozenset(
                {
                    *((FEE_INCOME, income) for income in SERVICE_ACCOUNTS),
                    (FEE_INCOME, OUTPUT_VAT),
                    (CLAIMS_ON_CREDITORS, OUTPUT_VAT),
                    (CLAIMS_ON_CREDITORS, OUTLAYS),
                }
            ),
        ),
        VoucherKindRecord(
            code="invoices_paid",
            series="K",
            pairs=frozenset(
                {
                    (_CAPITAL, OWN_FEES_IN_CLIENT_FUNDS),
                    (OWN_CLAIM_ON_CLIENT_FUNDS, CLAIMS_ON_CREDITORS),
                    (OWN_BANK, CLAIMS_ON_CREDITORS),
                }
            ),
        ),
        VoucherKindRecord(
            code="outlays",
            series="L",
            pairs=frozenset({(OUTLAYS, OWN_BANK), (OWN_CLAIM_ON_CLIENT_FUNDS, OUTLAYS)}),
        ),
    ),
)

KIND_OF_PAIR: Mapping[Pair, VoucherKind] = {
    pair: record.code for record in VOUCHER_KINDS.values() for pair in record.pairs
}


@dataclass(frozen=True, slots=True)
class LedgerMovement:
    """An amount that moved from the credit account to the debit account; negative where it moved back."""

    day: dt.date
    """Its day in the books."""
    own_day: dt.date
    """The bank's day, which is earlier where its period was closed when it was booked."""
    debit: int
    credit: int
    amount: int


@dataclass(frozen=True, slots=True)
class LedgerVoucher:
    """The movements of one kind on one day."""

    day: dt.date
    kind: VoucherKind
    own_day: dt.date
    rows: tuple[tuple[int, int], ...]
    """Ledger accounts in order, and the amount of each; they sum to zero."""

    @property
    def is_late(self) -> bool:
        """Whether it belongs to an earlier day, whose period was closed."""
        return self.own_day != self.day


def gathered(movements: Iterable[LedgerMovement]) -> list[LedgerVoucher]:
    """One voucher for each day and kind; movements of an earlier, closed period have vouchers of their own."""
    sums: dict[tuple[dt.date, str, dt.date, VoucherKind], dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for one in movements:
        kind = KIND_OF_PAIR[one.debit, one.credit]
        rows = sums[one.day, VOUCHER_KINDS[kind].series, one.own_day, kind]
        rows[one.debit] += one.amount
        rows[one.credit] -= one.amount
    made = [
        LedgerVoucher(day, kind, own_day, tuple((account, rows[account]) for account in sorted(rows) if rows[account]))
        for (day, _, own_day, kind), rows in sorted(sums.items())
    ]
    return [voucher for voucher in made if voucher.rows]
