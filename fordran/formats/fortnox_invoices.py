"""An invoice of Fortnox with its customer. The rule is in docs/fortnox.md."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from fordran.formats.accounting_invoices import (
    AccountingInvoice,
    InvoicedCustomer,
    amount_of,
    day_of,
    rows_of,
    text_of,
)


@dataclass(frozen=True)
class FortnoxInvoice(AccountingInvoice):
    """An invoice with its customer, as Fortnox has them."""

    @property
    def number(self) -> str:
        return text_of(self.invoice, "DocumentNumber")

    @property
    def balance(self) -> Decimal:
        return amount_of(self.invoice, "Balance")

    @property
    def total(self) -> Decimal:
        return amount_of(self.invoice, "Total")

    @property
    def invoiced(self) -> date:
        return day_of(self.invoice, "InvoiceDate")

    @property
    def due(self) -> date:
        return day_of(self.invoice, "DueDate")

    @property
    def currency(self) -> str:
        return text_of(self.invoice, "Currency")

    @property
    def is_credit(self) -> bool:
        return _flag(self.invoice.get("Credit"))

    @property
    def is_cancelled(self) -> bool:
        return _flag(self.invoice.get("Cancelled"))

    @property
    def is_booked(self) -> bool:
        return _flag(self.invoice.get("Booked"))

    @property
    def reminded(self) -> date | None:
        """The day of the last reminder that Fortnox sent, if any."""
        if not self.invoice.get("Reminders") or not self.invoice.get("LastRemindDate"):
            return None
        return day_of(self.invoice, "LastRemindDate")

    def descriptions(self) -> Iterable[str]:
        return [text_of(row, "Description") for row in rows_of(self.invoice, "InvoiceRows")]

    def invoiced_customer(self) -> InvoicedCustomer:
        customer = self.customer
        return InvoicedCustomer(
            name=text_of(customer, "Name"),
            customer_number=text_of(customer, "CustomerNumber"),
            id_number=text_of(customer, "OrganisationNumber"),
            email=text_of(customer, "Email"),
            address_line_1=text_of(customer, "Address1"),
            address_line_2=text_of(customer, "Address2"),
            zip_code=text_of(customer, "ZipCode"),
            city=text_of(customer, "City"),
            country=text_of(customer, "CountryCode").upper() or "SE",
            is_person=text_of(customer, "Type") == "PRIVATE",
        )


def _flag(value: Any) -> bool:
    return value is True or str(value).lower() == "true"
