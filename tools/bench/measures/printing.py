"""Printing invoices: PDFs a second, by one core."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from fordran.documents.invoices.invoice import InvoiceDocument, LatePayment, render
from fordran.documents.invoices.invoice_lines import InvoiceLine
from fordran.documents.parties import PostalAddress, PrintedOperator, PrintedPayee, PrintedSender, Receiver
from fordran.domain.vat import VatLine, totals
from tools.bench.ground import Ground
from tools.bench.results import Result

ABOUT = "printed invoices of ten lines a second, by one core"
BY_DEFAULT = True
AIM = 120
COUNT = 1000


def measure(ground: Ground) -> Iterator[Result]:
    """How many different invoices are printed in a second, the first one's loading of fonts included."""
    ground.say(f"Printing {COUNT:,} invoices.")
    began = time.process_time()
    size = sum(len(render(_invoice(number))) for number in range(COUNT))
    seconds = time.process_time() - began
    made_of = {"seconds of one core": seconds, "kB each": size / COUNT / 1000}
    yield Result("print an invoice", COUNT / seconds, "a second", AIM, made_of)


def _invoice(number: int) -> InvoiceDocument:
    lines = tuple(
        InvoiceLine(f"Konsulttimmar, etapp {line}", 95_050 * line, "25%", f"A-{line}", Decimal(line), Decimal("950.5"))
        for line in range(1, 11)
    )
    return InvoiceDocument(
        sender=PrintedSender(
            "Björks Elteknik AB", "5566778899", PostalAddress("Verkstadsgatan 8", zip_code="11743", city="Stockholm")
        ),
        operator=PrintedOperator("Nordanå Inkasso AB", email="kund@nordana.example", phone="08-123 45 60"),
        receiver=Receiver(
            f"Kund {number} AB", PostalAddress(f"Storgatan {number}", zip_code="11122", city="Stockholm")
        ),
        payee=PrintedPayee("Nordanå Inkasso AB", "5592440001", "9912346"),
        invoice_number=f"2026-{number:05d}",
        invoice_date=date(2026, 10, 1),
        invoice_due_date=date(2026, 10, 31),
        lines=lines,
        totals=totals(VatLine(line.total_price_excluding_vat, line.unit_vat_percent) for line in lines),
        ocr_number="123456789023",
        late_payment=LatePayment(reminder_fee=6000),
    )
