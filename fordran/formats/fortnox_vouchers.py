"""Vouchers as Fortnox has them: one balanced entry of the books."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from fordran.domain.money import kronor
from fordran.formats.accounting import AccountingTrouble, AccountingVoucher, BookedVoucher
from fordran.formats.fortnox import document_of, list_of

MOST_DESCRIPTION = 200


def voucher_body(voucher: AccountingVoucher) -> dict[str, Any]:
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
        # A number is unique with its series and financial year.
        return BookedVoucher(f"{series}{number}/{year}", str(given.get("Description") or ""), day)
    except (ValueError, TypeError, KeyError):
        raise AccountingTrouble("half_answer") from None
