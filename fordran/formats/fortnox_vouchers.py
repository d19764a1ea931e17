"""Vouchers as Fortnox has them: one balanced entry of the books."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from fordran.domain.money import kronor
from fordran.formats.accounting import AccountingTrouble
from fordran.formats.fortnox import document_of, list_of

MOST_DESCRIPTION = 200


@dataclass(frozen=True)
class FortnoxVoucher:
    """A voucher: öre by account, debit positive, which sum to zero."""

    series: str
    description: str
    day: date
    rows: Mapping[int, int]
    information: str

    def __post_init__(self) -> None:
        assert not sum(self.rows.values()), "a voucher balances"


@dataclass(frozen=True)
class BookedVoucher:
    """A voucher that is in the books."""

    number: str
    """Series, number and financial year: it is unique by all three."""
    description: str
    day: date


def voucher_body(voucher: FortnoxVoucher) -> dict[str, Any]:
    """The request that books a voucher."""
    rows = [
        {
            "Account": account,
            "Debit": kronor(max(amount, 0)),
            "Credit": kronor(max(-amount, 0)),
            "TransactionInformation": voucher.information[:100],
        }
        for account, amount in voucher.rows.items()
        if amount
    ]
    return {
        "Voucher": {
            "Description": voucher.description[:MOST_DESCRIPTION],
            "TransactionDate": voucher.day.isoformat(),
            "VoucherSeries": voucher.series,
            "VoucherRows": rows,
        }
    }


def read_voucher(content: bytes) -> BookedVoucher:
    """The voucher of an answer; raises `AccountingTrouble` for half an answer."""
    return _voucher(document_of(content, "Voucher"))


def read_vouchers(content: bytes) -> tuple[list[BookedVoucher], int]:
    """A page of vouchers, and how many pages there are; raises `AccountingTrouble` for half an answer."""
    rows, pages = list_of(content, "Vouchers")
    return [_voucher(row) for row in rows], pages


def _voucher(given: Mapping[str, Any]) -> BookedVoucher:
    try:
        series, number, year = given["VoucherSeries"], int(given["VoucherNumber"]), int(given["Year"])
        day = date.fromisoformat(given["TransactionDate"])
        return BookedVoucher(f"{series}{number}/{year}", str(given.get("Description") or ""), day)
    except (ValueError, TypeError, KeyError):
        raise AccountingTrouble("half_answer") from None
