"""Invoices to print in tests, and what is read back from the page."""

import io
import struct
import zlib
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import accumulate
from typing import Any

import zxingcpp
from pypdf import PdfReader

from fordran.documents.invoices.invoice import InvoiceDocument, LatePayment, References, printed
from fordran.documents.invoices.invoice_lines import InvoiceLine
from fordran.documents.parties import PostalAddress, PrintedOperator, PrintedPayee, PrintedSender, Receiver
from fordran.documents.typesetting import _compiler, source
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


def text_of(pdf: bytes) -> str:
    """The text of all pages."""
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def page_texts(pdf: bytes) -> list[str]:
    """The text of each page."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def pictures(document: InvoiceDocument, pixels_per_inch: float = 110) -> list[bytes]:
    """A PNG of each page, made from the same template and data as the PDF."""
    return pictures_of("invoice", printed(document), pixels_per_inch)


def pictures_of(template: str, data: dict[str, Any], pixels_per_inch: float) -> list[bytes]:
    """A PNG of each page of a template with its data."""
    # The compiler of the service: it keeps the layout of the PDF, so that a document is laid out once.
    pages = _compiler().compile(input=source(template, data), format="png", ppi=pixels_per_inch)
    assert pages
    return pages if isinstance(pages, list) else [pages]


def codes_in(picture: bytes) -> list[Any]:
    """The QR symbols that a reader finds in a PNG."""
    width, height, pixels = red_pixels(picture)
    image = memoryview(pixels).cast("B", shape=[height, width])
    return zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))


def red_pixels(png: bytes) -> tuple[int, int, bytes]:
    """Width, height and the red byte of each pixel, of a PNG with four channels of eight bits."""
    width, height, depth, color = struct.unpack(">IIBB", png[16:26])
    assert (depth, color) == (8, 6)
    compressed, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            compressed += png[at + 8 : at + 8 + length]
        at += 12 + length
    raw, stride = zlib.decompress(compressed), 1 + 4 * width
    # A filter looks at bytes of its own channel only, so one channel can be taken alone.
    row, pixels = bytes(width), bytearray()
    for start in range(0, len(raw), stride):
        row = _unfiltered(raw[start], raw[start + 1 : start + stride : 4], row)
        pixels += row
    return width, height, bytes(pixels)


def _sum_of_bytes(left: int, byte: int) -> int:
    return (left + byte) & 0xFF


def _unfiltered(kind: int, row: bytes, above: bytes) -> bytes:
    match kind:
        case 0:
            return row
        case 1:
            sums: list[int] = list(accumulate(row, _sum_of_bytes))
            return bytes(sums)
        case 2:
            return bytes((byte + up) & 0xFF for byte, up in zip(row, above, strict=True))
    plain, left, corner = bytearray(), 0, 0
    for byte, up in zip(row, above, strict=True):
        if kind == 3:
            predicted = (left + up) // 2
        else:
            nearest = left + up - corner
            # The first of left, above and corner wins where two are equally near.
            *_, predicted = min(
                (abs(nearest - left), 0, left), (abs(nearest - up), 1, up), (abs(nearest - corner), 2, corner)
            )
        left, corner = (byte + predicted) & 0xFF, up
        plain.append(left)
    return bytes(plain)
