"""An invoice of Fortnox as the registration of a debt: every refusal, every field, and what changes the digest."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from fordran.formats.accounting_invoices import InvoiceRefused
from fordran.formats.fortnox_invoices import FortnoxInvoice

INVOICE: dict[str, Any] = {
    "DocumentNumber": "77",
    "CustomerNumber": "5",
    "InvoiceDate": "2026-05-04",
    "DueDate": "2026-06-03",
    "Total": Decimal("1000.50"),
    "Balance": 400,
    "Currency": "SEK",
    "Booked": True,
    "Cancelled": False,
    "Credit": "false",
    "Reminders": 0,
    "LastRemindDate": None,
    "InvoiceRows": [
        {"Description": "Papper"},
        {"Description": ""},
        {"Description": "Pennor"},
        {"Description": "Papper"},
    ],
}
CUSTOMER: dict[str, Any] = {
    "CustomerNumber": "5",
    "Name": "Karin Öberg",
    "OrganisationNumber": "19811228-9874",
    "Type": "PRIVATE",
    "Address1": "Storgatan 1",
    "Address2": None,
    "ZipCode": "903 21",
    "City": "Umeå",
    "CountryCode": "SE",
    "Email": "",
}


def registration(customer: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    return FortnoxInvoice(INVOICE | changes, CUSTOMER | (customer or {})).registration("a", "c")


def test_every_field_of_a_registration() -> None:
    assert registration() == {
        "account": "a",
        "creditor": "c",
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


def test_a_reminder_that_fortnox_sent_is_not_sent_again() -> None:
    given = registration(Reminders=2, LastRemindDate="2026-06-15")
    assert given["first_action"] == "debt_collection"
    assert given["debts"][0]["earlier_letters"] == [{"kind": "reminder", "date": "2026-06-15"}]


@pytest.mark.parametrize(
    ("customer", "kind"),
    [
        ({"Type": "PRIVATE"}, {"is_person": True}),
        ({"Type": "COMPANY"}, {}),
        ({"CountryCode": "NO", "Type": "PRIVATE"}, {"is_foreign": True}),
        ({"CountryCode": None}, {"is_person": True}),
    ],
)
def test_the_kind_of_a_customer(customer: dict[str, Any], kind: dict[str, bool]) -> None:
    given = registration(customer)["customer"]
    assert {name: value for name, value in given.items() if name.startswith("is_")} == kind


def test_an_invoice_without_rows_is_described_by_its_number() -> None:
    assert registration(InvoiceRows=None)["debts"][0]["debt_description"] == "Faktura 77"


@pytest.mark.parametrize(
    ("changes", "customer", "refusal"),
    [
        ({"Credit": True}, {}, "credit_invoice"),
        ({"Credit": "true"}, {}, "credit_invoice"),
        ({"Booked": False}, {}, "not_booked"),
        ({"Currency": "EUR"}, {}, "not_in_kronor"),
        ({}, {"Name": " "}, "without_name"),
        ({}, {"OrganisationNumber": None}, "without_number"),
        ({}, {"Address1": ""}, "without_address"),
        ({}, {"ZipCode": ""}, "without_address"),
        ({}, {"City": ""}, "without_address"),
        ({"InvoiceDate": ""}, {}, "not_readable (InvoiceDate)"),
        ({"Balance": "400"}, {}, "not_readable (Balance)"),
        ({"Total": True}, {}, "not_readable (Total)"),
        ({"Reminders": 1, "LastRemindDate": "x"}, {}, "not_readable (LastRemindDate)"),
    ],
)
def test_each_refusal(changes: dict[str, Any], customer: dict[str, Any], refusal: str) -> None:
    with pytest.raises(InvoiceRefused) as refused:
        registration(customer, **changes)
    assert str(refused.value) == refusal


@pytest.mark.parametrize(
    ("changes", "today", "is_due"),
    [
        ({}, date(2026, 6, 4), True),
        ({}, date(2026, 6, 3), False),
        ({"Balance": 0}, date(2026, 6, 4), False),
        ({"Cancelled": True}, date(2026, 6, 4), False),
        ({"Balance": -5, "Credit": "true"}, date(2026, 6, 4), True),
    ],
)
def test_whether_it_is_due(changes: dict[str, Any], today: date, is_due: bool) -> None:
    assert FortnoxInvoice(INVOICE | changes, CUSTOMER).is_due(today) == is_due


def test_the_digest_is_another_where_anything_has_changed() -> None:
    digests = {
        FortnoxInvoice(INVOICE, CUSTOMER).digest,
        FortnoxInvoice(INVOICE | {"Balance": 401}, CUSTOMER).digest,
        FortnoxInvoice(INVOICE, CUSTOMER | {"City": "Luleå"}).digest,
    }
    assert len(digests) == 3
    assert FortnoxInvoice(dict(reversed(INVOICE.items())), CUSTOMER).digest in digests
