"""Invoices to print in tests."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from fordran.documents.invoices.invoice import InvoiceDocument, LatePayment, References
from fordran.documents.invoices.invoice_lines import InvoiceLine
from fordran.documents.parties import PostalAddress, PrintedOperator, PrintedPayee, PrintedSender, Receiver
from fordran.domain.vat import VatLine, totals

OPERATOR = PrintedOperator("Nordanå Inkasso AB", email="kund@nordana.example", phone="08-123 45 60")
PAYEE = PrintedPayee("Nordanå Inkasso AB", "5592440001", "9912346")
SENDER = PrintedSender(
    "Björks Elteknik AB",
    "5566778899",
    PostalAddress("Verkstadsgatan 8", zip_code="11743", city="Stockholm"),
    vat_number="SE556677889901",
    is_f_tax_approved=True,
    registered_office="Stockholm",
)
RECEIVER = Receiver("Åsa Öberg", PostalAddress("Ängsvägen 14 lgh 1203", zip_code="75228", city="Uppsala"))

# The worked vector of the VAT rule: 1 159.94 excluding VAT, 265.00 VAT, rounded up by 0.06 to 1 425.00.
LINES = (
    InvoiceLine("Felsökning av jordfelsbrytare", 33333, "25%", "EL-100", Decimal("0.5"), Decimal("666.66")),
    InvoiceLine("Byte av gruppsäkring", 33333, "25%", "EL-114", Decimal(1), Decimal("333.33")),
    InvoiceLine("Materialsats", 33334, "25%", "MA-7", Decimal("2.5"), Decimal("133.336")),
    InvoiceLine("Lunch vid montering", 9999, "12%", "LU-1", Decimal(1), Decimal("99.99")),
    InvoiceLine("Handbok i elsäkerhet", 4995, "6%", "BO-2", Decimal(1), Decimal("49.95")),
    InvoiceLine("Pant", 1000, "0%", "PA-1", Decimal(10), Decimal(1)),
)


def invoice(lines: tuple[InvoiceLine, ...] = LINES, **changes: Any) -> InvoiceDocument:
    """An everyday invoice with these lines, changed as asked."""
    everyday = InvoiceDocument(
        sender=SENDER,
        operator=OPERATOR,
        receiver=RECEIVER,
        payee=PAYEE,
        invoice_number="2026-10417",
        invoice_date=date(2026, 3, 3),
        invoice_due_date=date(2026, 4, 2),
        lines=lines,
        totals=totals(VatLine(line.total_price_excluding_vat, line.unit_vat_percent) for line in lines),
        ocr_number="123456789023",
        customer_number="40117",
        references=References(our_reference="Maja Lind"),
        late_payment=LatePayment(reminder_fee=6000),
    )
    return replace(everyday, **changes)


def many_lines(count: int) -> tuple[InvoiceLine, ...]:
    """So many lines, all different."""
    return tuple(
        InvoiceLine(
            f"Post {number}: " + ("kontroll av anläggning" if number % 7 else "kontroll av anläggning " * 6),
            10_000 + number * 137,
            "25%",
            f"A{number:04d}",
            Decimal(number),
            Decimal(10_000 + number * 137) / 100,
        )
        for number in range(1, count + 1)
    )
