"""Vouchers as Visma eAccounting has them: one balanced entry of the books, with texts that are short."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from fordran.domain.money import kronor
from fordran.formats.accounting import AccountingTrouble, AccountingVoucher, BookedVoucher

MOST_TEXT, MOST_ROW_TEXT = 100, 50


def voucher_body(voucher: AccountingVoucher) -> dict[str, Any]:
    """The request that books a voucher."""
    rows = [
        {
            "AccountNumber": account,
            "DebitAmount": kronor(max(amount, 0)),
            "CreditAmount": kronor(max(-amount, 0)),
            "TransactionText": voucher.information[:MOST_ROW_TEXT],
        }
        for account, amount in voucher.rows.items()
        if amount
    ]
    assert len(voucher.description) <= MOST_TEXT, "the mark at the end of the text is whole"
    series = {"NumberSeries": voucher.series} if voucher.series else {}
    return {"VoucherDate": voucher.day.isoformat(), "VoucherText": voucher.description, "Rows": rows} | series


def read_voucher(given: Mapping[str, Any]) -> BookedVoucher:
    """A voucher of an answer; raises `AccountingTrouble` for half an answer."""
    try:
        day = date.fromisoformat(str(given["VoucherDate"])[:10])
        number = given["Id"]
    except (ValueError, KeyError):
        raise AccountingTrouble("half_answer") from None
    if not isinstance(number, str) or not number:
        raise AccountingTrouble("half_answer")
    return BookedVoucher(number, str(given.get("VoucherText") or ""), day)
