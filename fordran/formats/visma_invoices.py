"""An invoice of Visma eAccounting with its customer. The rule is in docs/visma.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from fordran.formats.accounting import AccountingTrouble, OverdueInvoice
from fordran.formats.accounting_invoices import (
    AccountingInvoice,
    InvoicedCustomer,
    InvoiceRefused,
    amount_of,
    day_of,
    rows_of,
    text_of,
)


@dataclass(frozen=True)
class VismaInvoice(AccountingInvoice):
    """An invoice with its customer, as Visma has them. All invoices there are booked; those that are not are drafts."""

    @property
    def number(self) -> str:
        return text_of(self.invoice, "InvoiceNumber")

    @property
    def balance(self) -> Decimal:
        return amount_of(self.invoice, "RemainingAmount")

    @property
    def total(self) -> Decimal:
        return amount_of(self.invoice, "TotalAmount")

    @property
    def invoiced(self) -> date:
        return day_of(self.invoice, "InvoiceDate")

    @property
    def due(self) -> date:
        return day_of(self.invoice, "DueDate")

    @property
    def currency(self) -> str:
        return text_of(self.invoice, "CurrencyCode")

    @property
    def is_credit(self) -> bool:
        return self.invoice.get("IsCreditInvoice") is True

    def descriptions(self) -> Iterable[str]:
        return [text_of(row, "Text") for row in rows_of(self.invoice, "Rows")]

    def invoiced_customer(self) -> InvoicedCustomer:
        customer = self.customer
        return InvoicedCustomer(
            name=text_of(customer, "Name"),
            customer_number=text_of(customer, "CustomerNumber"),
            id_number=text_of(customer, "CorporateIdentityNumber"),
            email=text_of(customer, "EmailAddress"),
            address_line_1=text_of(customer, "InvoiceAddress1"),
            address_line_2=text_of(customer, "InvoiceAddress2"),
            zip_code=text_of(customer, "InvoicePostalCode"),
            city=text_of(customer, "InvoiceCity"),
            country=text_of(customer, "InvoiceCountryCode").upper() or "SE",
            is_person=customer.get("IsPrivatePerson") is True,
        )


def overdue_in(rows: Iterable[Mapping[str, Any]], day: date) -> dict[str, OverdueInvoice]:
    """The invoices of a list that are overdue and unpaid on a day, by their ids; raises `AccountingTrouble`."""
    found = {}
    for row in rows:
        invoice, id_ = VismaInvoice(row, {}), text_of(row, "Id")
        try:
            if not id_ or not invoice.number:
                raise AccountingTrouble("half_answer")
            if invoice.is_due(day):
                found[id_] = OverdueInvoice(invoice.number, invoice.balance)
        except InvoiceRefused:
            raise AccountingTrouble("half_answer") from None
    return found
