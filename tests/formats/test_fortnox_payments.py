"""Payments of invoices as Fortnox has them: what is sent, and answers that are whole or half."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from fordran.formats.accounting import AccountingTrouble
from fordran.formats.fortnox_payments import InvoicePayment, payment_body, read_payment, read_payments

WHOLE: dict[str, Any] = {
    "Number": 7,
    "InvoiceNumber": 1001,
    "Amount": 100.07,
    "PaymentDate": "2026-09-01",
    "ModeOfPaymentAccount": 1680,
    "Booked": True,
}


@pytest.mark.parametrize(
    ("ore", "kronor"), [(10007, 100.07), (10000, 100), (1, 0.01), (123456789012345, 1234567890123.45)]
)
def test_an_amount_is_sent_to_the_ore(ore: int, kronor: float) -> None:
    body = payment_body("1001", ore, date(2026, 9, 1), 1680)["InvoicePayment"]
    assert body == {
        "InvoiceNumber": "1001",
        "Amount": kronor,
        "PaymentDate": "2026-09-01",
        "ModeOfPaymentAccount": 1680,
    }


def test_a_payment_is_read() -> None:
    content = json.dumps({"InvoicePayment": WHOLE}).encode()
    assert read_payment(content) == InvoicePayment("7", "1001", 10007, date(2026, 9, 1), 1680, True)


@pytest.mark.parametrize(
    "changes",
    [
        {"Number": None},
        {"Number": "x"},
        {"Amount": "100"},
        {"Amount": 1.005},
        {"PaymentDate": ""},
        {"PaymentDate": None},
    ],
)
def test_half_a_payment_is_no_payment(changes: dict[str, Any]) -> None:
    with pytest.raises(AccountingTrouble, match="half_answer"):
        read_payment(json.dumps({"InvoicePayment": WHOLE | changes}).encode())


@pytest.mark.parametrize(
    "page",
    [
        [],
        {},
        {"InvoicePayments": []},
        {"InvoicePayments": {}, "MetaInformation": {"@TotalPages": 1}},
        {"InvoicePayments": [1], "MetaInformation": {"@TotalPages": 1}},
        {"InvoicePayments": [], "MetaInformation": {"@TotalPages": "x"}},
    ],
)
def test_half_a_page_is_no_page(page: Any) -> None:
    with pytest.raises(AccountingTrouble, match="half_answer"):
        read_payments(json.dumps(page).encode())


def test_a_page_tells_how_many_there_are() -> None:
    page = {"InvoicePayments": [WHOLE | {"ModeOfPaymentAccount": None}], "MetaInformation": {"@TotalPages": 3}}
    rows, pages = read_payments(json.dumps(page).encode())
    assert ([one.account for one in rows], pages) == ([0], 3)
