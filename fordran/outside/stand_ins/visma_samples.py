"""The customers and invoices of the company in Visma's stand-in (docs/simulators.md)."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid5

_IDS = UUID("00000000-0000-0000-0000-000000000000")


def id_of(kind: str, number: str) -> str:
    """The id of a document, always the same."""
    return str(uuid5(_IDS, f"{kind} {number}"))


def _customer(number: str, name: str, **more: Any) -> dict[str, Any]:
    ordinary = {
        "Id": id_of("customer", number),
        "CustomerNumber": number,
        "Name": name,
        "CorporateIdentityNumber": "556036-0793",
        "EmailAddress": "",
        "InvoiceAddress1": "Storgatan 1",
        "InvoiceAddress2": None,
        "InvoicePostalCode": "111 22",
        "InvoiceCity": "Stockholm",
        "InvoiceCountryCode": "SE",
        "IsPrivatePerson": False,
        "IsActive": True,
    }
    return ordinary | more


def sample_customers() -> list[dict[str, Any]]:
    """The customers."""
    return [
        _customer("1", "Bygg och Plåt AB", EmailAddress="faktura@example.com"),
        _customer(
            "2",
            "Karin Öberg",
            CorporateIdentityNumber="19811228-9874",
            IsPrivatePerson=True,
            InvoicePostalCode="903 21",
            InvoiceCity="Umeå",
        ),
        _customer("3", "Utan Nummer AB", CorporateIdentityNumber=None),
        _customer("4", "Utan Adress AB", InvoiceAddress1=None, InvoicePostalCode=None, InvoiceCity=None),
        _customer(
            "5",
            "Fjord AS",
            CorporateIdentityNumber="NO999999999",
            InvoiceCountryCode="NO",
            InvoiceCity="Oslo",
            InvoicePostalCode="0150",
        ),
    ]


def _invoice(number: int, customer: str, total: float, **more: Any) -> dict[str, Any]:
    ordinary = {
        "Id": id_of("invoice", str(number)),
        "InvoiceNumber": number,
        "CustomerId": id_of("customer", customer),
        "InvoiceDate": "2026-05-04T00:00:00",
        "DueDate": "2026-06-03T00:00:00",
        "TotalAmount": total,
        "TotalVatAmount": round(total / 5, 2),
        "RemainingAmount": total,
        "CurrencyCode": "SEK",
        "IsCreditInvoice": False,
        "PaymentReminderIssued": False,
        "Rows": [{"LineNumber": 1, "Text": "Kontorsmaterial", "IsTextRow": False}],
        "CreatedUtc": f"2026-05-04T08:00:{number % 60:02d}Z",
    }
    return ordinary | more


def sample_invoices() -> list[dict[str, Any]]:
    """The invoices, each for a rule."""
    return [
        _invoice(2001, "1", 12500.0),
        _invoice(2002, "2", 899.5, RemainingAmount=499.5, PaymentReminderIssued=True),
        _invoice(2003, "1", 300.0, CurrencyCode="EUR"),
        _invoice(2004, "3", 400.0),
        _invoice(2005, "4", 500.0),
        _invoice(2006, "1", 700.0, IsCreditInvoice=True),
        _invoice(2007, "1", 800.0, RemainingAmount=0),
        _invoice(2008, "1", 900.0, DueDate="2099-12-31T00:00:00"),
        _invoice(2009, "5", 1000.0),
        _invoice(2010, "1", 1100.0),
        _invoice(2011, "1", 1200.0),
    ]
