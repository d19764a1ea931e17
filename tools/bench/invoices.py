"""Invoices to register: as bodies to send, and as a file to import. Customers have organisation numbers that hold."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CUSTOMERS = 20_000

_COLUMNS = (
    *("invoice_number", "invoice_type", "currency", "invoice_date", "invoice_due_date", "customer.name"),
    *("customer.id_number", "customer.address.address_line_1", "customer.address.zip_code", "customer.address.city"),
    *("matrix.article_description", "matrix.total_price_excluding_vat"),
)


def organisation_number(serial: int) -> str:
    """The serial as an organisation number: six digits more, and the check digit of ten digits by Luhn's rule."""
    digits = f"556{serial:06d}"
    products = (int(digit) * (2 - place % 2) for place, digit in enumerate(digits))
    return digits + str(-sum(product // 10 + product % 10 for product in products) % 10)


def customer(serial: int) -> dict[str, Any]:
    """One of the customers, always said in the same way, so that it is found and nothing in it is new."""
    number = serial % CUSTOMERS
    return {
        "name": f"Kund {number} AB",
        "id_number": organisation_number(number),
        "address": {"address_line_1": f"Storgatan {number}", "zip_code": "11122", "city": "Stockholm"},
    }


def registration(account: str, creditor: str, number: str, serial: int, lines: int = 10) -> dict[str, Any]:
    """An invoice with some lines, as a creditor's system sends it."""
    return {
        "account": account,
        "creditor": creditor,
        "invoice_type": "invoice",
        "invoice_number": number,
        "invoice_date": "2026-10-01",
        "invoice_due_date": "2026-10-31",
        "currency": "SEK",
        "our_reference": "Maja Lind",
        "customer": customer(serial),
        "matrix": [
            {
                "article_number": f"A-{line}",
                "article_description": f"Konsulttimmar, etapp {line}",
                "unit_price": 950.5,
                "number_of_units": line,
                "total_price_excluding_vat": 950.5 * line,
                "unit_vat_percent": "25%",
            }
            for line in range(1, lines + 1)
        ],
    }


def write_file(path: Path, count: int) -> None:
    """A file of invoices with a line each, as a Swedish spreadsheet saves it: semicolons, decimal commas."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(_COLUMNS)
        writer.writerows(_rows(count))


def _rows(count: int) -> Iterator[list[str]]:
    for serial in range(count):
        said = customer(serial)
        address = said["address"]
        yield [
            *(f"F-{serial:07d}", "invoice", "SEK", "2026-10-01", "2026-10-31", said["name"], said["id_number"]),
            *(
                address["address_line_1"],
                address["zip_code"],
                address["city"],
                "Månadsavgift",
                f"{serial % 900 + 100},50",
            ),
        ]
