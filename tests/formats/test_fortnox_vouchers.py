"""Vouchers as Fortnox has them: what is sent balances to the öre, and answers are whole or half."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.formats.accounting import AccountingTrouble, AccountingVoucher, BookedVoucher
from fordran.formats.fortnox_vouchers import read_voucher, read_vouchers, voucher_body

DAY = date(2026, 10, 5)
WHOLE: dict[str, Any] = {
    "VoucherSeries": "A",
    "VoucherNumber": 7,
    "Year": 3,
    "Description": "Utbetalning",
    "TransactionDate": "2026-10-05",
}


def test_debits_and_credits_have_columns_of_their_own_and_nothing_has_no_row() -> None:
    voucher = AccountingVoucher("A", "Utbetalning", DAY, {1930: 45493, 1510: -50000, 2440: 4507, 8313: 0}, "W-41")
    body = voucher_body(voucher)["Voucher"]
    assert (body["Description"], body["TransactionDate"], body["VoucherSeries"]) == ("Utbetalning", "2026-10-05", "A")
    assert [(row["Account"], row["Debit"], row["Credit"]) for row in body["VoucherRows"]] == [
        (1930, 454.93, 0),
        (1510, 0, 500),
        (2440, 45.07, 0),
    ]
    assert {row["TransactionInformation"] for row in body["VoucherRows"]} == {"W-41"}


def test_one_that_does_not_balance_is_a_fault_of_ours() -> None:
    with pytest.raises(AssertionError, match="balances"):
        AccountingVoucher("A", "Utbetalning", DAY, {1930: 100, 1510: -99}, "W-41")


@given(st.lists(st.integers(-(10**14), 10**14), min_size=1, max_size=8))
def test_what_is_written_balances_as_it_is_read(amounts: list[int]) -> None:
    rows = {1000 + place: amount for place, amount in enumerate([*amounts, -sum(amounts)])}
    body = json.loads(json.dumps(voucher_body(AccountingVoucher("A", "x", DAY, rows, "y"))))["Voucher"]
    sums = [sum(round(row[side] * 100) for row in body["VoucherRows"]) for side in ("Debit", "Credit")]
    assert sums[0] == sums[1] == sum(amount for amount in rows.values() if amount > 0)


def test_texts_are_as_long_as_fortnox_takes() -> None:
    body = voucher_body(AccountingVoucher("A", "x" * 300, DAY, {1930: 1, 1510: -1}, "y" * 300))["Voucher"]
    assert (len(body["Description"]), len(body["VoucherRows"][0]["TransactionInformation"])) == (200, 100)


def test_a_voucher_is_known_by_series_number_and_year() -> None:
    assert read_voucher(json.dumps({"Voucher": WHOLE}).encode()) == BookedVoucher("A7/3", "Utbetalning", DAY)
    page = {"Vouchers": [WHOLE | {"Description": None}], "MetaInformation": {"@TotalPages": 2}}
    assert read_vouchers(json.dumps(page).encode()) == ([BookedVoucher("A7/3", "", DAY)], 2)


@pytest.mark.parametrize(
    "changes", [{"VoucherNumber": None}, {"Year": "x"}, {"TransactionDate": ""}, {"TransactionDate": None}]
)
def test_half_a_voucher_is_no_voucher(changes: dict[str, Any]) -> None:
    with pytest.raises(AccountingTrouble, match="half_answer"):
        read_voucher(json.dumps({"Voucher": WHOLE | changes}).encode())
