"""The columns of the templates for files: those that are usual, each with its meaning and a value as one writes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class TemplateColumn:
    """A column by its name, the code of its meaning, and an example; whether each row needs it."""

    name: str
    label: str
    example: str
    required: bool = True


_CUSTOMER = (
    TemplateColumn("customer.name", "console.customer", "Åsa Öberg"),
    TemplateColumn("customer.id_number", "console.personal_or_org_number", "19811218-9876"),
    TemplateColumn("customer.customer_number", "console.register.customer_number", "1042", required=False),
    TemplateColumn("customer.address.address_line_1", "console.street_address", "Storgatan 1"),
    TemplateColumn("customer.address.zip_code", "console.postal_code", "111 22"),
    TemplateColumn("customer.address.city", "console.town", "Stockholm"),
    TemplateColumn("customer.email", "console.email", "asa@example.com", required=False),
    TemplateColumn("customer.mobile_number", "console.phone", "070-174 06 05", required=False),
)
TEMPLATES: Mapping[str, tuple[TemplateColumn, ...]] = {
    "invoices": (
        TemplateColumn("invoice_type", "console.kind", "invoice"),
        TemplateColumn("invoice_number", "console.register.invoice_number", "1001"),
        TemplateColumn("invoice_date", "console.invoice_date", "2026-03-03"),
        TemplateColumn("invoice_due_date", "console.register.due_date", "2026-04-02"),
        TemplateColumn("currency", "console.import.currency", "SEK"),
        *_CUSTOMER,
        TemplateColumn("matrix.article_description", "page.what", "Arbete"),
        TemplateColumn("matrix.number_of_units", "console.invoice.units", "3", required=False),
        TemplateColumn("matrix.unit_price", "console.register.unit_price", "400,00", required=False),
        TemplateColumn("matrix.total_price_excluding_vat", "console.import.line_total", "1 200,00"),
        TemplateColumn("matrix.unit_vat_percent", "console.vat", "25%", required=False),
    ),
    "cases": (
        TemplateColumn("first_action", "console.register.first_action", "reminder"),
        TemplateColumn("currency", "console.import.currency", "SEK"),
        *_CUSTOMER,
        TemplateColumn("debts.invoice_number", "console.register.invoice_number", "1001"),
        TemplateColumn("debts.invoice_date", "console.invoice_date", "2026-03-03"),
        TemplateColumn("debts.invoice_due_days_after_invoice_date", "console.import.due_days", "30"),
        TemplateColumn("debts.capital_to_claim", "console.register.capital", "1 200,00"),
        TemplateColumn("debts.debt_description", "console.register.debt_description", "Varor", required=False),
    ),
}
"""The kind of the file → its columns."""
