"""Visma's texts: each documented error and what follows from it, tokens, pages, invoices and vouchers."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fordran.formats.accounting import (
    CONSEQUENCES,
    AccountingConsequence,
    AccountingReason,
    AccountingTrouble,
    AccountingVoucher,
    BookedVoucher,
)
from fordran.formats.accounting_invoices import InvoiceRefused
from fordran.formats.visma import ERRORS, TOKEN_ERRORS, document_of, read_company, read_page, read_token, trouble_in
from fordran.formats.visma_invoices import VismaInvoice, overdue_in
from fordran.formats.visma_vouchers import read_voucher, voucher_body

CODES: dict[int, tuple[AccountingReason, AccountingConsequence]] = {
    2000: ("bad_request", "refused"),
    3000: ("not_there", "refused"),
    3001: ("bad_request", "refused"),
    3002: ("no_account", "configuration"),
    3003: ("no_permission", "configuration"),
    4000: ("bad_request", "refused"),
    4001: ("bad_request", "refused"),
    4002: ("bad_request", "refused"),
    4003: ("no_licence", "configuration"),
    4004: ("no_licence", "configuration"),
    4005: ("not_accepted", "configuration"),
    4006: ("no_permission", "configuration"),
    4010: ("too_many_requests", "later"),
    4011: ("no_permission", "configuration"),
    4026: ("bad_request", "refused"),
}


def error(code: object) -> bytes:
    return json.dumps({"ErrorCode": code, "DeveloperErrorMessage": "19811228-9874 is wrong", "ErrorId": "x"}).encode()


def test_every_documented_error_has_its_row() -> None:
    assert CODES.keys() == ERRORS.keys()


@pytest.mark.parametrize("code", CODES)
def test_each_documented_error(code: int) -> None:
    trouble = trouble_in(400, error(code))
    assert (trouble.reason, trouble.then, trouble.code) == (*CODES[code], str(code))
    assert "9874" not in str(trouble)
    assert CONSEQUENCES[trouble.reason] == trouble.then


def test_4002_is_a_module_that_the_company_lacks_where_it_is_forbidden() -> None:
    assert trouble_in(403, error(4002)).reason == "no_licence"


@pytest.mark.parametrize(
    ("status", "content", "reason", "code"),
    [
        (400, error(9999), "bad_request", "9999"),
        (401, b"", "not_accepted", "HTTP 401"),
        (403, b"<html>", "no_permission", "HTTP 403"),
        (404, b"{}", "not_there", "HTTP 404"),
        (408, b"", "no_answer", "HTTP 408"),
        (429, b"[]", "too_many_requests", "HTTP 429"),
        (500, error("x"), "system_error", "HTTP 500"),
        (503, error(9999), "system_error", "9999"),
    ],
)
def test_another_error_is_judged_by_its_status(status: int, content: bytes, reason: str, code: str) -> None:
    trouble = trouble_in(status, content)
    assert (trouble.reason, trouble.code) == (reason, code)


TOKEN = {"access_token": "t", "expires_in": 3600, "refresh_token": "r", "scope": "ea:api offline_access"}


def test_a_token() -> None:
    read = read_token(200, json.dumps(TOKEN).encode())
    assert (read.token, read.seconds, read.refresh, read.scopes) == ("t", 3600, "r", ("ea:api", "offline_access"))
    assert read_token(200, json.dumps(TOKEN | {"refresh_token": None}).encode()).refresh == ""


@pytest.mark.parametrize(
    "changes", [{"access_token": ""}, {"access_token": 7}, {"expires_in": "x"}, {"refresh_token": 7}]
)
def test_half_a_token(changes: dict[str, Any]) -> None:
    with pytest.raises(AccountingTrouble, match="half_answer"):
        read_token(200, json.dumps(TOKEN | changes).encode())


@pytest.mark.parametrize("name", TOKEN_ERRORS)
def test_each_error_of_a_token(name: str) -> None:
    with pytest.raises(AccountingTrouble) as trouble:
        read_token(400, json.dumps({"error": name}).encode())
    assert (trouble.value.reason, trouble.value.code, trouble.value.then) == (TOKEN_ERRORS[name], name, "configuration")


@pytest.mark.parametrize(
    ("status", "reason"), [(400, "not_accepted"), (500, "system_error"), (429, "too_many_requests")]
)
def test_another_answer_without_a_token(status: int, reason: str) -> None:
    with pytest.raises(AccountingTrouble, match=reason):
        read_token(status, b"<html>")


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b'{"Data": []}', b'{"Data": {}, "Meta": {"TotalNumberOfPages": 1, "TotalNumberOfResults": 0}}'],
)
def test_half_a_page_half_a_document_and_half_a_company(content: bytes) -> None:
    with pytest.raises(AccountingTrouble, match="half_answer"):
        read_page(content)
    with pytest.raises(AccountingTrouble, match="half_answer"):
        read_company(content)
    if not content.startswith(b"{"):
        with pytest.raises(AccountingTrouble, match="half_answer"):
            document_of(content)


# Invoices ---------------------------------------------------------------------------------------------------------------------

INVOICE: dict[str, Any] = {
    "Id": "8f9a",
    "InvoiceNumber": 77,
    "CustomerId": "c1",
    "InvoiceDate": "2026-05-04T00:00:00",
    "DueDate": "2026-06-03T00:00:00",
    "TotalAmount": Decimal("1000.50"),
    "RemainingAmount": 400,
    "CurrencyCode": "SEK",
    "IsCreditInvoice": False,
    "PaymentReminderIssued": True,
    "Rows": [{"Text": "Papper"}, {"Text": None}, {"Text": "Pennor"}, {"Text": "Papper"}],
}
CUSTOMER: dict[str, Any] = {
    "CustomerNumber": "5",
    "Name": "Karin Öberg",
    "CorporateIdentityNumber": "19811228-9874",
    "EmailAddress": "",
    "InvoiceAddress1": "Storgatan 1",
    "InvoiceAddress2": None,
    "InvoicePostalCode": "903 21",
    "InvoiceCity": "Umeå",
    "InvoiceCountryCode": "SE",
    "IsPrivatePerson": True,
}


def registration(customer: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    return VismaInvoice(INVOICE | changes, CUSTOMER | (customer or {})).registration("a", "c")


def test_every_field_of_a_registration() -> None:
    assert registration() == {
        "account": "a",
        "creditor": "c",
        # Visma does not say when it reminded.
        "first_action": "reminder",
        "currency": "SEK",
        "customer": {
            "name": "Karin Öberg",
            "customer_number": "5",
            "id_number": "19811228-9874",
            "is_person": True,
            "address": {"address_line_1": "Storgatan 1", "zip_code": "903 21", "city": "Umeå", "country": "SE"},
        },
        "debts": [
            {
                "invoice_number": "77",
                "debt_description": "Papper, Pennor",
                "invoice_date": "2026-05-04",
                "invoice_due_days_after_invoice_date": 30,
                "capital_to_claim": Decimal(400),
                "initial_capital": Decimal("1000.50"),
                "payout_reference": "77",
            }
        ],
    }


@pytest.mark.parametrize(
    ("changes", "customer", "refusal"),
    [
        ({"IsCreditInvoice": True}, {}, "credit_invoice"),
        ({"CurrencyCode": "EUR"}, {}, "not_in_kronor"),
        ({}, {"Name": " "}, "without_name"),
        ({}, {"CorporateIdentityNumber": None}, "without_number"),
        ({}, {"InvoiceAddress1": ""}, "without_address"),
        ({}, {"InvoicePostalCode": None}, "without_address"),
        ({}, {"InvoiceCity": ""}, "without_address"),
        ({"InvoiceDate": ""}, {}, "not_readable (InvoiceDate)"),
        ({"RemainingAmount": "400"}, {}, "not_readable (RemainingAmount)"),
        ({"TotalAmount": True}, {}, "not_readable (TotalAmount)"),
    ],
)
def test_each_refusal(changes: dict[str, Any], customer: dict[str, Any], refusal: str) -> None:
    with pytest.raises(InvoiceRefused) as refused:
        registration(customer, **changes)
    assert str(refused.value) == refusal


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, {"8f9a": "77"}),
        ({"DueDate": "2026-09-01T00:00:00"}, {}),
        ({"RemainingAmount": 0}, {}),
        ({"IsCreditInvoice": True, "RemainingAmount": -5}, {"8f9a": "77"}),
    ],
)
def test_what_of_a_list_is_overdue(changes: dict[str, Any], found: dict[str, str]) -> None:
    overdue = overdue_in([INVOICE | changes], date(2026, 9, 1))
    assert {id_: one.number for id_, one in overdue.items()} == found


@pytest.mark.parametrize(
    "changes", [{"Id": None}, {"InvoiceNumber": None}, {"DueDate": None}, {"RemainingAmount": "x"}]
)
def test_half_of_a_list(changes: dict[str, Any]) -> None:
    with pytest.raises(AccountingTrouble, match="half_answer"):
        overdue_in([INVOICE | changes], date(2026, 9, 1))


# Vouchers ---------------------------------------------------------------------------------------------------------------------

DAY = date(2026, 10, 5)


def test_debits_and_credits_have_columns_of_their_own_and_nothing_has_no_row() -> None:
    body = voucher_body(
        AccountingVoucher("", "Utbetalning", DAY, {1930: 45493, 1510: -50000, 2440: 4507, 8313: 0}, "W" * 60)
    )
    assert (body["VoucherText"], body["VoucherDate"], "NumberSeries" in body) == ("Utbetalning", "2026-10-05", False)
    assert [(row["AccountNumber"], row["DebitAmount"], row["CreditAmount"]) for row in body["Rows"]] == [
        (1930, 454.93, 0),
        (1510, 0, 500),
        (2440, 45.07, 0),
    ]
    assert {row["TransactionText"] for row in body["Rows"]} == {"W" * 50}
    assert voucher_body(AccountingVoucher("B", "x", DAY, {1930: 1, 1510: -1}, "y"))["NumberSeries"] == "B"


@given(st.lists(st.integers(-(10**14), 10**14), min_size=1, max_size=8))
def test_what_is_written_balances_as_it_is_read(amounts: list[int]) -> None:
    rows = {1000 + place: amount for place, amount in enumerate([*amounts, -sum(amounts)])}
    body = json.loads(json.dumps(voucher_body(AccountingVoucher("", "x", DAY, rows, "y"))))
    sums = [sum(round(row[side] * 100) for row in body["Rows"]) for side in ("DebitAmount", "CreditAmount")]
    assert sums[0] == sums[1] == sum(amount for amount in rows.values() if amount > 0)


def test_a_voucher_is_known_by_its_id() -> None:
    given_ = {"Id": "v1", "VoucherDate": "2026-10-05T00:00:00", "VoucherText": None}
    assert read_voucher(given_) == BookedVoucher("v1", "", DAY)
    for changes in ({"Id": None}, {"Id": 7}, {"VoucherDate": ""}, {"VoucherDate": None}):
        with pytest.raises(AccountingTrouble, match="half_answer"):
            read_voucher(given_ | changes)
